import Foundation
import HTTP
import TestSupport
import Testing

/// A private npm registry on loopback, whose token is in the operator's file.
@Suite struct `The registries of an entry` {
  private let server: LoopbackServer
  private let folder: Folder

  init() throws {
    server = try LoopbackServer { request in
      guard request.headers["Authorization"] == "Bearer s3cret" else { return .status(401) }
      return .text(
        """
        {"name": "a", "dist-tags": {"latest": "1.1.0"},
         "versions": {"1.0.0": {"name": "a", "version": "1.0.0"},
           "1.1.0": {"name": "a", "version": "1.1.0"}}}
        """)
    }
    folder = try Folder([
      "app/package.json": #"{"dependencies": {"a": "^1.0.0"}}"#,
      "app/.npmrc": "registry=\(server.url())\n",
      "martlet.yml": """
      registries:
        - {url: "\(server.url())", token: "${env:NPM_TOKEN}"}

      """,
    ])
  }

  /// Runs `check` after adding lines to the repository's file.
  private func check(top: String = "", entry: String = "") async throws -> Program.Outcome {
    try folder.write(
      """
      version: 2
      \(top)
      updates:
        - package-ecosystem: npm
          directory: /
          schedule: {interval: daily}
          \(entry)
      """, to: "app/.github/dependabot.yml")
    return try await Program.run(
      "check", "app", "--config", "martlet.yml", "--log-level", "error", in: folder.path,
      environment: ["NPM_TOKEN": "s3cret"])
  }

  private var named: String {
    "registries: {acme: {type: npm-registry, url: \"\(server.url())\"}, "
      + "other: {type: npm-registry, url: \"https://other.invalid\"}}"
  }

  @Test(arguments: ["registries: [acme]", "registries: \"*\"", "registries: [other, acme]"])
  func `that it selects get the operator's credential`(entry: String) async throws {
    let outcome = try await check(top: named, entry: entry)
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(outcome.out.contains("1.1.0"))
  }

  @Test(arguments: ["", "registries: [other]"])
  func `that it does not select get no credential`(entry: String) async throws {
    let outcome = try await check(top: named, entry: entry)
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("401"), "\(outcome.error)")
    #expect(!server.requests.isEmpty)
    #expect(server.requests.allSatisfy { $0.headers["Authorization"] == nil })
  }

  @Test func `are not reached on other ports of a host that the operator names`() async throws {
    let neighbour = try LoopbackServer { _ in .text("secret") }
    for host in ["127.0.0.1", "2130706433", "127.1"] {
      try folder.write("registry=http://\(host):\(neighbour.port)/\n", to: "app/.npmrc")
      let outcome = try await check()
      #expect(outcome.code == 1)
    }
    #expect(neighbour.requests.isEmpty)
  }

  @Test(arguments: [("acme/app", true), ("umbra/app", false), (nil, false)])
  func `for some repositories are not used for the others`(
    origin: String?, isServed: Bool
  ) async throws {
    try folder.write(
      """
      forges:
        - {name: hub, kind: github, url: "https://hub.invalid", token: x, repositories: ["*/*"]}
      registries:
        - {url: "\(server.url())", token: "${env:NPM_TOKEN}", repositories: [acme/*]}

      """, to: "martlet.yml")
    if let origin {
      try folder.write(
        "[remote \"origin\"]\n\turl = https://hub.invalid/\(origin).git\n",
        to: "app/.git/config")
    }
    #expect(try await check().code == (isServed ? 0 : 1))
    #expect(server.requests.contains { $0.headers["Authorization"] != nil } == isServed)
  }

  @Test func `that the repository's file does not name follow the operator's file`() async throws {
    #expect(try await check().code == 0)
  }
}
