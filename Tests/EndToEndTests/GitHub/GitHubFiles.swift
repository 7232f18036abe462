import JSON
import TestSupport

/// Files of an application and its libraries on the fake GitHub.
///
/// All scenes with the fake start with them.
enum GitHubFiles {
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

  /// The repository's file with one entry, to which lines are added: `labels: [x]`.
  static func dependabot(_ lines: String = "", interval: String = "weekly") -> String {
    """
    version: 2
    updates:
      - package-ecosystem: swift
        directory: /
        schedule: {interval: \(interval)}
        cooldown: {default-days: 0}

    """ + lines.split(separator: "\n").map { "    \($0)\n" }.joined()
  }

  /// The manifest of a library.
  static func library(_ name: String) -> String {
    """
    // swift-tools-version: 5.9
    import PackageDescription
    let package = Package(
      name: "\(name)", products: [.library(name: "\(name)", targets: ["\(name)"])],
      targets: [.target(name: "\(name)")])

    """
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

  /// The lock, with everything at one version.
  static func resolved(_ commits: [String: String], _ version: String = "1.0.0") -> String {
    let pins = commits.sorted { $0.key < $1.key }.map { name, commit -> Value in
      [
        "identity": .string(name), "kind": "remoteSourceControl",
        "location": .string("https://github.com/birds/\(name)"),
        "state": ["revision": .string(commit), "version": .string(version)],
      ]
    }
    let file: Value = ["pins": .array(pins), "version": 2]
    return file.text(.foundation) + "\n"
  }
}

extension GitHubFiles {
  /// An application's three files; `commits` are those of its libraries at 1.0.0.
  static func application(_ commits: [String: String], dependabot: String) -> [String: String] {
    [
      "Package.swift": manifest(commits.keys.sorted()), "Package.resolved": resolved(commits),
      ".github/dependabot.yml": dependabot,
    ]
  }
}

extension FakeHost {
  /// Publishes versions of a library and returns the commit of the first one.
  @discardableResult
  func publish(
    _ name: String, _ versions: [String], notes: String? = nil
  ) async throws -> String {
    let releases = versions.map { version -> Value in
      [
        "version": .string(version), "notes": .string(notes ?? "notes of \(version)"),
        "date": "2026-01-02T00:00:00Z",
      ]
    }
    let answer = try await control(
      "upstream",
      [
        "full_name": .string("birds/\(name)"), "versions": .array(releases),
        "files": ["Package.swift": .string(GitHubFiles.library(name))],
      ])
    return answer["tags"]?["v\(versions[0])"]?.string ?? ""
  }

  /// Creates a repository with files and further properties.
  func found(
    _ name: String = "acme/app", _ files: [String: String], _ more: [(String, Value)] = []
  ) async throws {
    var body = Object([("full_name", .string(name))] + more)
    body["files"] = .object(Object(files.sorted { $0.key < $1.key }.map { ($0, .string($1)) }))
    try await control("repo", .object(body))
  }
}
