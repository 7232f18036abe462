import Foundation
import JSON
import TestSupport
import Testing

/// Many repositories with dashboards on a fake GitLab, Gitea or Forgejo: busy ones with an outdated
/// library, so with a pull request, and quiet ones without.
///
///     let scene = try await SurveyedFleet(.gitea, busy: 2, quiet: 12)
///     try await scene.settle()
///     let (unchanged, requests) = try await scene.run()
private struct SurveyedFleet {
  enum Host: String, CustomTestStringConvertible {
    case gitLab = "gitlab"
    case gitea
    case forgejo

    var testDescription: String { rawValue }
    fileprivate var fake: String { self == .gitLab ? "fakelab" : "faketea" }
    fileprivate var token: String { self == .gitLab ? "glpat-fixed" : "gitea_token_fixed" }
  }

  let host: Host
  let fake: FakeHost
  let folder: Folder
  let busy: [String]
  let quiet: [String]

  init(
    _ host: Host, busy: Int, quiet: Int, keys: String = "dashboard: true\n",
    file: String = #fileID
  ) async throws {
    self.host = host
    fake = try await FakeHost.fresh(
      host.fake, flavour: host == .gitLab ? nil : host.rawValue, for: file)
    self.busy = (0..<busy).map { "busy\($0 + 10)" }
    self.quiet = (0..<quiet).map { "quiet\($0 + 10)" }
    folder = try Folder()
    let outdated = ["aster": try await fake.publish("aster", ["1.0.0", "1.1.0"])]
    let current = ["borage": try await fake.publish("borage", ["1.0.0"])]
    try await found(self.busy, outdated, keys)
    try await found(self.quiet, current, keys)
    try folder.write(
      """
      state: sqlite:martlet.db
      cache: cache
      forges:
        - {name: host, kind: \(host.rawValue), url: "\(fake.url)", token: "${env:TOKEN}", repositories: [acme/*]}
      mirrors:
        - {from: "https://github.com/", to: "\(fake.url)/"}
        - {from: "https://api.github.com/", to: "\(fake.url)/"}
        - {from: "https://api.osv.dev/", to: "\(fake.url)/"}

      """, to: "martlet.yml")
  }

  private func found(_ names: [String], _ pins: [String: String], _ keys: String) async throws {
    guard let first = names.first else { return }
    let entry = GitHubFiles.dependabot("ci: {required: [build]}")
    var files = GitHubFiles.application(pins, dependabot: "")
    files[".github/dependabot.yml"] = nil
    files[".\(host.rawValue)/martlet.yml"] = keys + entry
    try await fake.found("acme/\(first)", files, [("collaborators", ["ann": "write"])])
    let others = names.dropFirst().map { Value.string("acme/\($0)") }
    try await fake.control(
      "repos", ["like": .string("acme/\(first)"), "names": .array(Array(others))])
  }

  /// Makes a pass a minute later by the host's clock, which its answers show.
  func pass() async throws -> Program.Outcome {
    let ahead = try await fake.control("limits")["ahead"]?.int ?? 0
    try await fake.control("limits", ["dated": 1, "ahead": .int(ahead + 60)])
    return try await Program.run(
      ["run", "--due", "--json", "--config", "martlet.yml", "--log-level", "warning"],
      in: folder.path, environment: ["TOKEN": host.token])
  }

  /// Makes passes until nothing is left to do.
  func settle() async throws {
    _ = try await pass()
    for name in busy { try await post("status", name, [("state", "success")]) }
    for _ in 0..<3 { _ = try await pass() }
  }

  /// Makes a pass, and returns which repositories it left out, the operations that it asked for and what
  /// it logged.
  func run() async throws -> (unchanged: [String], operations: [String], log: String) {
    let before = try await fake.control("requests").array?.count ?? 0
    let outcome = try await pass()
    let report = try outcome.document()
    let names = report["unchanged"]?[0]?["repositories"]?.array?.compactMap(\.string) ?? []
    let requests = try await fake.control("requests?since=\(before)").array ?? []
    let operations = requests.compactMap { $0["op"]?.string }
      .filter { !$0.hasPrefix("git:") && !$0.hasPrefix("osv:") }
    return (names.map { String($0.dropFirst("acme/".count)) }, operations, outcome.error)
  }

  /// Tells the fake what happens to a repository, or to its pull request.
  @discardableResult
  func post(_ what: String, _ name: String, _ body: [(String, Value)]) async throws -> Value {
    let about: [(String, Value)] = [
      ("repo", .string("acme/\(name)")), ("by", "ann"), ("user", "ann"), ("author", "ann"),
    ]
    let pull: [(String, Value)] =
      ["status", "pr", "comment", "edit"].contains(what)
      ? [("pr", .int(try await number(of: name))), ("context", "build")] : []
    return try await fake.control(what, .object(Object(about + pull + body)))
  }

  private func number(of name: String) async throws -> Int {
    try await fake.state("acme/\(name)")["prs"]?[0]?["number"]?.int ?? 0
  }

  private func push(_ name: String, _ branch: String?, from base: String? = nil) async throws {
    var body: [(String, Value)] = [("files", ["README.md": "New\n"])]
    if let branch { body.append(("branch", .string(branch))) }
    if let base { body.append(("from", .string(base))) }
    try await post("commit", name, body)
  }

  /// What can happen to any repository.
  static let ofRepository = ["push", "base", "tick", "permission", "archive", "rename"]
  /// What can happen to a pull request.
  static let ofPullRequest = [
    "comment", "edit", "status", "close", "merge", "label", "commit", "delete",
  ]

