import Foundation
import JSON
import TestSupport
import Testing

/// The issues of martlet on fakes of GitHub, GitLab, Gitea and Forgejo, by the whole program.
///
///     let scene = try await IssueScene(.gitLab, "dashboard: true")
///     try await scene.run()
///     try await scene.tick("open swift")
struct IssueScene {
  /// A host that has issues.
  enum Host: String, CaseIterable, CustomTestStringConvertible {
    case gitHub = "github"
    case gitLab = "gitlab"
    case gitea
    case forgejo

    var testDescription: String { rawValue }
    /// The folder for settings.
    fileprivate var settings: String { ".\(rawValue)" }
    fileprivate var fake: String {
      switch self {
      case .gitHub: "fakehub"
      case .gitLab: "fakelab"
      case .gitea, .forgejo: "faketea"
      }
    }
    fileprivate var token: String {
      switch self {
      case .gitHub: "github_pat_fixed"
      case .gitLab: "glpat-fixed"
      case .gitea, .forgejo: "gitea_token_fixed"
      }
    }
  }

  let host: Host
  let fake: FakeHost
  let folder: Folder

  /// Creates `acme/app` with two outdated libraries; the limit allows one update.
  ///
  /// - Parameters:
  ///   - host: the kind of forge.
  ///   - keys: lines for the top of the repository's file.
  ///   - entry: lines for its entry; nil: the repository has no file.
  ///   - settings: lines for the operator's file.
  ///   - more: further properties of the repository.
  ///   - others: further files by path.
  ///   - file: the test file; each has a fake of its own.
  /// - Throws: what the fake refuses.
  init(
    _ host: Host, _ keys: String = "", entry: String? = "open-pull-requests-limit: 1",
    settings: String = "", _ more: [(String, Value)] = [], adding others: [String: String] = [:],
    file: String = #fileID
  ) async throws {
    self.host = host
    fake = try await FakeHost.fresh(
      host.fake, flavour: host.fake == "faketea" ? host.rawValue : nil, for: file)
    var commits: [String: String] = [:]
    for name in ["aster", "borage"] {
      commits[name] = try await fake.publish(name, ["1.0.0", "1.1.0"])
    }
    var files = GitHubFiles.application(
      commits, dependabot: "\(keys)\n" + GitHubFiles.dependabot(entry ?? ""))
    files[".github/martlet.yml"] = files.removeValue(forKey: ".github/dependabot.yml")
    if entry == nil { files[".github/martlet.yml"] = nil }
    files = Self.moved(files, to: host.settings).merging(others) { $1 }
    try await fake.found(
      "acme/app", files, [("collaborators", ["ann": "write", "eve": "read"])] + more)
    folder = try Folder()
    try folder.write(
      """
      state: sqlite:martlet.db
      cache: cache
      listen: 127.0.0.1:0
      \(settings)
      forges:
        - name: host
          kind: \(host.rawValue)
          url: "\(fake.url)"
          token: "${env:TOKEN}"
          webhook-secret: hook-secret
          repositories: [acme/*]
      mirrors:
        - {from: "https://github.com/", to: "\(fake.url)/"}
        - {from: "https://api.github.com/", to: "\(fake.url)/"}
        - {from: "https://api.osv.dev/", to: "\(fake.url)/"}

      """, to: "martlet.yml")
  }

