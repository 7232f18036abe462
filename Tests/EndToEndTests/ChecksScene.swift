import Foundation
import JSON
import TestSupport
import Testing

/// A repository on the fake GitHub with outdated libraries, for tests of checks and merges.
///
/// `aster` has a minor update, `borage` a patch, `clover` a major one.
struct ChecksScene {
  let fake: FakeHost
  /// Between martlet and the fake.
  let line: FaultyProxy
  let folder: Folder

  /// Creates the repository.
  ///
  /// - Parameters:
  ///   - entry: more lines for the entry of the repository's file.
  ///   - required: the checks that the base branch demands.
  ///   - approvals: the approving reviews that the base branch demands.
  ///   - libraries: the dependencies of the repository.
  ///   - allowsAutoMerge: whether the repository allows auto-merge.
  ///   - file: the test file; each has a fake of its own.
  /// - Throws: what the fake refuses.
  init(
    _ entry: String = "", required: [String] = [], approvals: Int = 0,
    libraries: [String] = ["aster"], allowsAutoMerge: Bool = false, file: String = #fileID
  ) async throws {
    fake = try await FakeHost.fresh(for: file)
    line = try FaultyProxy(to: fake.port)
    var commits: [String: String] = [:]
    for name in libraries { commits[name] = try await fake.publish(name, versions[name] ?? []) }
    let contexts = Value.array(required.map { .string($0) })
    let isProtected = !required.isEmpty || approvals > 0
    try await fake.found(
      "acme/app", GitHubFiles.application(commits, dependabot: GitHubFiles.dependabot(entry)),
      [
        ("allow_auto_merge", .bool(allowsAutoMerge)),
        ("protection", isProtected ? ["contexts": contexts, "approvals": .int(approvals)] : [:]),
      ])
    folder = try Folder(["martlet.yml": GitHubFiles.configuration("http://127.0.0.1:\(line.port)")])
  }

  private static let environment = ["TOKEN": "github_pat_fixed"]

  @discardableResult
  func martlet(_ words: String...) async throws -> Program.Outcome {
    try await Program.run(
      words + ["--config", "martlet.yml", "--log-level", "error"], in: folder.path,
      environment: Self.environment)
  }

  /// Returns what the run reports for each pull request, by number.
  func run(_ words: String...) async throws -> [Int: Value] {
    let outcome = try await Program.run(
      ["run", "--json", "--config", "martlet.yml", "--log-level", "error"] + words,
      in: folder.path, environment: Self.environment)
    let repository = try outcome.document()["repositories"]?.array?.first
    let all = repository?["pullRequests"]?.array ?? []
    return Dictionary(all.map { ($0["number"]?.int ?? 0, $0) }) { $1 }
  }

  /// Sets a check of a pull request's head.
  func check(_ name: String, _ conclusion: String, on number: Int = 1) async throws {
    try await fake.control(
      "check",
      [
        "repo": "acme/app", "pr": .int(number), "name": .string(name),
        "conclusion": .string(conclusion),
      ])
  }

  /// Adds a person's review to a pull request.
  func review(_ state: String = "APPROVED", on number: Int = 1) async throws {
    try await fake.control(
      "review",
      ["repo": "acme/app", "pr": .int(number), "user": "ann", "state": .string(state)])
  }

  /// Commits to a branch as a person.
  func push(_ files: [String: String], to branch: String? = nil) async throws {
    var body = Object([("repo", "acme/app"), ("message", "Edit by hand")])
    body["files"] = .object(Object(files.sorted { $0.key < $1.key }.map { ($0, .string($1)) }))
    body["branch"] = branch.map { .string($0) }
    try await fake.control("commit", .object(body))
  }

  /// Returns a pull request from the fake.
  func pull(_ number: Int = 1) async throws -> Value {
    let all = try await fake.state("acme/app")["prs"]?.array ?? []
    return all.first { $0["number"]?.int == number } ?? .null
  }

  func labels(_ number: Int = 1) async throws -> [String] {
    try await pull(number)["labels"]?.array?.compactMap(\.string) ?? []
  }

  func comments(_ number: Int = 1) async throws -> [String] {
    try await pull(number)["comments"]?.array?.compactMap { $0["body"]?.string } ?? []
  }

  func branches() async throws -> [String] {
    try await fake.state("acme/app")["branches"]?.object?.keys.sorted() ?? []
  }

  /// Returns the operations that wrote something, after a number of requests.
  func writes(since: Int = 0) async throws -> [String] {
    let all = try await fake.control("requests?since=\(since)").array ?? []
    return all.filter { $0["mutating"]?.bool == true }.compactMap { $0["op"]?.string }
  }

  func requests() async throws -> Int { try await fake.control("requests").array?.count ?? 0 }

  /// Commits a version of the application without dependencies as a person.
  func removeLibraries() async throws {
    try await push(GitHubFiles.application([:], dependabot: GitHubFiles.dependabot()))
  }

  func loseState() {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: folder.path + "/martlet.db" + suffix)
    }
  }
}

private let versions = [
  "aster": ["1.0.0", "1.1.0"], "borage": ["1.0.0", "1.0.1"], "clover": ["1.0.0", "2.0.0"],
]
