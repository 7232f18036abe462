import Crypto
import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// A fake GitHub with one library, repositories that use it, and the daemon beside it.
///
///     let scene = try await ServeScene()
///     let daemon = try await scene.serve()
///     try await scene.push("acme/app")
///     try await eventually { try await scene.open("acme/app").count == 1 }
final class ServeScene: Sendable {
  let fake: FakeHost
  let folder: Folder
  private let state: String
  private let first: String

  /// Publishes version 1.0.0 of the library, which all repositories use.
  ///
  /// - Parameters:
  ///   - repositories: their names.
  ///   - state: as the operator's file names it.
  ///   - suite: suites run side by side, each with a fake of its own.
  /// - Throws: the error of the fake.
  init(
    _ repositories: [String] = ["acme/app"], state: String = "sqlite:martlet.db",
    suite: String = "ServeScene"
  ) async throws {
    fake = try await FakeHost.fresh(for: suite)
    self.state = state
    first = try await fake.publish("aster", ["1.0.0"])
    folder = try Folder()
    for name in repositories { try await add(name) }
  }

  func add(_ name: String) async throws {
    try await fake.found(
      name,
      GitHubFiles.application(
        ["aster": first], dependabot: GitHubFiles.dependabot(interval: "yearly")))
  }

  /// Publishes a version, and returns its commit.
  @discardableResult
  func publish(_ version: String) async throws -> String {
    try await fake.publish("aster", [version])
  }

  /// Commits a version of the library to the default branch as a person.
  func update(_ name: String = "acme/app", to version: String, _ commit: String) async throws {
    try await fake.control(
      "commit",
      [
        "repo": .string(name), "message": "By hand",
        "files": ["Package.resolved": .string(GitHubFiles.resolved(["aster": commit], version))],
      ])
  }

  /// Pushes a commit to the default branch as a person.
  func push(_ name: String = "acme/app") async throws {
    try await fake.control(
      "commit",
      [
        "repo": .string(name), "message": "Move on",
        "files": ["README.md": .string("at \(uniqueName())\n")],
      ])
  }

  /// Titles of open pull requests.
  func open(_ name: String = "acme/app") async throws -> [String] {
    let all = try await fake.state(name)["prs"]?.array ?? []
    return all.filter { $0["state"] == "open" }.compactMap { $0["title"]?.string }.sorted()
  }

  func orphans(_ name: String = "acme/app") async throws -> Value? {
    try await fake.state(name)["orphan_branches"]
  }

  /// Writes the operator's file with further lines, and starts the daemon in its folder.
  func serve(
    as name: String = "daemon", forges: String = "", more: String = "",
    environment: [String: String] = [:], through starter: [String] = []
  ) async throws -> ServedDaemon {
    try configure(forges: forges, more: more)
    let daemon = try ServedDaemon(self, name, environment: environment, through: starter)
    try await eventually { daemon.port != nil }
    try await fake.control(
      "webhooks",
      [
        "url": .string("http://127.0.0.1:\(daemon.port ?? 0)/webhooks/hub"),
        "secret": "hook-secret",
        "events": ["*"],
      ])
    return daemon
  }

  func configure(
    kind: String = "github", credential: String = "token: \"${env:TOKEN}\"", forges: String = "",
    more: String = ""
  ) throws {
    try folder.write(
      """
      state: "\(state)"
      cache: cache
      listen: 127.0.0.1:0
      forges:
        - name: hub
          kind: \(kind)
          url: "\(fake.url)"
          \(credential)
          webhook-secret: hook-secret
          repositories: [acme/*]
      \(forges)
      mirrors:
        - {from: "https://github.com/", to: "\(fake.url)/"}
        - {from: "https://api.github.com/", to: "\(fake.url)/"}
      \(more)
      """, to: "martlet.yml")
  }
}

/// A running `martlet serve`.
final class ServedDaemon: Sendable {
  let process: ChildProcess
  private let folder: Folder
  private let name: String

  init(
    _ scene: ServeScene, _ name: String, port: Int = 0, environment: [String: String] = [:],
    through starter: [String] = []
  ) throws {
    folder = scene.folder
    self.name = name
    process = try Program.start(
      [
        "serve", "--config", "martlet.yml", "--log-level", "debug", "--listen",
        "127.0.0.1:\(port)",
      ], as: name,
      in: scene.folder.path,
      environment: environment.merging(["TOKEN": "github_pat_fixed"]) { given, _ in given },
      through: starter)
  }

  /// The process numbers of its children.
  var workers: [Int32] {
    let threads = "/proc/\(process.id)/task"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []
    return names.flatMap { name in
      let text = (try? String(contentsOfFile: "\(threads)/\(name)/children", encoding: .utf8)) ?? ""
      return text.split(separator: " ").compactMap { Int32($0) }
    }
  }

  /// Returns the body of a page.
  func text(_ path: String) async throws -> String {
    let response = try await FakeHost.live.send(
      Request(.get, "http://127.0.0.1:\(port ?? 0)\(path)"))
    return String(decoding: response.body, as: UTF8.self)
  }

  /// The log so far.
  var log: String { (try? folder.read("\(name).error")) ?? "" }

  /// The port in its first line; nil before that.
  var port: Int? {
    guard let range = log.firstRange(of: "http://127.0.0.1:") else { return nil }
    return Int(log[range.upperBound...].prefix { $0.isNumber })
  }

  /// Sends SIGTERM, and returns the exit code.
  func terminate() async -> Int32 {
    process.signal(SIGTERM)
    return await process.end()
  }

  /// Sends SIGKILL.
  func kill() async {
    process.signal(SIGKILL)
    await process.end()
  }

  func get(_ path: String) async throws -> Int {
    try await FakeHost.live.send(Request(.get, "http://127.0.0.1:\(port ?? 0)\(path)")).status
  }

  /// Sends a webhook, signed unless a signature is given.
  func deliver(
    _ event: String, _ body: String, id: String = uniqueName(), signature: String? = nil
  ) async throws -> Int {
    let bytes = Array(body.utf8)
    let code = Digest.hmac(.sha256, of: bytes, key: Array("hook-secret".utf8)).hexadecimal
    let headers: Headers = [
      "Content-Type": "application/json", "X-GitHub-Event": event, "X-GitHub-Delivery": id,
      "X-Hub-Signature-256": signature ?? "sha256=\(code)",
    ]
    return try await FakeHost.live.send(
      Request(
        .post, "http://127.0.0.1:\(port ?? 0)/webhooks/hub", headers: headers, body: bytes)
    ).status
  }
}
