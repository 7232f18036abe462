import JSON
import TestSupport
import Testing

@testable import Forges

/// What only Azure DevOps does.
@Suite(.needsFakeHost, .serialized) struct `Azure DevOps` {
  private let web: RepositoryName
  private let branch = "martlet/npm/a"

  init() throws { web = try #require(RepositoryName("acme/web")) }

  private func scene(
    _ settings: [(String, Value)] = []
  ) async throws -> (FakeHost, AzureForge, FakeStage) {
    let fake = try await FakeHost.fresh("fakeazure")
    let forge = try fake.azure()
    let stage = try await FakeStage(fake, forge)
    if !settings.isEmpty {
      try await fake.control("settings", .object(Object([("repo", "acme/web")] + settings)))
    }
    return (fake, forge, stage)
  }

  /// Opens a pull request, and returns its number and head.
  private func open(
    on forge: AzureForge, _ body: String = "B", in repository: RepositoryName? = nil
  ) async throws -> (Int, String) {
    let name = repository ?? web
    let base = try #require(try await forge.head(of: "main", in: name))
    let commit = CommitProposal(
      parent: base, changes: ["a.txt": .write(Array("2\n".utf8), mode: .regular)],
      message: "Bump a")
    guard
      case .written(let head) = try await forge.writeBranch(
        commit, on: branch, expecting: nil, in: name)
    else { throw FakeHost.Failure(message: "not placed") }
    let draft = PullRequestDraft(head: branch, base: "main", title: "Bump a", body: body)
    return (try await forge.open(draft, in: name).value.number, head)
  }

  @Test(arguments: [203, 302, 401])
  func `an invalid token is recognized, also by a page for signing in`(status: Int) async throws {
    let (fake, _, _) = try await scene()
    try await fake.control("limits", ["sign_in": .int(status)])
    let error = await #expect(throws: ForgeError.self) {
      try await fake.azure(token: "wrong").identity()
    }
    #expect(error?.code == .unauthorized)
  }

  @Test func `a base is read once for several branches, and a pull request has identifiers`()
    async throws
  {
    let (fake, forge, stage) = try await scene()
    let base = try #require(try await forge.head(of: "main", in: web))
    _ = try await forge.tree(at: base, in: web)
    for name in ["a", "b"] {
      let commit = CommitProposal(
        parent: base, changes: ["a.txt": .write(Array(name.utf8), mode: .regular)],
        message: "Bump \(name)")
      _ = try await forge.writeBranch(commit, on: name, expecting: nil, in: web)
    }
    let (number, head) = try await open(on: forge)
    // After a push by a person the base is another one.
    try await stage.push("3\n", to: "main")
    let moved = try #require(try await forge.head(of: "main", in: web))
    #expect(try await forge.tree(at: moved, in: web) != forge.tree(at: base, in: web))
    let fresh = try fake.azure()
    _ = try await fresh.pullRequest(number, in: web)
    _ = try await fresh.rules(of: "main", in: web)
    _ = try await fresh.checks(of: head, in: web)
    let paths = (try await fake.control("requests").array ?? []).compactMap { $0["path"]?.string }
    #expect(paths.count { $0.hasSuffix("/commits/\(base)") } == 2)
    #expect(!paths.contains { $0.hasSuffix("/repositories/web") })
    #expect(try await fake.violations() == [])
  }

  @Test func `a token of Entra is sent as a bearer`() async throws {
    let (fake, _, _) = try await scene()
    try await fake.control("tokens", ["token": "eyJ0eXAi.x.y", "login": "bot"])
    let forge = try fake.azure(token: "eyJ0eXAi.x.y")
    #expect(try await open(on: forge).0 == 1)
    let log = try await fake.control("requests").array ?? []
    #expect(log.contains { $0["auth"] == "bearer:bot" })
    #expect(!log.contains { $0["auth"]?.string?.hasPrefix("basic") == true })
  }

