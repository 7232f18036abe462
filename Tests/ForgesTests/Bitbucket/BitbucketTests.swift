import JSON
import TestSupport
import Testing

@testable import Forges

/// What only Bitbucket Data Center does.
@Suite(.needsFakeHost, .serialized) struct `Bitbucket` {
  private let web: RepositoryName
  private let branch = "martlet/npm/a"

  init() throws { web = try #require(RepositoryName("acme/web")) }

  private func scene(
    _ settings: [(String, Value)] = []
  ) async throws -> (FakeHost, BitbucketForge, FakeStage) {
    let fake = try await FakeHost.fresh("fakebucket")
    let forge = try fake.bitbucket()
    let stage = try await FakeStage(fake, forge)
    if !settings.isEmpty {
      try await fake.control("settings", .object(Object([("repo", "acme/web")] + settings)))
    }
    return (fake, forge, stage)
  }

  /// Opens a pull request, and returns its number and head.
  private func open(on forge: BitbucketForge, as body: String = "B") async throws -> (Int, String) {
    let base = try #require(try await forge.head(of: "main", in: web))
    let commit = CommitProposal(
      parent: base, changes: ["a.txt": .write(Array("2\n".utf8), mode: .regular)],
      message: "Bump a")
    guard
      case .written(let head) = try await forge.writeBranch(
        commit, on: branch, expecting: nil, in: web)
    else { throw FakeHost.Failure(message: "not placed") }
    let draft = PullRequestDraft(head: branch, base: "main", title: "Bump a", body: body)
    return (try await forge.open(draft, in: web).value.number, head)
  }

  @Test func `the account is read from a header, and its own commits by the address`() async throws
  {
    let (_, forge, stage) = try await scene()
    #expect(try await forge.identity() == Account(login: "martlet-bot", displayName: "Martlet-Bot"))
    let (number, head) = try await open(on: forge)
    try await stage.push("mine\n", to: branch)
    let commits = try await forge.commits(from: "main", to: branch, in: web)
    #expect(commits.map(\.author.login) == ["martlet-bot", "ann"])
    #expect(commits.first?.sha == head && number == 1)
  }

  @Test func `a wrong token and an old server are refused by name`() async throws {
    let (fake, forge, _) = try await scene()
    let wrong = await #expect(throws: ForgeError.self) {
      try await fake.bitbucket(token: "wrong").identity()
    }
    #expect(wrong?.code == .unauthorized)
    try await fake.control("limits", ["version": "7.17.4"])
    let old = await #expect(throws: ForgeError.self) { try await forge.identity() }
    #expect(old?.code == .unsupported && old?.detail == "Bitbucket 7.17 is older than 7.21")
  }

