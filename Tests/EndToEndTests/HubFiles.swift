import JSON

/// Texts of an application of libraries, all of whose repositories are at the fake GitHub.
enum HubFiles {
  /// The operator's file for the fake.
  static func configuration(_ url: String) -> String {
    """
    state: sqlite:martlet.db
    cache: cache
    forges:
      - {name: hub, kind: github, url: "\(url)", token: "${env:TOKEN}", repositories: [acme/app]}
    mirrors:
      - {from: "https://github.com/", to: "\(url)/"}
      - {from: "https://api.github.com/", to: "\(url)/"}

    """
  }

  /// The repository's file with one entry, to which lines are added.
  static func dependabot(_ lines: String = "") -> String {
    """
    version: 2
    updates:
      - package-ecosystem: swift
        directory: /
        schedule: {interval: weekly}
        cooldown: {default-days: 0}

    """ + lines
  }

  /// The manifest of an application of libraries.
  static func manifest(_ libraries: [String]) -> String {
    let packages = libraries.map {
      "    .package(url: \"https://github.com/birds/\($0)\", from: \"1.0.0\"),\n"
    }
    let products = libraries.map { "        .product(name: \"\($0)\", package: \"\($0)\"),\n" }
    return """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "App",
        dependencies: [
      \(packages.joined())  ],
        targets: [
          .target(name: "App", dependencies: [
      \(products.joined())    ])
        ])

      """
  }

  /// Its lock, everything at 1.0.0.
  static func resolved(_ commits: [String: String]) -> String {
    let pins = commits.sorted { $0.key < $1.key }.map { name, commit -> Value in
      [
        "identity": .string(name), "kind": "remoteSourceControl",
        "location": .string("https://github.com/birds/\(name)"),
        "state": ["revision": .string(commit), "version": "1.0.0"],
      ]
    }
    let file: Value = ["pins": .array(pins), "version": 2]
    return file.text(.foundation) + "\n"
  }
}
