import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// A repository with outdated libraries, two by default, whose git servers are the
/// fake's.
struct GitHubScene {
  static let two = ["aster": ["1.0.0", "1.1.0", "2.0.0"], "borage": ["1.0.0", "1.1.0"]]

  let fake: FakeHost
  let folder: Folder
  /// The commits of the libraries' first versions.
  private(set) var pins: [String: String] = [:]

  /// Resets the fake GitHub of a file of tests.
  ///
  /// - Parameters:
  ///   - file: the test file; each has its own fake.
  ///   - collaborators: roles by login.
  ///   - rules: lines for the end of the only entry of `dependabot.yml`.
  ///   - libraries: their versions; the repository has the first one.
  ///   - more: further properties of the repository.
  /// - Throws: the error of the fake.
  init(
    for file: String = #fileID, collaborators: Value = [:], rules: String = "",
    libraries: [String: [String]] = GitHubScene.two, _ more: [(String, Value)] = []
  ) async throws {
    fake = try await FakeHost.fresh(for: file)
    for (name, versions) in libraries { pins[name] = try await fake.publish(name, versions) }
    try await fake.found(
      "acme/app", GitHubFiles.application(pins, dependabot: GitHubFiles.dependabot(rules)),
      [("collaborators", collaborators)] + more)
    folder = try Folder(["martlet.yml": GitHubFiles.configuration(fake.url)])
  }

  func martlet(_ words: String...) async throws -> Program.Outcome {
    try await Program.run(
      words + ["--config", "martlet.yml", "--log-level", "error"], in: folder.path,
      environment: ["TOKEN": "github_pat_fixed"])
  }

  /// Returns the operations since the last call, all of them or only writes.
  func writes() async throws -> [String] {
    let all = try await fake.control("requests").array ?? []
    return all.filter { $0["mutating"]?.bool == true }.compactMap { $0["op"]?.string }
  }

  /// The requests about the repository since a number of requests.
  func requests(since first: Int) async throws -> [(operation: String, isConditional: Bool)] {
    let all = try await fake.control("requests?since=\(first)").array ?? []
    return all.filter { $0["path"]?.string?.contains("/repos/acme/app") == true }.map { request in
      (request["op"]?.string ?? "", request["conditional_hit"] == true)
    }
  }

  /// The number of requests so far.
  func count() async throws -> Int { try await fake.control("requests").array?.count ?? 0 }

  /// Adds a comment to a pull request.
  func say(_ words: String, on number: Int = 1, by user: String = "ann") async throws {
    try await fake.control(
      "comment",
      ["repo": "acme/app", "pr": .int(number), "user": .string(user), "body": .string(words)])
  }

  /// Changes a pull request as a person.
  func act(_ what: [(String, Value)], on number: Int = 1) async throws {
    var body = Object(what)
    body["repo"] = "acme/app"
    body["pr"] = .int(number)
    try await fake.control("pr", .object(body))
  }

  /// Pushes a commit as a person.
  func push(_ files: [String: String], to branch: String? = nil) async throws {
    var body = Object([("repo", "acme/app"), ("message", "By hand")])
    body["files"] = .object(Object(files.sorted { $0.key < $1.key }.map { ($0, .string($1)) }))
    body["branch"] = branch.map { .string($0) }
    try await fake.control("commit", .object(body))
  }

  /// Commits the application's files with other rules or libraries.
  func files(_ libraries: [String] = ["aster", "borage"], rules: String = "") -> [String: String] {
    GitHubFiles.application(
      pins.filter { libraries.contains($0.key) }, dependabot: GitHubFiles.dependabot(rules))
  }

  /// Returns a pull request from the fake.
  func pull(_ number: Int = 1) async throws -> Value {
    let all = try await fake.state("acme/app")["prs"]?.array ?? []
    return all.first { $0["number"] == .int(number) } ?? .null
  }

  /// Returns martlet's comments on a pull request.
  func answers(on number: Int = 1) async throws -> [String] {
    try await pull(number)["comments"]?.array?.filter { $0["user"] == "bot" }
      .compactMap { $0["body"]?.string } ?? []
  }

  /// The commit of a branch, or nil.
  func head(_ branch: String) async throws -> String? {
    try await fake.state("acme/app")["branches"]?[branch]?.string
  }

  /// The lock of a branch.
  func lock(on branch: String) async throws -> String {
    try await fake.state("acme/app")["files"]?[branch]?["Package.resolved"]?.string ?? ""
  }

  /// The parent of a commit.
  func parent(of commit: String) async throws -> String? {
    try await fake.state("acme/app")["commits"]?[commit]?["parents"]?.array?.first?.string
  }

  /// Deletes martlet's state.
  func loseState() {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: folder.path + "/martlet.db" + suffix)
    }
  }

  func openTitles(in repository: String = "acme/app") async throws -> [String] {
    let all = try await fake.state(repository)["prs"]?.array ?? []
    return all.filter { $0["state"] == "open" }.compactMap { $0["title"]?.string }.sorted()
  }
}
