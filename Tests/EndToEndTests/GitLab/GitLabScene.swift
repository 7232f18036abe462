import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// A project `acme/tools/app` on fakelab with outdated libraries, whose git servers are the fake's.
struct GitLabScene: Sendable {
  static let project = "acme/tools/app"

  let fake: FakeHost
  let folder: Folder

  /// Resets the fake of a file of tests.
  ///
  /// - Parameters:
  ///   - entry: lines for the end of the only entry of `dependabot.yml`.
  ///   - libraries: their versions; the project has the first one.
  ///   - settings: the project's settings for merging.
  ///   - notes: the release notes of each version.
  ///   - more: further properties of the project.
  ///   - file: the test file; each has its own fake.
  /// - Throws: what the fake refuses.
  init(
    _ entry: String = "", libraries: [String: [String]] = ["aster": ["1.0.0", "1.1.0"]],
    settings: Value = [:], notes: String = "Fixes.", more: [(String, Value)] = [],
    file: String = #fileID
  ) async throws {
    fake = try await FakeHost.fresh("fakelab", for: file)
    var commits: [String: String] = [:]
    for (name, versions) in libraries {
      commits[name] = try await fake.publish(name, versions, notes: notes)
    }
    try await fake.found(
      Self.project, GitHubFiles.application(commits, dependabot: GitHubFiles.dependabot(entry)),
      [("collaborators", ["ann": "write", "eve": "read"]), ("settings", settings)] + more)
    folder = try Folder(["martlet.yml": Self.configuration(fake.url)])
  }

  private static func configuration(_ url: String) -> String {
    """
    state: sqlite:martlet.db
    cache: cache
    forges:
      - name: lab
        kind: gitlab
        url: "\(url)"
        token: "${env:TOKEN}"
        webhook-secret: hook-secret
        repositories: [acme/**]
    mirrors:
      - {from: "https://github.com/", to: "\(url)/"}
      - {from: "https://api.github.com/", to: "\(url)/"}
      - {from: "https://api.osv.dev/", to: "\(url)/"}

    """
  }

  private static let environment = ["TOKEN": "glpat-fixed"]

  func martlet(_ words: String..., token: String = "glpat-fixed") async throws -> Program.Outcome {
    try await Program.run(
      words + ["--config", "martlet.yml", "--log-level", "error"], in: folder.path,
      environment: ["TOKEN": token])
  }

  /// Returns what a run reports for each merge request, by number.
  @discardableResult
  func run(_ words: String...) async throws -> [Int: Value] {
    let outcome = try await Program.run(
      ["run", "--json", "--config", "martlet.yml", "--log-level", "error"] + words,
      in: folder.path, environment: Self.environment)
    let repository = try outcome.document()["repositories"]?.array?.first
    let all = repository?["pullRequests"]?.array ?? []
    return Dictionary(all.map { ($0["number"]?.int ?? 0, $0) }) { $1 }
  }

  /// Starts the daemon, and lets the fake deliver its webhooks to it.
  func serve(_ more: [(String, Value)] = [("secret", "hook-secret")]) async throws -> GitLabDaemon {
    let daemon = try GitLabDaemon(folder, environment: Self.environment)
    try await eventually { daemon.port != nil }
    let body = Object(
      [
        ("url", .string("http://127.0.0.1:\(daemon.port ?? 0)/webhooks/lab")), ("events", ["*"]),
      ] + more)
    try await fake.control("webhooks", .object(body))
    return daemon
  }

  /// Adds a pipeline of one job to a merge request, which can test the merge of its head.
  func pipeline(
    _ status: String, job: String = "build", on number: Int = 1, ofMerge: Bool = false
  ) async throws {
    try await control(
      "pipeline",
      [
        ("pr", .int(number)), ("merge", .bool(ofMerge)),
        ("jobs", [["name": .string(job), "status": .string(status)]]),
      ])
  }

  /// Tells the fake something about the project.
  @discardableResult
  func control(_ what: String, _ body: [(String, Value)]) async throws -> Value {
    try await fake.control(what, .object(Object([("repo", .string(Self.project))] + body)))
  }

  func say(_ words: String, by user: String = "ann", on number: Int = 1) async throws {
    try await control(
      "comment", [("pr", .int(number)), ("user", .string(user)), ("body", .string(words))])
  }

  func state() async throws -> Value { try await fake.state(Self.project) }

  /// Returns a merge request from the fake.
  func pull(_ number: Int = 1) async throws -> Value {
    try await state()["prs"]?.array?.first { $0["number"]?.int == number } ?? .null
  }

  func openTitles() async throws -> [String] {
    let all = try await state()["prs"]?.array ?? []
    return all.filter { $0["state"] == "open" }.compactMap { $0["title"]?.string }.sorted()
  }

  /// The API's requests from a number on.
  func requests(since first: Int = 0) async throws -> [String] {
    let all = try await fake.control("requests?since=\(first)").array ?? []
    return all.compactMap { request in
      guard let operation = request["op"]?.string, operation.contains("ApiV4") else { return nil }
      let isOurs = request["path"]?.string?.contains("acme%2Ftools%2Fapp") == true
      return isOurs ? operation.replacing("ApiV4Projects", with: "") : nil
    }
  }

  func count() async throws -> Int { try await fake.control("requests").array?.count ?? 0 }

  /// Deletes martlet's state.
  func loseState() {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: folder.path + "/martlet.db" + suffix)
    }
  }
}

/// `martlet serve` beside fakelab.
final class GitLabDaemon: Sendable {
  let process: ChildProcess
  private let folder: Folder

  init(_ folder: Folder, environment: [String: String]) throws {
    self.folder = folder
    process = try Program.start(
      [
        "serve", "--config", "martlet.yml", "--log-level", "debug", "--listen", "127.0.0.1:0",
      ], as: "daemon", in: folder.path, environment: environment)
  }

  /// The log so far.
  var log: String { (try? folder.read("daemon.error")) ?? "" }

  /// The port in its first line; nil before that.
  var port: Int? {
    guard let range = log.firstRange(of: "http://127.0.0.1:") else { return nil }
    return Int(log[range.upperBound...].prefix { $0.isNumber })
  }

  /// Sends a delivery with headers of its own, and returns the status.
  func deliver(_ body: String, _ headers: Headers) async throws -> Int {
    var headers = headers
    headers["Content-Type"] = "application/json"
    return try await FakeHost.live.send(
      Request(
        .post, "http://127.0.0.1:\(port ?? 0)/webhooks/lab", headers: headers,
        body: Array(body.utf8))
    ).status
  }

  /// Sends SIGTERM.
  func end() async {
    process.signal(SIGTERM)
    #expect(await process.end() == 0)
  }
}
