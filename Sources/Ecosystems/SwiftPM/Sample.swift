import Ecosystem

/// The sample for `martlet demo`: an app that is behind its two libraries.
enum SwiftSample {
  /// The prefix of the libraries' URLs.
  private static let origin = "https://git.example.com/birds/"

  /// Creates the app and the history of its libraries.
  static func make() -> DemoSample {
    var sample = DemoSample(
      name: "app",
      plot: "A Swift package has fallen behind its two libraries. Which versions are outdated?",
      origin: origin, libraries: ["perch": perch, "nest": nest]
    ) { commits in
      let pins = [
        pin("nest", commits["nest", "1.0.0"], "1.0.0"),
        pin("perch", commits["perch", "1.2.0"], "1.2.0"),
      ]
      return [
        "Package.swift": appManifest, "Sources/App/main.swift": source,
        "Package.resolved": resolved(pins), ".github/dependabot.yml": dependabot,
      ]
    }
    sample.impacts = ["nest", "perch@2.0.0"]
    return sample
  }

  private static let source = """
    import Nest
    import Perch

    Nest().build()
    Perch().sit()

    """

  private static let perch = ["1.2.0", "1.2.1", "1.3.0", "2.0.0"].map { (version: String) in
    DemoSample.Release(
      version,
      files: [
        "Package.swift": library("Perch"), "CHANGELOG.md": perchChanges,
        "Sources/Perch/Perch.swift": source(
          of: "Perch", "sit()\(version == "2.0.0" ? " async" : "")"),
      ])
  }

  private static let nest = ["1.0.0", "1.0.1"].map { (version: String) in
    DemoSample.Release(
      version,
      files: [
        "Package.swift": library("Nest"),
        "Sources/Nest/Nest.swift": source(of: "Nest", "build()") + "// \(version)\n",
      ])
  }

  private static func source(of name: String, _ method: String) -> String {
    "public struct \(name) {\n  public init() {}\n  public func \(method) {}\n}\n"
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
