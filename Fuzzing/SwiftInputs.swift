import Ecosystem
import Git
import HTTP
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