  /// Changes a repository.
  func change(_ kind: String, _ name: String) async throws {
    switch kind {
    case "push": try await push(name, nil)
    case "base":
      try await push(name, "trunk", from: "main")
      try await post("settings", name, [("default_branch", "trunk")])
    case "tick": try await tick(name)
    case "permission": try await post("settings", name, [("bot_role", "read")])
    case "archive": try await post("settings", name, [("archived", true)])
    case "rename":
      try await fake.control("rename", ["repo": .string("acme/\(name)"), "to": "acme/new"])
    case "comment": try await post("comment", name, [("body", "@martlet close")])
    case "edit": try await edit(name)
    case "status": try await post("status", name, [("state", "failure")])
    case "close": try await post("pr", name, [("state", "closed")])
    case "merge": try await post("pr", name, [("merge", "squash")])
    case "label": try await post("pr", name, [("labels", ["martlet: hold"])])
    case "commit": try await push(name, "martlet/swift/aster")
    default: try await post("delete-branch", name, [("branch", "martlet/swift/aster")])
    }
  }

  /// Writes a comment that says nothing in a first pass, and is edited later.
  func remark(_ name: String) async throws { try await post("comment", name, [("body", "Hm")]) }

  private func edit(_ name: String) async throws {
    let comments = try await fake.state("acme/\(name)")["prs"]?[0]?["comments"]?.array ?? []
    let remark = comments.last { $0["user"] == "ann" }?["id"]?.int ?? 0
    try await post("edit", name, [("comment", .int(remark)), ("body", "Hmm")])
  }

  private func tick(_ name: String) async throws {
    let issue = try await fake.state("acme/\(name)")["issues"]?[0]
    let text = issue?["body"]?.string ?? ""
    try await post(
      "issue", name,
      [("issue", issue?["number"] ?? 0), ("body", .string("\(text)\n- [x] everything"))])
  }
}

@Suite(.needsFakeHost, .serialized) struct `A pass over many repositories` {
  @Test(.slow, arguments: [SurveyedFleet.Host.gitLab, .gitea])
  fileprivate func `asks for pages of them if nothing has changed`(
    host: SurveyedFleet.Host
  ) async throws {
    let scene = try await SurveyedFleet(host, busy: 0, quiet: 60, keys: "")
    for _ in 0..<2 { _ = try await scene.pass() }
    let (unchanged, operations, log) = try await scene.run()
    #expect(unchanged == scene.quiet, "\(log)")
    // The account, the list, and the survey; 50 on a page of Gitea, whose version is asked for, too.
    #expect(operations.count == (host == .gitLab ? 3 : 6), "\(operations)")
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test(.slow) func `sees each change on GitLab`() async throws {
    let kinds = SurveyedFleet.ofPullRequest + SurveyedFleet.ofRepository
    let scene = try await SurveyedFleet(.gitLab, busy: kinds.count + 1, quiet: 0)
    try await scene.settle()
    let edited = scene.busy[1 + (kinds.firstIndex(of: "edit") ?? 0)]
    try await scene.remark(edited)
    for _ in 0..<2 { _ = try await scene.pass() }
    let idle = try await scene.run()
    #expect(idle.unchanged == scene.busy, "\(idle.log)")
    #expect(idle.operations.count == 3, "\(idle.operations)")
    for (index, kind) in kinds.enumerated() { try await scene.change(kind, scene.busy[index + 1]) }
    let (unchanged, _, log) = try await scene.run()
    #expect(unchanged == [scene.busy[0]], "\(log)")
    let asked = try await scene.fake.state("acme/\(scene.busy[1])")["prs"]?[0]
    #expect(asked?["state"] == "closed")
  }

  @Test(.slow, arguments: [SurveyedFleet.Host.gitea, .forgejo])
  fileprivate func `sees each change on Gitea, and visits those with pull requests of ours`(
    host: SurveyedFleet.Host
  ) async throws {
    let kinds = SurveyedFleet.ofRepository
    let scene = try await SurveyedFleet(host, busy: 2, quiet: 12)
    try await scene.settle()
    let idle = try await scene.run()
    #expect(idle.unchanged == scene.quiet, "\(idle.log)")
    for (index, kind) in kinds.enumerated() { try await scene.change(kind, scene.quiet[index]) }
    try await scene.change("comment", scene.busy[0])
    let (unchanged, _, log) = try await scene.run()
    // The state moves to the new name, which the list shows; nothing else has changed there.
    #expect(unchanged == ["new"] + scene.quiet[kinds.count...], "\(log)")
    let asked = try await scene.fake.state("acme/\(scene.busy[0])")["prs"]?[0]
    #expect(asked?["state"] == "closed")
  }

  @Test(.slow, arguments: [SurveyedFleet.Host.gitLab, .gitea])
  fileprivate func `asks for each if the survey fails, and says so`(
    host: SurveyedFleet.Host
  ) async throws {
    let scene = try await SurveyedFleet(host, busy: 0, quiet: 12, keys: "")
    for _ in 0..<2 { _ = try await scene.pass() }
    let operation = host == .gitLab ? "graphql" : "issueSearchIssues"
    try await scene.fake.fault(operation, "status", [("status", 500), ("times", 99)])
    let (unchanged, operations, log) = try await scene.run()
    #expect(unchanged.isEmpty)
    #expect(operations.count { $0.lowercased().contains("branch") } >= 12, "\(operations)")
    #expect(log.contains("the repositories cannot be surveyed"), "\(log)")
  }
}