  @Test func `names with spaces are percent-encoded`() async throws {
    let (fake, forge, _) = try await scene()
    try await fake.control(
      "repo", ["full_name": "My Project/My Web", "files": ["a.txt": "1\n"]])
    let name = try #require(RepositoryName("My%20Project/My%20Web"))
    #expect(try await forge.repositories().map(\.name) == [name, web])
    #expect(try await open(on: forge, in: name).0 == 1)
    #expect(
      ForgeKind.azureDevOps.links?.pullRequest(7, "My%2520Project/web")
        == "/My%20Project/_git/web/pullrequest/7")
    for wrong in ["a%2Fb/c", "a%/b", "a%2", "a/b%zz", "a/%00"] {
      #expect(RepositoryName(wrong) == nil, "\(wrong)")
    }
    #expect(try await fake.violations() == [])
  }

  @Test func `a cut-off description is read again`() async throws {
    let (fake, forge, _) = try await scene()
    let body = String(repeating: "text ", count: 300) + "\n<!-- martlet: npm / a | x=1 -->\n"
    _ = try await open(on: forge, body)
    let base = try #require(try await forge.head(of: "main", in: web))
    _ = try await forge.writeBranch(
      CommitProposal(
        parent: base, changes: ["c.txt": .write([50], mode: .regular)], message: "C"),
      on: "other", expecting: nil, in: web)
    _ = try await forge.open(
      PullRequestDraft(head: "other", base: "main", title: "C", body: ""), in: web)
    let pulls = try await forge.pullRequests(PullRequestQuery(), in: web)
    #expect(pulls.map(\.number) == [2, 1])
    #expect(pulls.last?.body == body)
    let sent = try await fake.state()["prs"]?.array?.first?["body"]?.string
    #expect(
      sent?.contains("[//]: # (martlet: npm / a | x=1)") == true && sent?.contains("<!--") == false)
    #expect(try await forge.missing(of: [branch, "other", "gone"], in: web) == ["gone"])
  }

  @Test func `a list has all pages`() async throws {
    let (fake, forge, _) = try await scene()
    let commits = (1...105).map { number -> Value in
      ["files": ["n.txt": .string("\(number)")], "message": .string("Commit \(number)")]
    }
    try await fake.control("repo", ["full_name": "acme/long", "commits": .array(commits)])
    let long = try #require(RepositoryName("acme/long"))
    let found = try await forge.commits(on: "main", limit: 1_000, in: long)
    #expect(found.map(\.message) == (1...105).reversed().map { "Commit \($0)" })
    #expect(try await forge.commits(on: "main", limit: 3, in: long).count == 3)
    // Lists with a continuation have pages of the host's choice.
    try await fake.control("limits", ["page": 1])
    for name in ["b1", "b2", "b3"] {
      try await fake.control(
        "commit",
        [
          "repo": "acme/web", "branch": .string(name), "from": "main",
          "files": ["x": .string(name)],
        ])
    }
    #expect(try await forge.missing(of: ["b1", "b2", "b3", "b4"], in: web) == ["b4"])
  }

  @Test func `a commit that is pushed before the completion isn't merged`() async throws {
    let (fake, _, stage) = try await scene()
    let branch = branch
    let forge = try fake.azure(
      by: fake.completingClient(after: { try await stage.push("mine\n", to: branch) }))
    let (number, head) = try await open(on: forge)
    try await stage.report("build", "success", on: number)
    #expect(try await forge.merge(number, at: head, by: .squash, in: web) == .headMoved)
    #expect(try await fake.state()["prs"]?.array?.first?["merged"] == false)
  }

  @Test func `a slow completion is read later`() async throws {
    let (fake, forge, stage) = try await scene()
    let (number, head) = try await open(on: forge)
    try await stage.report("build", "success", on: number)
    try await fake.control("limits", ["completion_lag": 50])
    guard case .later = try await forge.merge(number, at: head, by: .squash, in: web) else {
      Issue.record("not later")
      return
    }
    #expect(try await forge.pullRequest(number, in: web).state == .open)
  }

  @Test func `unmet policies are named, and optional ones don't block`() async throws {
    let rule: Value = [
      "contexts": ["build"], "optional": ["lint"], "approvals": 2, "resolved": true,
    ]
    let (fake, forge, stage) = try await scene([
      ("protection", rule), ("settings", ["unresolved": true]),
    ])
    let (number, head) = try await open(on: forge)
    let rules = try await forge.rules(of: "main", in: web)
    #expect(rules.checks == [RequiredCheck(name: "build")] && rules.approvals == 2)
    #expect(try await forge.rules(of: "other", in: web) == BranchRules())
    try await stage.report("build", "success", on: number)
    guard case .refused(let message) = try await forge.merge(number, at: head, by: .squash, in: web)
    else {
      Issue.record("merged")
      return
    }
    #expect(message.contains("'Comment requirements' is rejected"), "\(message)")
    #expect(message.contains("'Minimum number of reviewers' is running"), "\(message)")
    #expect(!message.contains("lint"))
    try await fake.control(
      "pr", ["repo": "acme/web", "pr": 1, "by": "ann", "request_changes": true])
    #expect(try await forge.changeRequests(on: number, in: web) == ["ann"])
  }

  @Test func `statuses, policies and builds are checks, and none hides another one`() async throws {
    let (fake, forge, stage) = try await scene([
      ("protection", ["contexts": ["build"], "optional": ["lint"]])
    ])
    let (number, head) = try await open(on: forge)
    func states() async throws -> [String: Check.State] {
      let checks = try await forge.checks(of: head, in: web)
      return Dictionary(uniqueKeysWithValues: checks.map { ($0.name, $0.state) })
    }
    #expect(try await states() == ["build": .pending, "lint": .pending, "elsewhere": .skipped])
    try await stage.report("build", "success", on: number)
    try await stage.report("lint", "failure", on: number)
    try await fake.control(
      "settings",
      [
        "repo": "acme/web",
        "settings": [
          "builds": [["name": "CI", "branch": .string(branch), "result": "partiallySucceeded"]]
        ],
      ])
    #expect(
      try await states()
        == ["build": .success, "lint": .failure, "elsewhere": .skipped, "CI": .failure])
    // A status of an earlier push doesn't count.
    for (iteration, state) in [(1, "failure"), (9, "success")] {
      try await fake.control(
        "status",
        [
          "repo": "acme/web", "pr": .int(number), "context": "scan", "genre": "sec",
          "state": .string(state), "iteration": .int(iteration),
        ])
    }
    #expect(try await states()["sec/scan"] == .failure)
    try await stage.report("new", "someday", on: number)
    #expect(try await states()["new"] == .unknown("someday"))
    #expect(try await fake.violations() == [])
  }

  @Test func `unreadable policies are an error, never green`() async throws {
    let (fake, forge, _) = try await scene()
    let (_, head) = try await open(on: forge)
    try await fake.fault("evaluation-list", "status", [("status", 403), ("times", 9)])
    let error = await #expect(throws: ForgeError.self) { try await forge.checks(of: head, in: web) }
    #expect(error?.code == .forbidden)
    try await fake.fault("policy-list", "status", [("status", 403), ("times", 9)])
    let other = await #expect(throws: ForgeError.self) {
      try await forge.rules(of: "main", in: web)
    }
    #expect(other?.code == .forbidden)
  }

  @Test func `a method that a policy forbids is refused`() async throws {
    let (_, forge, stage) = try await scene([("settings", ["strategies": ["squash"]])])
    let (number, head) = try await open(on: forge)
    try await stage.report("build", "success", on: number)
    guard case .refused(let message) = try await forge.merge(number, at: head, by: .merge, in: web)
    else {
      Issue.record("merged")
      return
    }
    #expect(message.contains("does not allow the method 'merge'"))
    guard case .merged = try await forge.merge(number, at: head, by: .squash, in: web) else {
      Issue.record("not merged")
      return
    }
  }

  @Test func `comments of the host itself are ignored, and ours need no resolution`() async throws {
    let (fake, forge, _) = try await scene()
    let (number, _) = try await open(on: forge)
    #expect(try await forge.comments(on: number, in: web) == [])
    _ = try await forge.comment("Hello", on: number, in: web)
    try await fake.control(
      "comment", ["repo": "acme/web", "pr": .int(number), "user": "ann", "body": "Hi"])
    let found = try await forge.comments(on: number, in: web)
    #expect(found.map(\.author?.login) == ["martlet-bot", "ann"])
    #expect(try await forge.permission(of: "ann", in: web) == .write)
    #expect(try await fake.violations() == [])
  }

  @Test func `reviewers are found by name and requested once`() async throws {
    let (fake, forge, _) = try await scene()
    let (number, _) = try await open(on: forge)
    for _ in 0..<2 { try await forge.requestReviews(["ann"], on: number, in: web) }
    #expect(try await fake.state()["prs"]?.array?.first?["reviewers"] == ["ann"])
    let error = await #expect(throws: ForgeError.self) {
      try await forge.requestReviews(["nobody"], on: number, in: web)
    }
    #expect(error?.code == .notFound)
  }

  @Test func `a missing scope concerns the request, and doctor names it`() async throws {
    let (fake, _, _) = try await scene()
    try await fake.control(
      "tokens", ["token": "reader", "login": "eve", "scopes": ["code", "identity"]])
    let forge = try fake.azure(token: "reader")
    let refused = try await forge.probe(try await forge.repository(web))
    #expect(
      refused.map(\.write) == [
        "push branches", "open pull requests", "read builds",
        "read the permissions of people, which commands need",
      ])
    let ours = try fake.azure()
    #expect(try await ours.probe(try await ours.repository(web)) == [])
  }

  @Test func `a file in folders keeps its neighbours, and contents are verified`() async throws {
    let (fake, forge, _) = try await scene()
    try await fake.control(
      "commit",
      ["repo": "acme/web", "files": ["x/y/z.txt": "z\n", "x/a": "a\n", "x.txt": "t\n"]])
    let base = try #require(try await forge.head(of: "main", in: web))
    let commit = CommitProposal(
      parent: base,
      changes: [
        "x/y/z.txt": .delete, "x/b/new.sh": .write([10], mode: .executable),
        "missing": .delete,
      ], message: "Change")
    guard
      case .written(let head) = try await forge.writeBranch(
        commit, on: "b", expecting: nil, in: web)
    else {
      Issue.record("not placed")
      return
    }
    let entries = try await forge.tree(at: head, in: web)
    #expect(entries.map(\.path) == ["a.txt", "c.txt", "x.txt", "x/a", "x/b/new.sh"])
    #expect(entries.last?.mode == .executable)
    let sha = try #require(entries.last?.sha)
    #expect(try await forge.blob(sha, limit: 9, in: web) == [10])
    let nothing = CommitProposal(parent: base, changes: ["no": .delete], message: "Nothing")
    #expect(
      try await forge.writeBranch(nothing, on: "c", expecting: nil, in: web)
        == .written(commit: base))
  }
}