  @Test func `a missing permission concerns the request, not the token`() async throws {
    let (fake, _, _) = try await scene()
    try await fake.control("tokens", ["token": "reader", "login": "eve", "scopes": ["read"]])
    let forge = try fake.bitbucket(token: "reader")
    let error = await #expect(throws: ForgeError.self) {
      try await forge.comment("Hello", on: 1, in: web)
    }
    #expect(error?.code == .forbidden)
    let repository = try await forge.repository(web)
    let refused = try await forge.probe(repository)
    #expect(refused.map(\.write) == ["push branches", "open pull requests"])
  }

  @Test func `a token of a project can't merge, which is named`() async throws {
    let (fake, _, _) = try await scene()
    try await fake.control("tokens", ["token": "project", "login": "access-token-user-1"])
    let missing = try await fake.bitbucket(token: "project").missingGrants()
    #expect(missing.first?.grant.contains("email address") == true)
    #expect(try await fake.bitbucket().missingGrants() == [])
  }

  @Test func `the list has repositories with write access and their default branches`() async throws
  {
    let (fake, forge, _) = try await scene()
    try await fake.control("limits", ["max_page": 2])
    for name in ["b", "c", "d"] {
      try await fake.control(
        "repo", ["full_name": .string("TOOLS/\(name)"), "default_branch": .string("trunk")])
    }
    try await fake.control("repo", ["full_name": "acme/attic", "archived": true])
    try await fake.control("repo", ["full_name": "acme/seen", "bot_role": "read"])
    try await fake.control("repo", ["full_name": "~ann/notes"])
    let found = try await forge.repositories()
    #expect(found.filter(\.isArchived).map(\.name.description) == ["acme/attic"])
    #expect(
      found.filter { !$0.isArchived }.map { "\($0.name) \($0.defaultBranch)" } == [
        "TOOLS/b trunk", "TOOLS/c trunk", "TOOLS/d trunk", "acme/web main", "~ann/notes main",
      ])
    let before = try await fake.reads()
    _ = try await forge.repositories()
    // Three pages, and no default branch again.
    #expect(try await fake.reads() - before <= 4)
    #expect(try await fake.violations() == [])
  }

  @Test func `a missing branch differs from a missing repository`() async throws {
    let (_, forge, _) = try await scene()
    #expect(try await forge.branch("nowhere", in: web) == nil)
    let missing = try #require(RepositoryName("acme/nowhere"))
    let error = await #expect(throws: ForgeError.self) {
      try await forge.branch("main", in: missing)
    }
    #expect(error?.code == .notFound)
  }

  @Test func `files are read by git, again after a failure`() async throws {
    let (fake, forge, _) = try await scene()
    let head = try #require(try await forge.head(of: "main", in: web))
    try await fake.fault("git:git-upload-pack", "drop_before", [("times", 1)])
    let entry = try #require(
      try await forge.tree(at: head, in: web).first { $0.path == "a.txt" })
    #expect(try await forge.blob(entry.sha, limit: 2, in: web) == Array("1\n".utf8))
    let large = await #expect(throws: ForgeError.self) {
      try await forge.blob(entry.sha, limit: 1, in: web)
    }
    #expect(large?.code == .tooLarge(limit: 1))
    let missing = try #require(RepositoryName("acme/none"))
    let error = await #expect(throws: ForgeError.self) {
      try await forge.tree(at: head, in: missing)
    }
    #expect([.forbidden, .notFound].contains(error?.code))
  }

  @Test func `a renamed repository is found by the redirect`() async throws {
    let (fake, forge, _) = try await scene()
    try await fake.control("rename", ["repo": "acme/web", "to": "acme/site"])
    let new = try #require(RepositoryName("acme/site"))
    let error = await #expect(throws: ForgeError.self) { try await forge.branch("main", in: web) }
    #expect(error?.code == .renamed(to: new))
    #expect(try await forge.repository(web).name == new)
  }

  @Test func `an edit keeps what it doesn't change`() async throws {
    let (fake, forge, _) = try await scene()
    let (number, _) = try await open(on: forge)
    try await forge.requestReviews(["ann"], on: number, in: web)
    _ = try await forge.update(number, PullRequestEdit(title: "Bump a again"), in: web)
    let pull = try await fake.state()["prs"]?.array?.first
    #expect(pull?["title"] == "Bump a again" && pull?["body"] == "B")
    #expect(pull?["reviewers"] == ["ann"])
    let error = await #expect(throws: ForgeError.self) {
      try await forge.requestReviews(["nobody"], on: number, in: web)
    }
    #expect(error?.code == .rejected)
    #expect(try await fake.violations() == [])
  }

  @Test func `a declined pull request is opened again on demand`() async throws {
    let (_, forge, _) = try await scene()
    let (number, _) = try await open(on: forge)
    for _ in 0..<2 {
      let closed = try await forge.update(number, PullRequestEdit(isOpen: false), in: web)
      #expect(closed.state == .closed)
    }
    #expect(try await forge.closer(of: number, in: web)?.login == "martlet-bot")
    for _ in 0..<2 {
      let opened = try await forge.update(number, PullRequestEdit(body: "C", isOpen: true), in: web)
      #expect(opened.state == .open && opened.body == "C")
    }
    #expect(try await forge.closer(of: number, in: web) == nil)
  }

  @Test func `a branch without changes is rejected`() async throws {
    let (_, forge, _) = try await scene()
    let (number, head) = try await open(on: forge)
    _ = try await forge.update(number, PullRequestEdit(isOpen: false), in: web)
    let draft = PullRequestDraft(head: "main", base: branch, title: "Back", body: "")
    let error = await #expect(throws: ForgeError.self) { try await forge.open(draft, in: web) }
    #expect(error?.code == .rejected && !head.isEmpty)
  }

  @Test func `drafts need a server that has them`() async throws {
    let (fake, forge, _) = try await scene()
    let (_, _) = try await open(on: forge)
    let draft = PullRequestDraft(head: branch, base: "main", title: "A", body: "", isDraft: true)
    try await fake.control("limits", ["version": "8.9.10"])
    let error = await #expect(throws: ForgeError.self) {
      try await fake.bitbucket().open(draft, in: web)
    }
    #expect(error?.code == .unsupported)
  }

  @Test func `a push between judgement and merge prevents the merge`() async throws {
    let (fake, forge, stage) = try await scene()
    let (number, head) = try await open(on: forge)
    try await stage.report("build", "success", on: number)
    let branch = branch
    let client = fake.client { try await stage.push("mine\n", to: branch) }
    let outcome = try await fake.bitbucket(by: client)
      .merge(number, at: head, by: .squash, in: web)
    #expect(outcome == .headMoved)
    #expect(try await forge.pullRequest(number, in: web).state == .open)
  }

  @Test func `an edit between reading and merging only repeats the merge`() async throws {
    let (fake, forge, stage) = try await scene()
    let (number, head) = try await open(on: forge)
    try await stage.report("build", "success", on: number)
    let web = web
    let client = fake.client {
      _ = try await forge.update(number, PullRequestEdit(title: "Edited"), in: web)
    }
    let outcome = try await fake.bitbucket(by: client)
      .merge(number, at: head, by: .squash, in: web)
    guard case .merged = outcome else {
      Issue.record("not merged")
      return
    }
  }

  @Test func `a refused merge names its reasons`() async throws {
    let (fake, forge, stage) = try await scene([
      ("protection", ["contexts": ["build", "lint"], "approvals": 1])
    ])
    let (number, head) = try await open(on: forge)
    try await stage.report("build", "success", on: number)
    #expect(
      try await forge.merge(number, at: head, by: .squash, in: web)
        == .refused("The build lint has not succeeded; It needs 1 more approval"))
    try await fake.control(
      "settings", ["repo": "acme/web", "settings": ["strategies": ["no-ff"]]])
    #expect(
      try await forge.merge(number, at: head, by: .squash, in: web)
        == .refused("the repository does not allow the method 'squash'; its strategies are no-ff"))
    try await fake.control(
      "pr", ["repo": "acme/web", "pr": .int(number), "by": "ann", "request_changes": true])
    #expect(try await forge.changeRequests(on: number, in: web) == ["ann"])
  }

  @Test func `a conflict is named`() async throws {
    let (_, forge, stage) = try await scene()
    let (number, head) = try await open(on: forge)
    try await stage.push("other\n", to: "main")
    try await stage.report("build", "success", on: number)
    guard case .conflicting = try await forge.merge(number, at: head, by: .squash, in: web) else {
      Issue.record("no conflict")
      return
    }
    _ = try await forge.pullRequest(number, in: web)
    let pull = try await forge.pullRequest(number, in: web)
    #expect(pull.isMergeable == false && pull.mergeState == .conflicting)
  }

  @Test func `rules come from required builds and settings`() async throws {
    let (fake, forge, _) = try await scene([
      ("protection", ["contexts": ["build"], "approvals": 2, "builds": 1])
    ])
    let rules = try await forge.rules(of: "main", in: web)
    #expect(rules.checks.map(\.name) == ["build"] && rules.approvals == 2)
    #expect(rules.demandsAllChecks && rules.unread == nil)
    #expect(try await forge.rules(of: "next", in: web).checks == [])
    let model: Value = ["id": "development", "type": ["id": "MODEL_BRANCH"]]
    try await fake.control(
      "settings", ["repo": "acme/web", "protection": ["contexts": ["build"], "matcher": model]])
    #expect(try await forge.rules(of: "main", in: web).unread != nil)
    let pattern: Value = ["id": "release/*", "type": ["id": "PATTERN"]]
    try await fake.control(
      "settings", ["repo": "acme/web", "protection": ["contexts": ["build"], "matcher": pattern]])
    #expect(try await forge.rules(of: "main", in: web).checks == [])
    #expect(try await forge.rules(of: "release/1", in: web).checks.count == 1)
  }

  @Test func `builds of other repositories say nothing`() async throws {
    let (fake, forge, _) = try await scene()
    let (number, head) = try await open(on: forge)
    try await fake.control(
      "status",
      [
        "repo": "acme/web", "pr": .int(number), "context": "build", "state": "success",
        "repository": "~eve/web",
      ])
    #expect(try await forge.checks(of: head, in: web) == [])
    try await fake.control(
      "status",
      ["repo": "acme/web", "pr": .int(number), "context": "odd", "state": "UNKNOWN", "key": "o"])
    #expect(try await forge.checks(of: head, in: web).map(\.state) == [.unknown("UNKNOWN")])
  }

  @Test func `markers are not shown and are read again`() async throws {
    let (fake, forge, _) = try await scene()
    let marker = "<!-- martlet: npm / dependency a | a=2.0.0 -->"
    let (number, _) = try await open(on: forge, as: "Bumps a.\n\n\(marker)\n")
    #expect(try await forge.pullRequest(number, in: web).body == "Bumps a.\n\n\(marker)\n")
    let sent = try await fake.state()["prs"]?.array?.first?["body"]?.string
    #expect(sent == "Bumps a.\n\n[//]: # (martlet: npm / dependency a | a=2.0.0)\n")
  }
}
