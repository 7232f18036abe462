import Foundation
import JSON
import TestSupport
import Testing

/// A repository `acme/app` with an outdated library on a fake Azure DevOps.
///
///     let scene = try await AzureScene()
///     try await scene.run()
///     try await scene.report("build", "success")
struct AzureScene {
  /// Merges everything that is green.
  static let merging = "automerge: {update-types: [patch, minor, major], method: squash}"

  let hub: FakeHub
  let folder: Folder
  private let token: String

  /// Creates the repository, whose base demands the check `build`.
  ///
  /// - Parameters:
  ///   - entry: more lines for the entry of `dependabot.yml`.
  ///   - libraries: the versions of the libraries; the repository has the first ones.
  ///   - protection: the rule of the default branch.
  ///   - more: further properties of the repository.
  ///   - token: the token in the operator's file.
  ///   - file: the test file; each has a fake of its own.
  /// - Throws: what the fake refuses.
  init(
    _ entry: String = AzureScene.merging,
    libraries: [String: [String]] = ["aster": ["1.0.0", "1.1.0"]],
    protection: Value = ["contexts": ["build"]], _ more: [(String, Value)] = [],
    token: String = "azure_token_fixed", file: String = #fileID
  ) async throws {
    hub = try await FakeHub.fresh("fakeazure", for: file)
    self.token = token
    var commits: [String: String] = [:]
    for (name, versions) in libraries { commits[name] = try await hub.publish(name, versions) }
    try await hub.found(
      "acme/app", HubFiles.application(commits, dependabot: HubFiles.dependabot(entry)),
      [
        ("collaborators", ["ann": "write", "eve": "read"]), ("protection", protection),
      ] + more)
    folder = try Folder()
    try folder.write(
      """
      state: sqlite:martlet.db
      cache: cache
      listen: 127.0.0.1:0
      forges:
        - name: azure
          kind: azure-devops
          url: "\(hub.url)/org"
          token: "${env:TOKEN}"
          webhook-secret: hook-secret
          repositories: [acme/*]
      mirrors:
        - {from: "https://github.com/", to: "\(hub.url)/"}
        - {from: "https://api.github.com/", to: "\(hub.url)/"}
        - {from: "https://api.osv.dev/", to: "\(hub.url)/"}

      """, to: "martlet.yml")
  }

  /// Runs a command with the scene's configuration.
  @discardableResult
  func martlet(_ words: String...) async throws -> Program.Outcome {
    try await Program.run(
      words + ["--config", "martlet.yml", "--log-level", "error"], in: folder.path,
      environment: ["TOKEN": token])
  }

  /// Makes a pass and expects it to succeed.
  @discardableResult
  func run() async throws -> String {
    let outcome = try await martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    return outcome.out
  }

  /// Starts the daemon and sends it the fake's webhooks.
  func serve() async throws -> (process: ChildProcess, log: @Sendable () -> String) {
    let process = try Program.start(
      ["serve", "--config", "martlet.yml", "--log-level", "debug"], as: "daemon", in: folder.path,
      environment: ["TOKEN": token])
    let folder = folder
    let log: @Sendable () -> String = { (try? folder.read("daemon.error")) ?? "" }
    var port = 0
    try await eventually {
      guard let place = log().firstRange(of: "http://127.0.0.1:") else { return false }
      port = Int(log()[place.upperBound...].prefix { $0.isNumber }) ?? 0
      return port > 0
    }
    try await hub.control(
      "webhooks",
      [
        "url": .string("http://127.0.0.1:\(port)/webhooks/azure"), "secret": "hook-secret",
        "events": ["*"],
      ])
    return (process, log)
  }

  /// Reports the status of a pull request's head.
  func report(_ context: String, _ state: String, on number: Int = 1) async throws {
    try await hub.control(
      "status",
      [
        "repo": "acme/app", "pr": .int(number), "context": .string(context),
        "state": .string(state),
      ])
  }

  /// Lets a person do something to a pull request.
  func act(_ what: [(String, Value)], on number: Int = 1) async throws {
    try await hub.control(
      "pr", .object(Object([("repo", "acme/app"), ("pr", .int(number)), ("by", "ann")] + what)))
  }

  /// Lets a person comment.
  func say(_ words: String, by user: String = "ann", on number: Int = 1) async throws {
    try await hub.control(
      "comment",
      ["repo": "acme/app", "pr": .int(number), "user": .string(user), "body": .string(words)])
  }

  /// Lets ann push a file.
  func push(_ path: String, _ text: String, to branch: String? = nil) async throws {
    var body = Object([("repo", "acme/app"), ("author", "ann"), ("message", "By hand")])
    body["files"] = .object(Object([(path, .string(text))]))
    body["branch"] = branch.map { .string($0) }
    try await hub.control("commit", .object(body))
  }

  /// A pull request as the fake knows it.
  func pull(_ number: Int = 1) async throws -> Value {
    try await pulls().first { $0["number"]?.int == number } ?? .null
  }

  func pulls() async throws -> [Value] { try await hub.state("acme/app")["prs"]?.array ?? [] }

  /// The commit of a branch.
  func head(_ branch: String = "martlet/swift/aster") async throws -> String? {
    try await hub.state("acme/app")["branches"]?[branch]?.string
  }

  /// The number of requests to Azure DevOps' API so far, without git and advisories.
  func requests() async throws -> Int {
    let all = try await hub.control("requests").array ?? []
    return all.count { request in
      let operation = request["op"]?.string ?? ""
      return !operation.hasPrefix("git:") && !operation.hasPrefix("osv:")
    }
  }

  /// Expects that all requests followed the host's description, and that nothing is left over.
  func expectOrder() async throws {
    #expect(try await hub.violations() == [])
    let state = try await hub.state("acme/app")
    #expect(state["orphan_branches"] == [] && state["duplicate_open_titles"] == [])
  }
}