  private static func moved(_ files: [String: String], to folder: String) -> [String: String] {
    let pairs = files.map { ($0.key.replacing(".github/", with: "\(folder)/"), $0.value) }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Where the repository's file is.
  var file: String { "\(host.settings)/martlet.yml" }

  @discardableResult
  func run(_ words: [String] = ["run"]) async throws -> Program.Outcome {
    try await Program.run(
      words + ["--config", "martlet.yml", "--log-level", "error"],
      in: folder.path, environment: ["TOKEN": host.token])
  }

  /// Starts a run that the test can end.
  func start() throws -> ChildProcess {
    try Program.start(
      ["run", "--config", "martlet.yml", "--log-level", "error"], in: folder.path,
      environment: ["TOKEN": host.token])
  }

  /// Starts the daemon and sends it the fake's webhooks.
  func serve() async throws -> (process: ChildProcess, log: @Sendable () -> String) {
    let process = try Program.start(
      ["serve", "--config", "martlet.yml", "--log-level", "debug"], as: "daemon", in: folder.path,
      environment: ["TOKEN": host.token])
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

  func state() async throws -> Value { try await fake.state("acme/app") }

  /// The issues with a marker, by state.
  func issues(_ purpose: String, _ state: String = "open") async throws -> [Value] {
    try await self.state()["issues"]?.array?.filter { issue in
      issue["state"] == .string(state)
        && issue["body"]?.string?.contains("<!-- martlet-\(purpose) -->") == true
    } ?? []
  }

  /// The text of the only open issue with a marker.
  func body(_ purpose: String) async throws -> String {
    let open = try await issues(purpose)
    #expect(open.count == 1, "\(open)")
    return open.first?["body"]?.string ?? ""
  }

  func pulls(_ state: String = "open") async throws -> [Value] {
    try await self.state()["prs"]?.array?.filter { $0["state"] == .string(state) } ?? []
  }

  /// Ticks the box of a line of the dashboard as a person.
  func tick(_ text: String, by login: String = "ann") async throws {
    let issue = try #require(try await issues("dashboard").first)
    let lines = (issue["body"]?.string ?? "").split(
      separator: "\n", omittingEmptySubsequences: false)
    let ticked = lines.map { line in
      line.contains(text) ? String(line).replacing("- [ ]", with: "- [x]") : String(line)
    }
    try await act(
      on: try #require(issue["number"]?.int),
      [("by", .string(login)), ("body", .string(ticked.joined(separator: "\n")))])
  }

  /// Changes an issue as a person.
  func act(on issue: Int, _ what: [(String, Value)]) async throws {
    try await fake.control(
      "issue", .object(Object([("repo", "acme/app"), ("issue", .int(issue))] + what)))
  }

  func push(_ text: String, to path: String) async throws {
    try await fake.control(
      "commit",
      [
        "repo": "acme/app", "author": "ann", "message": "By hand",
        "files": .object(Object([(path, .string(text))])),
      ])
  }

  func loseState() {
    for end in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: folder.path + "/martlet.db" + end)
    }
  }
}

@Suite(.needsFakeHost, .serialized) struct `An issue on a host` {
  @Test(arguments: IssueScene.Host.allCases)
  func `of a dashboard is written once, obeys people with write access, and undoes the rest`(
    host: IssueScene.Host
  ) async throws {
    let scene = try await IssueScene(host, "dashboard: true")
    #expect(try await scene.run().code == 0)
    #expect(try await scene.body("dashboard").contains("open now: `borage` `1.0.0` → `1.1.0`"))
    let writes = try await scene.fake.writes().count
    #expect(try await scene.run().code == 0)
    #expect(try await scene.fake.writes().count == writes)
    // On Gitea, only people with write access can edit, and it doesn't report names.
    if host == .gitHub || host == .gitLab {
      try await scene.tick("open swift / borage", by: "eve")
      try await scene.run()
      #expect(try await scene.pulls().count == 1)
      #expect(try await scene.body("dashboard").contains("`@eve` has not"))
    }
    try await scene.tick("open swift / borage")
    try await scene.run()
    #expect(try await scene.pulls().count == 2)
    let text = try await scene.body("dashboard")
    #expect(!text.contains("open now") && !text.contains("[x]"))
    scene.loseState()
    try await scene.run()
    #expect(try await scene.body("dashboard") == text)
    #expect(try await scene.issues("dashboard", "closed").isEmpty)
    #expect(try await scene.fake.violations() == [])
  }

