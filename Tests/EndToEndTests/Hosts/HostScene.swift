import Foundation
import JSON
import TestSupport
import Testing

/// A repository `acme/app` with an outdated library on a fake Gitea, Forgejo, Bitbucket or Azure DevOps.
///
///     let scene = try await HostScene(.gitea)
///     try await scene.run()
///     try await scene.report("build", "success")
struct HostScene {
  /// A host, in the versions that the fakes play.
  enum Host: String, CaseIterable, CustomTestStringConvertible {
    case gitea = "gitea"
    case forgejo = "forgejo"
    case forgejo11 = "forgejo-11"
    case bitbucket = "bitbucket"
    case azure = "azure-devops"

    /// The versions of Gitea and Forgejo.
    static let giteas: [Host] = [.gitea, .forgejo, .forgejo11]
    /// Those whose fakes have archived repositories.
    static let archiving: [Host] = giteas + [.bitbucket]

    /// The word in the operator's file.
    var kind: String { self == .forgejo11 ? "forgejo" : rawValue }
    /// The name of the token's account.
    var bot: String { Self.giteas.contains(self) ? "bot" : "martlet-bot" }
    /// A pull request by its number.
    func pull(_ number: Int) -> String { "\(self == .azure ? "!" : "#")\(number)" }
    var testDescription: String { rawValue }

    fileprivate var flavour: String? { Self.giteas.contains(self) ? rawValue : nil }
    fileprivate var fake: String {
      switch self {
      case .gitea, .forgejo, .forgejo11: "faketea"
      case .bitbucket: "fakebucket"
      case .azure: "fakeazure"
      }
    }
    fileprivate var token: String {
      switch self {
      case .gitea, .forgejo, .forgejo11: "gitea_token_fixed"
      case .bitbucket: "bitbucket_token_fixed"
      case .azure: "azure_token_fixed"
      }
    }
    /// The path of the organization, which is part of Azure DevOps' address.
    fileprivate var path: String { self == .azure ? "/org" : "" }
  }

  /// Merges everything that is green.
  static let merging = "automerge: {update-types: [patch, minor, major], method: squash}"

  let fake: FakeHost
  let folder: Folder
  private let token: String

  /// Creates the repository, whose base demands the check `build`.
  ///
  /// - Parameters:
  ///   - host: the kind of forge.
  ///   - entry: more lines for the entry of `dependabot.yml`.
  ///   - libraries: the versions of the libraries; the repository has the first ones.
  ///   - protection: the rule of the default branch.
  ///   - more: further properties of the repository.
  ///   - token: the token in the operator's file.
  ///   - file: the test file; each has a fake of its own.
  /// - Throws: what the fake refuses.
  init(
    _ host: Host, _ entry: String = HostScene.merging,
    libraries: [String: [String]] = ["aster": ["1.0.0", "1.1.0"]],
    protection: Value = ["contexts": ["build"]], _ more: [(String, Value)] = [],
    token: String? = nil, file: String = #fileID
  ) async throws {
    fake = try await FakeHost.fresh(host.fake, flavour: host.flavour, for: file)
    self.token = token ?? host.token
    var commits: [String: String] = [:]
    for (name, versions) in libraries { commits[name] = try await fake.publish(name, versions) }
    try await fake.found(
      "acme/app", GitHubFiles.application(commits, dependabot: GitHubFiles.dependabot(entry)),
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
        - name: host
          kind: \(host.kind)
          url: "\(fake.url)\(host.path)"
          token: "${env:TOKEN}"
          webhook-secret: hook-secret
          repositories: [acme/*]
      mirrors:
        - {from: "https://github.com/", to: "\(fake.url)/"}
        - {from: "https://api.github.com/", to: "\(fake.url)/"}
        - {from: "https://api.osv.dev/", to: "\(fake.url)/"}

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
      guard let range = log().firstRange(of: "http://127.0.0.1:") else { return false }
      port = Int(log()[range.upperBound...].prefix { $0.isNumber }) ?? 0
      return port > 0
    }
    try await fake.control(
      "webhooks",
      [
        "url": .string("http://127.0.0.1:\(port)/webhooks/host"), "secret": "hook-secret",
        "events": ["*"],
      ])
    return (process, log)
  }

  /// Reports the status of a pull request's head.
  func report(_ context: String, _ state: String, on number: Int = 1) async throws {
    try await fake.control(
      "status",
      [
        "repo": "acme/app", "pr": .int(number), "context": .string(context),
        "state": .string(state),
      ])
  }

  /// Lets a person do something to a pull request.
  func act(_ what: [(String, Value)], on number: Int = 1) async throws {
    try await fake.control(
      "pr", .object(Object([("repo", "acme/app"), ("pr", .int(number)), ("by", "ann")] + what)))
  }

  /// Lets a person comment.
  func say(_ words: String, by user: String = "ann", on number: Int = 1) async throws {
    try await fake.control(
      "comment",
      ["repo": "acme/app", "pr": .int(number), "user": .string(user), "body": .string(words)])
  }

  /// Lets ann push a file.
  func push(_ path: String, _ text: String, to branch: String? = nil) async throws {
    var body = Object([("repo", "acme/app"), ("author", "ann"), ("message", "By hand")])
    body["files"] = .object(Object([(path, .string(text))]))
    body["branch"] = branch.map { .string($0) }
    try await fake.control("commit", .object(body))
  }

  /// Returns a pull request from the fake.
  func pull(_ number: Int = 1) async throws -> Value {
    try await pulls().first { $0["number"]?.int == number } ?? .null
  }

  func pulls() async throws -> [Value] { try await fake.state("acme/app")["prs"]?.array ?? [] }

  /// The commit of a branch.
  func head(_ branch: String = "martlet/swift/aster") async throws -> String? {
    try await fake.state("acme/app")["branches"]?[branch]?.string
  }

  /// The number of requests to the host's API so far, without git and advisories.
  func requests() async throws -> Int {
    let all = try await fake.control("requests").array ?? []
    return all.count { request in
      let operation = request["op"]?.string ?? ""
      return !operation.hasPrefix("git:") && !operation.hasPrefix("osv:")
    }
  }

  /// Deletes martlet's state.
  func loseState() {
    for end in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: folder.path + "/martlet.db" + end)
    }
  }

  /// Expects that all requests followed the host's description, and that nothing is left over.
  func expectOrder() async throws {
    #expect(try await fake.violations() == [])
    let state = try await fake.state("acme/app")
    #expect(state["orphan_branches"] == [] && state["duplicate_open_titles"] == [])
  }
}
