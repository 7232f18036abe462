extension RenovatePresets {
  /// Groups of packages that are released together.
  ///
  /// The lists are martlet's own.
  static let groups: [String: String] = {
    var groups = [
      "group:all": #"{groupName: "all dependencies", separateMajorMinor: false}"#,
      "group:allNonMajor": """
      {packageRules: [{matchPackageNames: ["*"], matchUpdateTypes: ["minor", "patch"],
        groupName: "all non-major dependencies"}]}
      """,
      "group:allDigest": """
      {packageRules: [{matchUpdateTypes: ["digest"], groupName: "all digest updates"}]}
      """,
      "group:monorepos": rules(Array(monorepos)),
      "group:recommended": #"{extends: ["group:postcss", "group:puppeteer"]}"#,
      "group:definitelyTyped": rules([("definitelyTyped", ["@types/*"])]),
    ]
    for (name, patterns) in monorepos + others {
      groups["group:\(name)"] = rules([(name, patterns)])
      groups["group:\(name)Monorepo"] = rules([(name, patterns)])
    }
    return groups
  }()

  /// The options of groups of npm packages.
  private static func rules(_ groups: [(String, [String])]) -> String {
    let rules = groups.map { name, patterns in
      let names = patterns.map { "'\($0)'" }.joined(separator: ", ")
      return "{matchManagers: ['npm'], matchPackageNames: [\(names)], groupName: '\(name)'}"
    }
    return "{packageRules: [\(rules.joined(separator: ", "))]}"
  }

  /// Packages of one repository.
  private static let monorepos: [(String, [String])] = [
    ("angular", ["@angular/*"]), ("angular-cli", ["@angular-devkit/*", "@schematics/angular"]),
    ("apollo-server", ["@apollo/server*", "apollo-server*"]), ("astro", ["astro", "@astrojs/*"]),
    ("aws-cdk", ["aws-cdk", "@aws-cdk/*"]), ("aws-sdk-js-v3", ["@aws-sdk/*"]),
    ("babel", ["@babel/*"]), ("commitlint", ["@commitlint/*"]),
    ("docusaurus", ["@docusaurus/*"]), ("emotion", ["@emotion/*"]),
    ("graphql-codegenerator", ["@graphql-codegen/*"]), ("jest", ["jest", "jest-*", "@jest/*"]),
    ("lerna", ["lerna", "@lerna/*"]), ("material-ui", ["@mui/*", "@material-ui/*"]),
    ("nest", ["@nestjs/*"]), ("nextjs", ["next", "@next/*", "eslint-config-next"]),
    ("nuxtjs", ["nuxt", "@nuxt/*"]), ("nx", ["nx", "@nx/*"]),
    ("playwright", ["playwright", "playwright-*", "@playwright/*"]),
    ("prisma", ["prisma", "@prisma/*"]), ("radix-ui-primitives", ["@radix-ui/*"]),
    ("react", ["react", "react-dom", "react-is", "react-test-renderer"]),
    ("react-router", ["react-router", "react-router-dom", "@react-router/*"]),
    ("sentry-javascript", ["@sentry/*"]), ("storybook", ["storybook", "@storybook/*"]),
    ("tanstack-query", ["@tanstack/*query*"]), ("typescript-eslint", ["@typescript-eslint/*"]),
    ("vitest", ["vitest", "@vitest/*"]), ("vue", ["vue", "@vue/*"]),
  ]

  /// Other groups that teams name.
  private static let others: [(String, [String])] = [
    ("jestPlusTypes", ["jest", "@types/jest"]),
    ("jestPlusTSJest", ["jest", "ts-jest"]),
    ("linters", ["eslint*", "@eslint/*", "@typescript-eslint/*", "prettier*", "stylelint*"]),
    ("test", ["jest*", "@jest/*", "mocha*", "chai*", "vitest", "@vitest/*", "cypress"]),
    ("react", ["react", "react-dom", "@types/react", "@types/react-dom"]),
    ("postcss", ["postcss", "postcss-*"]), ("puppeteer", ["puppeteer", "puppeteer-*"]),
  ]
}
