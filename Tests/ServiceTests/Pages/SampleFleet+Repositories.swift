extension SampleFleet {
  /// One name is too long for a narrow window.
  static let repositories: [Repository] =
    [
      npm(
        "acme/web", "react 18.2.0 19.2.1 pr:failed", "typescript 5.4.5 5.9.3 pr:passed",
        "vite 5.4.19 7.1.4 cooling-down", "express 4.21.2 5.1.0 declined",
        "@types/node 20.14.2 24.3.1 pr:pending", "eslint 8.57.1 9.35.0 ignored",
        "lodash 4.17.21 - up-to-date", "zod 3.23.8 - up-to-date", "semver 7.5.4 7.7.2 left-out",
        "ws 8.16.0 8.18.3 left-out"),
      npm(
        "acme/checkout-api", "fastify 4.28.1 5.6.0 pr:failed", "pg 8.11.5 8.16.3 pr:failed",
        "pino 9.1.0 9.9.5 limited", "undici 6.19.2 7.16.0 limited",
        "typescript 5.9.3 - up-to-date"),
      swift(
        "acme/ios-app", "Alamofire 5.8.1 5.10.2 pr:pending", "Nuke 12.4.0 12.8.0 pr:pending",
        "SnapKit 5.6.0 5.7.1 foreign-commits", "swift-collections 1.1.0 1.2.1 left-out"),
      bundler(
        "acme/backoffice", ["acme/backoffice: Gemfile:12:3: 'eval_gemfile' is not evaluated"],
        "rails 7.1.3 - problem", "puma 6.4.2 - problem", "sidekiq 7.2.4 - problem"),
      bundler(
        "acme/shop", [], "rails 7.1.3 7.2.2 pr:timed-out", "puma 6.4.2 7.0.3 cooling-down",
        "pg 1.5.6 1.6.2 pr:passed", "nokogiri 1.18.9 - up-to-date"),
      npm(
        "acme/design-system", "react 18.2.0 19.2.1 pr:pending", "typescript 5.4.5 5.9.3 pr:passed",
        "storybook 8.1.6 9.1.5 ignored"),
      swift("acme/swift-sdk", "swift-nio 2.65.0 2.86.0 pr:passed", "swift-log 1.6.4 - up-to-date"),
      npm("acme/docs", "typescript 5.9.3 - up-to-date", "vite 7.1.4 - up-to-date"),
      npm(
        "acme/a-repository-with-quite-a-long-name-that-does-not-fit-into-one-line",
        "lodash 4.17.20 4.17.21 pr:none"),
    ]
    + (1...9).map { number in
      npm(
        "acme/service-\(number)", "express 4.\(18 + number % 4).2 5.1.0 cooling-down",
        "pino 9.\(number).0 \(number < 9 ? "9.9.5 pr:passed" : "- up-to-date")",
        "typescript \(number % 3 == 0 ? "5.4.5 5.9.3 limited" : "5.9.3 - up-to-date")")
    }

  private static func npm(_ name: String, _ lines: String...) -> Repository {
    Repository(name: name, ecosystem: "npm", manifest: "package.json", lines: lines)
  }

  private static func swift(_ name: String, _ lines: String...) -> Repository {
    Repository(name: name, ecosystem: "swift", manifest: "Package.swift", lines: lines)
  }

  private static func bundler(
    _ name: String, _ problems: [String], _ lines: String...
  ) -> Repository {
    Repository(
      name: name, ecosystem: "bundler", manifest: "Gemfile", lines: lines, problems: problems)
  }
}
