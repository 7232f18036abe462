import Foundation
import JSON
import TestSupport
import Testing

/// Publishing a hundred libraries takes minutes, so the suite has its own fake and runs beside
/// the others.
@Suite(.needsFakeHost, .slow) struct `Of a hundred outdated dependencies` {
  private let names = (100..<200).map { "bird\($0)" }

  @Test func `five are proposed, and more as the limit rises`() async throws {
    let libraries = Dictionary(names.map { ($0, ["1.0.0", "1.1.0"]) }) { $1 }
    let scene = try await GitHubScene(libraries: libraries)
    let (out, asked) = try await run(scene)
    #expect(
      try await scene.openTitles() == names.prefix(5).map { "Bump \($0) from 1.0.0 to 1.1.0" })
    #expect(out.contains("bird199: 1.1.0 waits: the limit of 5 open pull requests is reached"))
    print("a hundred outdated: \(asked) requests for 5 pull requests")
    // The base and its tree once; then tree, commit, branch, pull request and label for each.
    #expect(asked <= 5 * 9)
    try await scene.push(scene.files(names, rules: "open-pull-requests-limit: 12"))
    let (_, more) = try await run(scene)
    #expect(try await scene.openTitles().count == 12)
    print("raised to twelve: \(more) requests for 7 more")
    #expect(try await scene.fake.state("acme/app")["duplicate_open_titles"] == [])
    #expect(try await scene.fake.violations().isEmpty)
  }

  /// Makes a pass, and returns its output and the number of API requests.
  private func run(_ scene: GitHubScene) async throws -> (out: String, asked: Int) {
    let start = try await scene.count()
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    return (outcome.out, try await scene.requests(since: start).count)
  }
}

@Suite(.slow) struct `Of three thousand projects` {
  /// The locks of all projects take minutes if each one is looked for among all files again.
  @Test(.timeLimit(.minutes(3))) func `each gets its lock`() async throws {
    let manifests = (0..<3_000).map { number in
      ("app/g\(number / 100)/p\(number)/package.json", "{\"name\": \"p\(number)\"}\n")
    }
    let folder = try Folder(Dictionary(manifests) { $1 })
    let outcome = try await Program.run("lock", "app", in: folder.path)
    #expect(outcome.code == 0, "\(outcome.error.prefix(1_000))")
    for name in ["app/g0/p0", "app/g29/p2999"] {
      #expect(try folder.read(name + "/package-lock.json").contains("\"lockfileVersion\": 3"))
    }
  }

  @Test func `the lock of a root has its members`() async throws {
    let folder = try Folder([
      "app/package.json": "{\"name\": \"a\", \"workspaces\": [\"x\"]}\n",
      "app/x/package.json": "{\"name\": \"x\", \"version\": \"1.0.0\"}\n",
    ])
    #expect(try await Program.run("lock", "app", in: folder.path).code == 0)
    #expect(try folder.read("app/package-lock.json").contains("node_modules/x"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/app/x/package-lock.json"))
  }
}
