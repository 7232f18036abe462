import Foundation
import JSON
import Testing

/// The demo's Swift package, created once for all tests: libraries with several versions, an app and
/// a local forge.
///
/// Each test works on a copy.
struct Birds {
  let folder: Folder

  private static let told = Task { () async throws -> (folder: Folder, transcript: String) in
    let base = try Folder()
    let outcome = try await Program.run("demo", "--keep", base.path + "/demo", in: base.path)
    guard outcome.code == 0 else { throw Failure(message: outcome.error) }
    return (base, outcome.out)
  }

  struct Failure: Error { var message: String }

  static func transcript() async throws -> String { try await told.value.transcript }

  /// Copies the scene; the forge has no pull request yet.
  init() async throws {
    let source = try await Self.told.value.folder.path + "/demo"
    folder = try Folder()
    for (from, to) in [("upstream", "upstream"), ("checkout/app", "checkout")] {
      try FileManager.default.copyItem(atPath: "\(source)/\(from)", toPath: path(to))
    }
    try FileManager.default.createDirectory(
      atPath: path("forge/acme"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: "\(source)/forge/acme/app.git", toPath: path("forge/acme/app.git"))
    try deleteBranches()
    try folder.write(configuration, to: "martlet.yml")
  }

  func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  /// The operator's file of this one repository.
  private var configuration: String {
    """
    state: sqlite:\(path("martlet.db"))
    cache: \(path("cache"))
    forges:
      - name: files
        kind: local
        url: file://\(path("forge"))
        repositories: [acme/app]
    mirrors:
      - {from: "https://git.example.com/birds/", to: "file://\(path("upstream"))/"}

    """
  }

  /// Runs the program with the scene's operator's file.
  func martlet(_ words: String...) async throws -> Program.Outcome {
    try await Program.run(
      words + ["--config", path("martlet.yml"), "--log-level", "error"], in: folder.path)
  }

  /// The pull requests' records, by number.
  func pullRequests() throws -> [Value] {
    let pulls = path("forge/acme/app.pulls")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: pulls)) ?? []
    return try names.filter { $0.hasSuffix(".json") && $0.first?.isNumber == true }.sorted()
      .map { try Document(Array(folder.read("forge/acme/app.pulls/\($0)").utf8), named: $0) }
      .map(\.root.value)
  }

  private func deleteBranches() throws {
    let branches = path("forge/acme/app.git/refs/heads/martlet")
    if FileManager.default.fileExists(atPath: branches) {
      try FileManager.default.removeItem(atPath: branches)
    }
  }
}
