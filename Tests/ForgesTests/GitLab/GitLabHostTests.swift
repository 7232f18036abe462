import FoundationEssentials
import JSON
import Logging
import TestSupport
import Testing

@testable import Forges
import Time

/// What only GitLab does, on fakelab.
@Suite(.needsFakeHost, .serialized) struct `The fake GitLab` {
  private let web: RepositoryName

  init() throws { web = try #require(RepositoryName("acme/web")) }

  private func stage() async throws -> (FakeHost, GitLabForge) {
    let fake = try await FakeHost.fresh("fakelab")
    let forge = try fake.gitLab()
    _ = try await FakeStage(fake, forge)
    return (fake, forge)
  }

  private func open(
    _ forge: GitLabForge, _ title: String = "Two", body: String = "Two.", isDraft: Bool = false
  ) async throws -> PullRequest {
    let base = try #require(try await forge.head(of: "main", in: web))
    let proposal = CommitProposal(
      parent: base, changes: ["a.txt": .write(Array("2\n".utf8), mode: .regular)], message: "Two")
    _ = try await forge.writeBranch(proposal, on: "martlet/npm/a", expecting: nil, in: web)
    let draft = PullRequestDraft(
      head: "martlet/npm/a", base: "main", title: title, body: body, isDraft: isDraft)
    return try await forge.open(draft, in: web).value
  }

  @Test func `projects of groups and their subgroups are listed, with archived ones`() async throws
  {
    let (fake, forge) = try await stage()
    for (name, more) in [
      ("acme/tools/cli", Object()), ("acme/tools/deep/er", Object()),
      ("acme/attic", Object([("archived", true)])),
      ("other/read", Object([("bot_role", "read"), ("private", true)])),
    ] {
      var body = more
      body["full_name"] = .string(name)
      body["files"] = ["a.txt": "1\n"]
      try await fake.control("repo", .object(body))
    }
    let all = try await forge.repositories()
    #expect(
      all.map(\.name.description) == [
        "acme/attic", "acme/web", "acme/tools/cli", "acme/tools/deep/er", "other/read",
      ])
    #expect(all.first { $0.name.name == "attic" }?.isArchived == true)
    #expect(all.first { $0.name.name == "read" }?.canPush == false)
    #expect(all.allSatisfy { $0.identifier != nil })
    #expect(try await fake.violations().isEmpty)
  }

  @Test func `a moved project is known by its new path`() async throws {
    let (fake, forge) = try await stage()
    let before = try await forge.repository(web)
    try await fake.control("rename", ["repo": "acme/web", "to": "acme/tools/site"])
    let present = try #require(RepositoryName("acme/tools/site"))
    let error = await #expect(throws: ForgeError.self) { try await forge.branch("main", in: web) }
    #expect(error?.code == .renamed(to: present))
    let after = try await forge.repository(web)
    #expect(after.name == present && after.identifier == before.identifier)
  }

  @Test func `a draft keeps its state, and its title has no sign`() async throws {
    let (fake, forge) = try await stage()
    let pull = try await open(forge, isDraft: true)
    #expect(pull.isDraft && pull.title == "Two")
    let edited = try await forge.update(pull.number, PullRequestEdit(title: "Three"), in: web)
    #expect(edited.isDraft && edited.title == "Three")
    #expect(try await fake.state()["prs"]?.array?.first?["title"] == "Draft: Three")
  }

  @Test func `a title with the sign of a draft has it once`() async throws {
    let (fake, forge) = try await stage()
    let pull = try await open(forge, "Draft: Two", isDraft: true)
    _ = try await forge.update(pull.number, PullRequestEdit(title: "Draft: Three"), in: web)
    #expect(try await fake.state()["prs"]?.array?.first?["title"] == "Draft: Three")
  }

  @Test func `deleted branches are missing, whatever the others begin with`() async throws {
    let (fake, forge) = try await stage()
    for name in ["martlet/npm/a", "martlet/npm/ab", "other"] {
      try await fake.control(
        "commit",
        ["repo": "acme/web", "branch": .string(name), "from": "main", "files": ["b": "1"]])
    }
    #expect(try await forge.missing(of: ["martlet/npm/a"], in: web) == [])
    let names = ["martlet/npm/a", "martlet/npm/b", "other", "x"]
    #expect(try await forge.missing(of: names, in: web) == ["martlet/npm/b", "x"])
    #expect(try await forge.missing(of: [], in: web) == [])
    #expect(try await fake.violations().isEmpty)
  }

  @Test func `the end of a token is midnight by UTC`() async throws {
    let (_, forge) = try await stage()
    #expect(try await forge.expiry() == 1_798_761_600)
  }

