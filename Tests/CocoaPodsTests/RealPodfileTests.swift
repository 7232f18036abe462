import CocoaPods
import Ecosystem
import FoundationEssentials
import Git
import HTTP
import Testing
import Text

/// A folder of real Podfiles outside of the repository.
private let folder = ProcessInfo.processInfo.environment["MARTLET_PODFILES"]

@Suite(.enabled(if: folder != nil, "needs MARTLET_PODFILES: real Podfiles"))
struct `A folder of real Podfiles` {
  /// No source of pods answers: what fails after the Podfile was read is not counted.
  private let ecosystem = CocoaPodsEcosystem(
    http: HTTP.Client { (request) throws(HTTPError) in
      throw HTTPError(.unreachable, url: request.url)
    },
    git: Git.Client(
      references: { (remote) throws(GitError) in throw GitError(.unreachable, subject: remote) },
      files: { (remote, _, _) throws(GitError) in throw GitError(.unreachable, subject: remote) }),
    toolchain: Toolchain())

  @Test func `most real Podfiles are read, the others refused by name`() async throws {
    let folder = try #require(folder)
    var counts: [String: Int] = [:]
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    for name in names where !name.hasPrefix(".") && !name.hasSuffix(".lock") {
      let verdict = await verdict("\(folder)/\(name)")
      counts[String(verdict.prefix { $0 != ":" }), default: 0] += 1
      if verdict != "read" { print("\(name): \(verdict)") }
    }
    print(counts.sorted { $0.key < $1.key })
    #expect(counts["failed", default: 0] == 0)
  }

  private func verdict(_ path: String) async -> String {
    var files = ["Podfile": text(path)]
    if FileManager.default.fileExists(atPath: path + ".lock") {
      files["Podfile.lock"] = text(path + ".lock")
    }
    let tree = SourceTree(name: "checkout", files: files)
    do throws(Problem) {
      guard let project = ecosystem.discover(in: tree.paths).first else { return "not found" }
      let opened = try await ecosystem.open(project, in: tree)
      _ = try await opened.dependencies()
      _ = try await opened.change(toward: .lock(.init()))
      return "read"
    } catch {
      guard error.kind != .unsolvable, !isUnreachable(error) else { return "read" }
      let position = error.location.map { "\($0.line):\($0.column)" } ?? "-"
      return "\(error.kind): \(position) \(error.subject ?? ""): \(error.message)"
    }
  }

  private func isUnreachable(_ problem: Problem) -> Bool {
    problem.message.contains("does not respond") || problem.message.contains("unreachable")
  }

  private func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }
}
