import Ecosystem
import Git

/// The demo's Swift package: two libraries with a past, and an app that has fallen behind.
struct SwiftSample: Sendable {
  /// Where the sample's libraries are said to be; a mirror leads to the folder.
  static let origin = "https://git.example.com/birds/"

  /// Makes the libraries below a folder, and the app that has fallen behind them.
  static func make(upstream: String) throws(GitError) -> Sample {
    let perch = try SampleRepository(at: "\(upstream)/perch.git", perchSteps)
    let nest = try SampleRepository(at: "\(upstream)/nest.git", nestSteps)
    let pins = [
      pin("nest", try nest.commit(tagged: "1.0.0"), "1.0.0"),
      pin("perch", try perch.commit(tagged: "1.2.0"), "1.2.0"),
    ]
    return Sample(
      name: "app",
      plot: "A Swift package has fallen behind its two libraries. What is outdated?",
      files: [
        "Package.swift": appManifest, "Sources/App/main.swift": "import Nest\nimport Perch\n",
        "Package.resolved": resolved(pins), ".github/dependabot.yml": dependabot,
      ],
      remotes: [origin: "\(upstream)/"])
  }

  private static let perchSteps = ["1.2.0", "1.2.1", "1.3.0", "2.0.0"].map { (version: String) in
    SampleRepository.Step(
      message: "Release \(version)",
      files: [
        "Package.swift": library("Perch"), "CHANGELOG.md": perchChanges,
        "Sources/Perch/Perch.swift": "public let version = \"\(version)\"\n",
      ], tag: version)
  }

  private static let nestSteps = ["1.0.0", "1.0.1"].map { (version: String) in
    SampleRepository.Step(
      message: "Release \(version)",
      files: [
        "Package.swift": library("Nest"),
        "Sources/Nest/Nest.swift": "public let version = \"\(version)\"\n",
      ], tag: version)
  }

  private static func library(_ name: String) -> String {
    """
    // swift-tools-version: 5.9
    import PackageDescription

    let package = Package(
      name: "\(name)",
      products: [.library(name: "\(name)", targets: ["\(name)"])],
      targets: [.target(name: "\(name)")]
    )

    """
  }

  private static let appManifest = """
    // swift-tools-version: 5.9
    import PackageDescription

    let package = Package(
      name: "App",
      dependencies: [
        // Sits on the wire.
        .package(url: "\(origin)perch.git", from: "1.2.0"),
        .package(url: "\(origin)nest.git", .upToNextMinor(from: "1.0.0")),
      ],
      targets: [
        .executableTarget(
          name: "App",
          dependencies: [
            .product(name: "Perch", package: "perch"), .product(name: "Nest", package: "nest"),
          ])
      ]
    )

    """

  private static func pin(_ name: String, _ revision: String, _ version: String) -> String {
    """
        {
          "identity" : "\(name)",
          "kind" : "remoteSourceControl",
          "location" : "\(origin)\(name).git",
          "state" : {
            "revision" : "\(revision)",
            "version" : "\(version)"
          }
        }
    """
  }

  private static func resolved(_ pins: [String]) -> String {
    """
    {
      "pins" : [
    \(pins.joined(separator: ",\n"))
      ],
      "version" : 2
    }

    """
  }

  private static let dependabot = """
    version: 2
    updates:
      - package-ecosystem: swift
        directory: /
        schedule:
          interval: weekly
        cooldown:
          default-days: 0

    """

  private static let perchChanges = """
    # Changelog

    ## 2.0.0

    - **Breaking:** `Perch.sit()` is now `async`.

    ## 1.3.0

    - Adds `Perch.hop()`.

    ## 1.2.1

    - Fixes a wobble in strong wind.

    ## 1.2.0

    - First public release.

    """
}