  @Test func `a project without merge requests is refused by name`() async throws {
    let (fake, forge) = try await stage()
    try await fake.control(
      "settings", ["repo": "acme/web", "settings": ["merge_requests_enabled": false]])
    #expect(try await forge.repositories().map(\.isArchived) == [true])
    let error = await #expect(throws: ForgeError.self) { try await forge.repository(web) }
    #expect(error?.code == .unsupported)
    #expect(error?.detail == "merge requests are switched off in acme/web")
  }

  @Test func `no line of a text is a quick action`() async throws {
    let (fake, forge) = try await stage()
    let text = "Notes\n/merge\n   /close\n> /approve\n```\n/label ~bug\n```\n\n/title x"
    let pull = try await open(forge, body: text)
    _ = try await forge.comment(text, on: pull.number, in: web)
    _ = try await forge.update(pull.number, PullRequestEdit(body: "/close\n" + text), in: web)
    let state = try await fake.state()["prs"]?.array?.first
    #expect(state?["quick_actions"] == [])
    #expect(state?["state"] == "open" && state?["labels"] == [])
  }

  @Test func `reviewers and a milestone are set by name and number`() async throws {
    let (fake, forge) = try await stage()
    try await fake.control("settings", ["repo": "acme/web", "milestones": ["m1"]])
    let pull = try await open(forge)
    for _ in 0..<2 {
      // Groups review by approval rules; the people of the same request are asked.
      let error = await #expect(throws: ForgeError.self) {
        try await forge.requestReviews(["ann", "acme/team"], on: pull.number, in: web)
      }
      #expect(error?.code == .unsupported)
    }
    #expect(try await fake.state()["prs"]?.array?.first?["reviewers"] == ["ann"])
    #expect(try await fake.violations().isEmpty)
  }

  @Test func `a reviewer who requests changes is named`() async throws {
    let (fake, forge) = try await stage()
    let pull = try await open(forge)
    #expect(try await forge.changeRequests(on: pull.number, in: web) == [])
    try await fake.control(
      "pr", ["repo": "acme/web", "pr": .int(pull.number), "by": "ann", "request_changes": true])
    #expect(try await forge.changeRequests(on: pull.number, in: web) == ["ann"])
  }

  @Test(arguments: ["drop_after", "drop_before"])
  func `a merge request and a note with lost responses exist once`(action: String) async throws {
    let (fake, forge) = try await stage()
    try await fake.fault("postApiV4ProjectsIdMergeRequests", action)
    let pull = try await open(forge)
    try await fake.fault("postApiV4ProjectsIdMergeRequestsNoteableIdNotes", action)
    _ = try await forge.comment("Hello.", on: pull.number, in: web)
    try await fake.settle()
    #expect(try await forge.comments(on: pull.number, in: web).map(\.body) == ["Hello."])
    let all = try await forge.pullRequests(PullRequestQuery(state: .all), in: web)
    #expect(all.map(\.number) == [pull.number])
  }

  @Test func `a twin is found although the list is out of date`() async throws {
    let (fake, forge) = try await stage()
    let pull = try await open(forge)
    try await fake.control("limits", ["pr_list_lag": 1_000])
    let draft = PullRequestDraft(head: "martlet/npm/a", base: "main", title: "Two", body: "Two.")
    guard case .existed(let twin) = try await forge.open(draft, in: web) else {
      Issue.record("opened twice")
      return
    }
    #expect(twin.number == pull.number)
  }

  @Test func `limits are waited for`() async throws {
    let (fake, forge) = try await stage()
    try await fake.fault("getApiV4ProjectsId", "limit", [("retry_after", 1)])
    #expect(try await forge.repository(web).name == web)
  }

  @Test(
    arguments: [
      (["api"], []),
      (["read_api", "read_repository"], ["the scope 'api': it has read_api, read_repository"]),
    ] as [([String], [String])])
  func `a missing scope is named`(scopes: [String], missing: [String]) async throws {
    let (fake, _) = try await stage()
    try await fake.control(
      "tokens",
      ["token": "glpat-other", "login": "bot", "scopes": .array(scopes.map(Value.string))])
    let forge = try fake.gitLab(token: "glpat-other")
    #expect(try await forge.missingGrants().map(\.grant) == missing)
  }

  @Test func `trial writes succeed nowhere and show what is refused`() async throws {
    let (fake, forge) = try await stage()
    let repository = try await forge.repository(web)
    #expect(try await forge.probe(repository) == [])
    #expect(try await forge.head(of: "martlet/doctor", in: web) == nil)
    try await fake.control("settings", ["repo": "acme/web", "bot_role": "read"])
    let refused = try await forge.probe(repository)
    #expect(
      refused.map(\.write) == ["create branches", "push to branches", "open merge requests"])
  }

  @Test func `a protected pattern for our branches is found by a trial push`() async throws {
    let (fake, forge) = try await stage()
    try await fake.control(
      "settings", ["repo": "acme/web", "settings": ["protected_branches": ["martlet/doctor"]]])
    let refused = try await forge.probe(try await forge.repository(web))
    #expect(refused.map(\.write) == ["push to branches"])
    #expect(refused.first?.reason.contains("protected branches on this project") == true)
  }

  @Test func `a token that is revoked is about the forge, a merge without right is not`()
    async throws
  {
    let (fake, forge) = try await stage()
    let pull = try await open(forge)
    try await fake.control("settings", ["repo": "acme/web", "bot_role": "read"])
    let outcome = try await forge.merge(pull.number, at: pull.headSHA, by: .merge, in: web)
    #expect(outcome == .refused("the account may not merge into main"))
    try await fake.control(
      "tokens", ["token": "glpat-other", "login": "bot", "scopes": ["api"], "revoked": true])
    let revoked = try fake.gitLab(token: "glpat-other")
    let error = await #expect(throws: ForgeError.self) { try await revoked.identity() }
    #expect(error?.code == .unauthorized && error?.detail.contains("revoked") == true)
  }

  @Test(arguments: [
    ("/merge", "/\u{200B}merge"), ("a /merge", "a /merge"), ("\t /Close x", "\t /\u{200B}Close x"),
    ("a\r\n/_x", "a\r\n/\u{200B}_x"), ("// c", "// c"), ("/1", "/1"),
    ("/\u{200B}merge", "/\u{200B}merge"),
    ("x\u{2028}/a", "x\u{2028}/\u{200B}a"),
  ])
  func `a slash that begins a line is separated from its word`(text: String, expected: String) {
    #expect(QuickActions.disarmed(text) == expected)
    #expect(QuickActions.disarmed(expected) == expected)
  }

  @Test(arguments: [
    ("`Fixes #1`", "`Fixes· #1`"), ("closes: a/b#12", "closes·: a/b#12"),
    ("Resolved issues  #1", "Resolved· issues  #1"), ("fix ACME-1", "fix· ACME-1"),
    ("implements http://a/b/-/issues/1", "implements· http://a/b/-/issues/1"),
    ("closing [issue:1]", "closing· [issue:1]"), ("FIX GL-1, fix #2", "FIX· GL-1, fix· #2"),
    ("fixes· #1", "fixes· #1"), ("prefix #1", "prefix #1"), ("fix#1", "fix#1"),
    ("fix the #1", "fix the #1"), ("fix utf-8", "fix utf-8"), ("fix #", "fix #"), ("fix", "fix"),
    ("fix [x](http://a)", "fix [x](http://a)"), ("/fix #1", "/·fix· #1"),
  ])
  func `no sentence closes an issue, not even in code`(text: String, expected: String) {
    let (text, expected) = (
      text.replacing("·", with: "\u{200B}"), expected.replacing("·", with: "\u{200B}")
    )
    #expect(ForgeKind.gitLab.text.inert(text) == expected)
    #expect(ForgeKind.gitLab.text.inert(expected) == expected)
  }

  @Test(arguments: [
    ("Bump @types/node from 1 to 2", "Bump @\u{200B}types/node from 1 to 2"),
    ("@a and (@b)", "@\u{200B}a and (@\u{200B}b)"), ("build: @_x", "build: @\u{200B}_x"),
    ("Bump a@1 to a@2", "Bump a@1 to a@2"), ("a @ b @", "a @ b @"), ("@\u{200B}a", "@\u{200B}a"),
    ("@@a", "@@\u{200B}a"), ("Bump a", "Bump a"),
  ])
  func `no name in a title is a mention`(title: String, expected: String) {
    #expect(ForgeKind.gitLab.text.inertTitle(title) == expected)
    #expect(ForgeKind.gitLab.text.inertTitle(expected) == expected)
  }

  @Test(arguments: [
    ("Draft: a", true, "a"), ("[DRAFT] (draft) a", true, "a"), ("Draft: a", false, "Draft: a"),
    ("Draft:", true, "Draft:"),
  ])
  func `a draft's sign is removed from its title`(title: String, isDraft: Bool, expected: String) {
    #expect(DraftTitle.removed(from: title, isDraft: isDraft) == expected)
  }
}