  @Test(arguments: IssueScene.Host.allCases)
  func `of a dashboard leads to a visit when somebody ticks a box`(host: IssueScene.Host)
    async throws
  {
    let scene = try await IssueScene(host, "dashboard: true")
    let (daemon, log) = try await scene.serve()
    try await eventually { try await scene.issues("dashboard").count == 1 }
    try await scene.tick("open swift / borage")
    try await eventually { try await scene.pulls().count == 2 }
    try await eventually {
      try await !scene.body("dashboard").contains("open now")
    }
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0, "\(log())")
    #expect(try await scene.fake.control("violations")["webhooks"]?.array?.isEmpty == true)
    #expect(try await scene.fake.violations() == [])
  }

  @Test(arguments: IssueScene.Host.allCases)
  func `of a dashboard opens an approved step`(host: IssueScene.Host) async throws {
    let scene = try await IssueScene(host, "dashboard: true", entry: "approval: [minor]")
    let outcome = try await scene.run()
    #expect(outcome.out.contains("waits for an approval in the dashboard (#"))
    #expect(try await scene.pulls().isEmpty)
    try await scene.tick("approve swift / aster")
    try await scene.run()
    #expect(try await scene.pulls().map { $0["title"] } == ["Bump aster from 1.0.0 to 1.1.0"])
    scene.loseState()
    try await scene.run()
    #expect(try await scene.pulls().count == 1)
  }

  @Test(arguments: IssueScene.Host.allCases)
  func `of a dashboard is missed in a repository without issues, and stops no update`(
    host: IssueScene.Host
  ) async throws {
    let scene = try await IssueScene(host, "dashboard: true", [("has_issues", false)])
    let outcome = try await scene.run()
    // The fakes of GitLab and Gitea refuse an issue, but don't say that issues are switched off.
    let reason =
      host == .gitHub ? "there is no place for the dashboard" : "the dashboard cannot be written"
    #expect(outcome.out.contains(reason), "\(outcome.out)")
    #expect(try await scene.pulls().count == 1)
  }

  @Test(arguments: IssueScene.Host.allCases)
  func `about a configuration says what is wrong, and closes itself`(host: IssueScene.Host)
    async throws
  {
    let scene = try await IssueScene(host, settings: "notices: issue")
    let good = try #require(
      try await scene.state()["files"]?["main"]?[scene.file]?.string)
    try await scene.push(good.replacing("directory", with: "directry"), to: scene.file)
    try await scene.run()
    #expect(try await scene.body("notice").contains("unknown key 'directry'"))
    try await scene.run()
    #expect(try await scene.issues("notice").count == 1)
    try await scene.push(good, to: scene.file)
    try await scene.run()
    #expect(try await scene.issues("notice").isEmpty)
    #expect(try await scene.issues("notice", "closed").count == 1)
    #expect(try await scene.fake.violations() == [])
  }

  @Test(arguments: IssueScene.Host.allCases)
  func `about a configuration is not opened in a fork`(host: IssueScene.Host) async throws {
    let scene = try await IssueScene(
      host, settings: "notices: issue\nforks: include", [("fork", true)])
    try await scene.push("updates: 1\n", to: scene.file)
    try await scene.run()
    #expect(try await scene.state()["issues"] == [])
  }
  @Test(arguments: IssueScene.Host.allCases)
  func `is not needed to propose a configuration, once, which a person declines`(
    host: IssueScene.Host
  ) async throws {
    let scene = try await IssueScene(
      host, entry: nil, settings: "onboarding: {as: pull-request, per-day: 5}")
    try await scene.run()
    let pull = try #require(try await scene.pulls().first)
    #expect(pull["title"] == .string("Add \(scene.file)"))
    let body = try #require(pull["body"]?.string)
    #expect(body.contains("the group `minor-and-patch`: "), "\(body)")
    #expect(body.contains("`aster` `1.0.0` → `1.1.0`"), "\(body)")
    try await scene.run()
    #expect(try await scene.pulls().count == 1)
    try await scene.fake.control(
      "pr", ["repo": "acme/app", "pr": 1, "by": "ann", "state": "closed"])
    try await scene.run()
    scene.loseState()
    try await scene.run()
    #expect(try await scene.pulls().isEmpty)
    #expect(try await scene.fake.violations() == [])
  }

  @Test(arguments: IssueScene.Host.allCases)
  func `can propose a configuration`(host: IssueScene.Host) async throws {
    let scene = try await IssueScene(host, entry: nil, settings: "onboarding: issue")
    try await scene.run()
    #expect(try await scene.body("onboarding").contains("package-ecosystem: swift"))
    try await scene.run()
    #expect(try await scene.issues("onboarding").count == 1)
    #expect(try await scene.fake.violations() == [])
  }
}
