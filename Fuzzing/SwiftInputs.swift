import Ecosystem
import Git
import HTTP
import Impact
import SwiftPM

/// Fuzzes the files and responses that the SwiftPM module parses, through its public functions.
enum SwiftInputs {
  private static let manifest = Array(
    """
    // swift-tools-version:5.9
    import PackageDescription
    let package = Package(name: "x", dependencies: [
      .package(url: "https://a.example/a/b.git", from: "1.0.0"),
    ])
    """.utf8)

  /// Reads and locks a project with these files, whose dependency has one release.
  ///
  /// - Parameters:
  ///   - files: the project.
  ///   - release: the manifest of the dependency's release.
  static func read(_ files: [String: [UInt8]], release: [UInt8] = manifest) {
    let tree = Inputs.tree(files.merging(["Package.swift": manifest]) { mine, _ in mine })
    let git = Git.Client(
      references: { _ in
        [Reference(name: "refs/tags/1.0.0", commit: String(repeating: "a", count: 40))]
      },
      files: { _, _, select in
        ["Package.swift": release].filter { select($0.key) }
      })
    let client = HTTP.Client { request in Response(status: 404, url: request.url) }
    let swift = SwiftPMEcosystem(http: client, git: git)
    Inputs.wait {
      for project in swift.discover(in: tree.paths) {
        guard let opened = try? await swift.open(project, in: tree) else { continue }
        _ = try? await opened.dependencies()
        _ = try? await opened.change(toward: .lock(LockOptions()))
      }
    }
  }
}

extension SwiftInputs {
  /// Compares a source of a package with an empty one, and reads it as a source of the repository.
  static func compare(_ source: [UInt8]) {
    let package = Array(
      """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(name: "b", targets: [.target(name: "B")])
      """.utf8)
    let tree = Inputs.tree([
      "Package.swift": manifest, "App.swift": Array("import B\n".utf8) + source,
    ])
    let commits = ["1.0.0", "1.1.0"].map { version in
      Reference(
        name: "refs/tags/\(version)",
        commit: String(repeating: version == "1.0.0" ? "a" : "b", count: 40))
    }
    let git = Git.Client(
      references: { _ in commits },
      files: { _, reference, select in
        let isOld = reference.commit == commits[0].commit
        return ["Package.swift": package, "Sources/B/B.swift": isOld ? source : []]
          .filter { select($0.key) }
      })
    let client = HTTP.Client { request in Response(status: 404, url: request.url) }
    let swift = SwiftPMEcosystem(http: client, git: git)
    Inputs.wait {
      for project in swift.discover(in: tree.paths) {
        guard let opened = try? await swift.open(project, in: tree),
          let dependency = try? await opened.dependencies().first
        else { continue }
        _ = await ImpactAssessment(opened, in: tree)(dependency, from: "1.0.0", to: "1.1.0")
      }
    }
  }
}
