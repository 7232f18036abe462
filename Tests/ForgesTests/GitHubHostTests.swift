import FoundationEssentials
import Git
import HTTP
import JSON
import Logging
import TestSupport
import Testing

@testable import Forges
import Time

/// Against the shared fake, whose contract is GitHub's own description of its interface.
@Suite(.serialized, .needsFakeHost) struct `The fake GitHub` {
  static let web = RepositoryName("acme/web")
  let repository: RepositoryName
  let fake: FakeHost

  init() async throws {
    repository = try #require(Self.web)
    fake = try await FakeHost.fresh()
    try await fake.control(
      "repo",
      [
        "full_name": "acme/web", "allow_auto_merge": true,
        "files": ["a.txt": "1\n", "deep/er/b.txt": "2\n", "c.txt": "3\n"],
        "protection": ["contexts": ["build"]], "collaborators": ["ann": "write"],
      ])
  }

  /// A branch with one commit of ours on top of main.
  func topic(_ forge: GitHubForge, _ branch: String = "martlet/x") async throws -> Forges.Commit {
    let base = try #require(try await forge.head(of: "main", in: repository))
    let commit = try await forge.commit(
      CommitProposal(
        parent: base, changes: ["a.txt": .write(Array("new\n".utf8), mode: .regular)],
        message: "Bump a"), in: repository)
    _ = try await forge.createBranch(branch, at: commit.sha, in: repository)
    return commit
  }

  func draft(_ branch: String = "martlet/x") -> PullRequestDraft {
    PullRequestDraft(head: branch, base: "main", title: "Bump a", body: "Bumps a.")
  }

  @Test func `the whole story of a pull request breaks no rule of the interface`() async throws {
    let forge = try fake.forge()
    #expect(try await forge.identity().login == "bot")
    #expect(try await forge.repositories().map(\.name) == [repository])
    #expect(try await forge.repository(repository).defaultBranch == "main")
    let base = try #require(try await forge.head(of: "main", in: repository))
    let tree = try await forge.tree(at: base, in: repository)
    #expect(tree.map(\.path) == ["a.txt", "c.txt", "deep/er/b.txt"])
    let content = try await forge.blob(tree[0].sha, limit: 100, in: repository)
    #expect(content == Array("1\n".utf8))
    let file = try await forge.file("deep/er/b.txt", at: base, limit: 9, in: repository)
    #expect(file == Array("2\n".utf8))
    #expect(try await forge.file("none", at: base, limit: 9, in: repository) == nil)
    #expect(try await forge.file("deep", at: base, limit: 9, in: repository) == nil)

    let commit = try await topic(forge)
    #expect(commit.parents == [base])
    let between = try await forge.commits(from: base, to: commit.sha, in: repository)
    #expect(between.map(\.sha) == [commit.sha])
    #expect(between.first?.tree == commit.tree)
    #expect(try await forge.commit(commit.sha, in: repository).message == "Bump a")
    #expect(try await forge.commits(on: "main", limit: 5, in: repository).map(\.sha) == [base])
    #expect(
      try await forge.branches(startingWith: "martlet/", in: repository)
        == [Branch(name: "martlet/x", head: commit.sha)])

    let opened = try await forge.open(draft(), in: repository)
    guard case .created(let pull) = opened else {
      Issue.record("\(opened)")
      return
    }
    #expect(pull.headSHA == commit.sha)
    #expect(pull.headRepository == "acme/web")
    #expect(try await forge.open(draft(), in: repository) == .existed(pull))
    let query = PullRequestQuery(head: "martlet/x", base: "main")
    #expect(try await forge.pullRequests(query, in: repository).map(\.number) == [pull.number])

    let number = pull.number
    let edited = try await forge.update(
      number, PullRequestEdit(title: "Bump a to 2", body: "More."), in: repository)
    #expect(edited.title == "Bump a to 2")
    let label = Label(name: "dependencies", color: "0366d6", about: "Updates")
    #expect(try await forge.createLabel(label, in: repository) == .created(label))
    #expect(try await forge.createLabel(label, in: repository) == .existed(label))
    try await forge.addLabels(["dependencies"], to: number, in: repository)
    try await forge.removeLabel("none", from: number, in: repository)
    #expect(try await forge.assign(["ann"], to: number, in: repository) == [])
    try await forge.requestReviews(["ann"], on: number, in: repository)
    let comment = try await forge.comment("Hello", on: number, in: repository)
    try await forge.updateComment(comment.id, on: number, to: "Hello!", in: repository)
    #expect(try await forge.comments(on: number, in: repository).map(\.body) == ["Hello!"])
    #expect(try await forge.permission(of: "ann", in: repository) == .write)
    #expect(try await forge.permission(of: "stranger", in: repository) == .read)
    let now = try await forge.pullRequest(number, in: repository)
    #expect(now.labels == ["dependencies"])
    #expect(now.assignees == ["ann"])

    #expect(
      try await forge.rules(of: "main", in: repository)
        == BranchRules(checks: [RequiredCheck(name: "build")]))
    try await fake.control(
      "status", ["repo": "acme/web", "pr": .int(number), "context": "lint", "state": "pending"])
    let refused = try await forge.merge(number, at: commit.sha, by: .squash, in: repository)
    #expect(refused == .refused("Required status check \"build\" is expected."))
    try await fake.control(
      "check", ["repo": "acme/web", "pr": .int(number), "name": "build", "conclusion": "success"])
    let checks = try await forge.checks(of: commit.sha, in: repository)
    #expect(checks.map(\.name) == ["build", "lint"])
    #expect(try await forge.unfinishedSuites(of: commit.sha, in: repository) == [])
    #expect(try await forge.changeRequests(on: number, in: repository) == [])
    #expect(checks.map(\.state) == [.success, .pending])
    #expect(try await forge.merge(number, at: base, by: .squash, in: repository) == .headMoved)
    let merged = try await forge.merge(number, at: commit.sha, by: .squash, in: repository)
    let main = try #require(try await forge.head(of: "main", in: repository))
    #expect(merged == .merged(commit: main))
    #expect(try await forge.pullRequest(number, in: repository).state == .merged)
    #expect(
      try await forge.deleteBranch("martlet/x", at: commit.sha, in: repository) == .moved)
    #expect(
      try await forge.deleteBranch("martlet/x", at: commit.sha, in: repository) == .moved)
    #expect(try await fake.violations().isEmpty)
  }

  @Test func `a commit deletes, adds and keeps modes, and writes twice`() async throws {
    let forge = try fake.forge()
    let base = try #require(try await forge.head(of: "main", in: repository))
    let commit = try await forge.commit(
      CommitProposal(
        parent: base,
        changes: [
          "deep/er/b.txt": .delete, "gone": .delete, "bin": .write([0, 255], mode: .regular),
          "run.sh": .write(Array("#!\n".utf8), mode: .executable),
        ], message: "Change"), in: repository)
    let tree = try await forge.tree(at: commit.sha, in: repository)
    #expect(tree.map(\.path) == ["a.txt", "bin", "c.txt", "run.sh"])
    #expect(tree.first { $0.path == "run.sh" }?.mode == .executable)
    let binary = try #require(tree.first { $0.path == "bin" })
    #expect(try await forge.blob(binary.sha, limit: 9, in: repository) == [0, 255])
    #expect(
      try await fake.writes() == ["git/create-blob", "git/create-tree", "git/create-commit"])
    #expect(try await fake.violations().isEmpty)
  }

  @Test func `a proposal that changes nothing answers the parent`() async throws {
    let forge = try fake.forge()
    let base = try #require(try await forge.head(of: "main", in: repository))
    let same = try await forge.commit(
      CommitProposal(
        parent: base, changes: ["a.txt": .write(Array("1\n".utf8), mode: .regular)], message: "m"),
      in: repository)
    #expect(same.sha == base)
    #expect(try await fake.writes() == ["git/create-tree"])
  }

  @Test func `a branch moves only from where it is expected`() async throws {
    let forge = try fake.forge()
    let base = try #require(try await forge.head(of: "main", in: repository))
    let commit = try await topic(forge)
    func move(_ from: String, _ to: String, force: Bool = false) async throws -> BranchMove {
      try await forge.moveBranch("martlet/x", from: from, to: to, force: force, in: repository)
    }
    #expect(try await move(base, base, force: true) == .lost(head: commit.sha))
    #expect(try await move(base, commit.sha) == .moved)
    #expect(try await move(commit.sha, base, force: true) == .moved)
    #expect(try await move(base, commit.sha) == .moved)
    await #expect(throws: ForgeError.self) { try await move(commit.sha, base) }
    #expect(
      try await forge.createBranch("martlet/x", at: base, in: repository) == .existed(commit.sha))
    #expect(
      try await forge.deleteBranch("martlet/x", at: base, in: repository)
        == .lost(head: commit.sha))
    #expect(try await fake.violations().isEmpty)
  }

  @Test(arguments: ["move", "delete"])
  func `a person's push between our look and our write survives`(what: String) async throws {
    let forge = try fake.forge()
    let commit = try await topic(forge)
    let base = try #require(try await forge.head(of: "main", in: repository))
    for operation in ["git/update-ref", "git/delete-ref", "git:git-receive-pack"] {
      try await fake.fault(operation, "delay", [("seconds", 2)])
    }
    async let outcome =
      what == "move"
      ? forge.moveBranch("martlet/x", from: commit.sha, to: base, force: true, in: repository)
      : forge.deleteBranch("martlet/x", at: commit.sha, in: repository)
    try await eventually(every: .milliseconds(20)) {
      try await fake.control("faults").array?.contains { $0["hits"] == 1 } == true
    }
    let push: Value = [
      "repo": "acme/web", "branch": "martlet/x", "files": ["fix.txt": "by hand\n"],
      "message": "Fix by hand",
    ]
    let theirs = try await fake.control("commit", push)["sha"]?.string
    #expect(try await outcome == .lost(head: theirs))
    #expect(try await fake.state()["branches"]?["martlet/x"]?.string == theirs)
  }

  @Test func `a branch is not deleted for a commit that the host does not know`() async throws {
    let forge = try fake.forge()
    let commit = try await topic(forge)
    let unknown = String(repeating: "1", count: 40)
    #expect(
      try await forge.deleteBranch("martlet/x", at: unknown, in: repository)
        == .lost(head: commit.sha))
    #expect(
      try await forge.moveBranch(
        "martlet/x", from: unknown, to: commit.parents[0], force: true, in: repository)
        == .lost(head: commit.sha))
    #expect(try await fake.state()["branches"]?["martlet/x"]?.string == commit.sha)
  }

  @Test(arguments: [("drop_before", 0), ("drop_after", 0), ("status", 500)])
  func `a lost or refused push is made once`(action: String, status: Int) async throws {
    let forge = try fake.forge()
    let commit = try await topic(forge)
    let base = try #require(try await forge.head(of: "main", in: repository))
    func fault() async throws {
      try await fake.fault("git:git-receive-pack", action, [("status", .int(status))])
    }
    try await fault()
    #expect(
      try await forge.moveBranch(
        "martlet/x", from: commit.sha, to: base, force: true, in: repository) == .moved)
    #expect(try await forge.head(of: "martlet/x", in: repository) == base)
    try await fault()
    #expect(try await forge.deleteBranch("martlet/x", at: base, in: repository) == .moved)
    #expect(try await forge.head(of: "martlet/x", in: repository) == nil)
  }

  @Test(arguments: ["drop_before", "drop_after", "partial", "html_502", "bad_json", "status_after"])
  func `a lost reply to a new branch or pull request leaves one of each`(action: String)
    async throws
  {
    let forge = try fake.forge()
    let more: [(String, Value)] = action == "status_after" ? [("status", 500)] : []
    try await fake.fault("git/create-ref", action, more)
    try await fake.fault("pulls/create", action, more)
    let commit = try await topic(forge)
    let opened = try await forge.open(draft(), in: repository)
    #expect(opened.value.headSHA == commit.sha)
    let state = try await fake.state()
    #expect(state["prs"]?.array?.count == 1)
    #expect(state["branches"]?["martlet/x"]?.string == commit.sha)
    #expect(try await fake.violations().isEmpty)
    let isDone = ["drop_after", "partial", "bad_json", "status_after"].contains(action)
    let creations = try await fake.writes().filter {
      $0 == "git/create-ref" || $0 == "pulls/create"
    }
    #expect(creations.count == (isDone ? 2 : 4))
  }

  @Test(arguments: ["drop_after", "partial", "html_502", "bad_json"])
  func `a lost reply to any other write ends as if it had come`(action: String) async throws {
    let forge = try fake.forge()
    for operation in [
      "git/create-tree", "git/create-commit", "pulls/update", "issues/create-comment",
      "issues/add-labels", "issues/create-label", "pulls/merge",
    ] { try await fake.fault(operation, action) }
    let commit = try await topic(forge)
    let base = try #require(try await forge.head(of: "main", in: repository))
    _ = try await forge.moveBranch(
      "martlet/x", from: commit.sha, to: base, force: true, in: repository)
    _ = try await forge.moveBranch(
      "martlet/x", from: base, to: commit.sha, force: false, in: repository)
    let pull = try await forge.open(draft(), in: repository).value
    _ = try await forge.update(pull.number, PullRequestEdit(title: "T"), in: repository)
    _ = try await forge.comment("Hello", on: pull.number, in: repository)
    _ = try await forge.createLabel(Label(name: "l"), in: repository)
    try await forge.addLabels(["l"], to: pull.number, in: repository)
    try await fake.control(
      "check",
      ["repo": "acme/web", "pr": .int(pull.number), "name": "build", "conclusion": "success"])
    let outcome = try await forge.merge(pull.number, at: commit.sha, by: .squash, in: repository)
    guard case .merged = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(
      try await forge.deleteBranch("martlet/x", at: commit.sha, in: repository) == .moved)
    #expect(try await forge.comments(on: pull.number, in: repository).count == 1)
    let after = try await forge.pullRequest(pull.number, in: repository)
    #expect(after.title == "T")
    #expect(after.labels == ["l"])
    #expect(try await fake.violations().isEmpty)
  }

  @Test(arguments: ["drop_after", "partial", "html_502", "bad_json"])
  func `reads survive one broken answer`(action: String) async throws {
    let forge = try fake.forge()
    for operation in ["git/get-ref", "git/get-tree", "pulls/list"] {
      try await fake.fault(operation, action)
    }
    let head = try #require(try await forge.head(of: "main", in: repository))
    #expect(try await forge.tree(at: head, in: repository).count == 3)
    #expect(try await forge.pullRequests(PullRequestQuery(), in: repository).isEmpty)
  }

  @Test(arguments: [("html_502", ForgeError.Code.unavailable), ("bad_json", .malformed)])
  func `an answer that stays broken is an error, never an empty list`(
    action: String, code: ForgeError.Code
  ) async throws {
    let forge = try fake.forge()
    try await fake.fault("pulls/list", action, [("times", 99)])
    let before = try await fake.reads()
    let error = await #expect(throws: ForgeError.self) {
      try await forge.pullRequests(PullRequestQuery(), in: repository)
    }
    #expect(error?.code == code)
    #expect(try await fake.reads() - before == 3)
  }

  @Test func `a lagging list does not double a pull request`() async throws {
    let forge = try fake.forge()
    try await fake.control("limits", ["pr_list_lag": 1000])
    try await fake.fault("pulls/create", "drop_after")
    _ = try await topic(forge)
    let first = try await forge.open(draft(), in: repository)
    let second = try await forge.open(draft(), in: repository)
    #expect(first.value.number == second.value.number)
    #expect(try await fake.state()["prs"]?.array?.count == 1)
  }

  @Test(arguments: [403, 429])
  func `a secondary limit stops everything for as long as it says`(status: Int) async throws {
    let forge = try fake.forge()
    try await fake.fault(
      "git/create-ref", "secondary", [("retry_after", 2), ("status", .int(status))])
    let start = ContinuousClock.now
    _ = try await topic(forge)
    #expect(ContinuousClock.now - start >= .seconds(1.9))
    #expect(try await fake.writes().filter { $0 == "git/create-ref" }.count == 2)
  }

  @Test func `a limit longer than the longest wait is an error with its time`() async throws {
    let forge = try fake.forge()
    try await fake.fault("git/get-ref", "primary", [("retry_after", 1000)])
    let before = Timestamp.now()
    for _ in 0..<2 {
      let error = await #expect(throws: ForgeError.self) {
        try await forge.head(of: "main", in: repository)
      }
      guard case .rateLimited(let until) = error?.code else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect((before - 10 ... .now() + 10).contains(until - 1000))
    }
    #expect(try await fake.reads() == 1)
  }

  @Test func `writes are sent one by one and paced, reads in parallel`() async throws {
    let forge = try fake.forge(pacing: HostPacing(pace: .milliseconds(200)))
    let base = try #require(try await forge.head(of: "main", in: repository))
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<5 {
        group.addTask { [repository] in
          _ = try await forge.createBranch("martlet/\(number)", at: base, in: repository)
        }
      }
      try await group.waitForAll()
    }
    #expect(ContinuousClock.now - start >= .milliseconds(800))
    let requests = try await fake.control("requests").array ?? []
    #expect(requests.allSatisfy { $0["parallel_mutation"]?.bool != true })
  }

  @Test func `an App's tokens are shared and renewed when they end early`() async throws {
    let forge = try fake.forge(try fake.app())
    #expect(
      try await forge.identity()
        == Account(login: "updatebot[bot]", displayName: "updatebot", isBot: true))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { [repository] in _ = try await forge.head(of: "main", in: repository) }
      }
      try await group.waitForAll()
    }
    #expect(try await count("apps/create-installation-access-token") == 1)
    try await fake.control("expire-tokens", [:])
    let commit = try await topic(forge)
    #expect(try await forge.head(of: "martlet/x", in: repository) == commit.sha)
    // One that reads and one that writes.
    #expect(try await count("apps/create-installation-access-token") == 3)
    #expect(try await forge.repositories().map(\.name) == [repository])
    #expect(try await fake.violations().isEmpty)
  }

  @Test func `a suspended App is an error, not a storm`() async throws {
    let forge = try fake.forge(try fake.app())
    try await fake.control("suspend", ["value": true])
    let error = await #expect(throws: ForgeError.self) {
      try await forge.head(of: "main", in: repository)
    }
    #expect(error?.code == .forbidden)
    #expect(try await fake.reads() <= 3)
  }

  @Test(arguments: [-900, 900])
  func `a wrong clock does not lock an App out`(skew: Int) async throws {
    let forge = try fake.forge(try fake.app())
    try await fake.control("skew", ["seconds": .int(skew)])
    #expect(try await forge.head(of: "main", in: repository) != nil)
  }

  @Test func `a bad token is unauthorized at once`() async throws {
    let forge = try fake.forge(.token(Secret("ghp_wrong")))
    let error = await #expect(throws: ForgeError.self) {
      try await forge.head(of: "main", in: repository)
    }
    #expect(error?.code == .unauthorized)
    #expect(!"\(String(describing: error))".contains("ghp_wrong"))
    #expect(try await fake.reads() == 1)
  }

  @Test func `auto-merge waits for the checks, or is not needed`() async throws {
    let forge = try fake.forge()
    let commit = try await topic(forge)
    let pull = try await forge.open(draft(), in: repository).value
    func enable() async throws -> AutoMergeOutcome {
      try await forge.enableAutoMerge(pull.number, at: commit.sha, by: .squash, in: repository)
    }
    #expect(try await enable() == .enabled)
    #expect(try await forge.pullRequest(pull.number, in: repository).autoMergeBy == "bot")
    try await forge.disableAutoMerge(pull.number, in: repository)
    try await forge.disableAutoMerge(pull.number, in: repository)
    #expect(try await !forge.pullRequest(pull.number, in: repository).hasAutoMerge)
    #expect(try await enable() == .enabled)
    try await fake.control(
      "check",
      ["repo": "acme/web", "pr": .int(pull.number), "name": "build", "conclusion": "success"])
    #expect(try await forge.pullRequest(pull.number, in: repository).state == .merged)
  }

  @Test func `long lists are read to their end`() async throws {
    let forge = try fake.forge()
    let base = try #require(try await forge.head(of: "main", in: repository))
    _ = base
    for number in 0..<130 {
      try await fake.control(
        "commit",
        ["repo": "acme/web", "files": ["n": .string("\(number)")], "message": .string("\(number)")])
    }
    let commits = try await forge.commits(on: "main", limit: 120, in: repository)
    #expect(commits.count == 120)
    #expect(commits.first?.subject == "129")
    #expect(commits.last?.subject == "10")
  }

  @Test(arguments: [true, false])
  func `git reads the same host, by our client or by libgit2`(byClient: Bool) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/martlet-git-\(uniqueName())"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let client = HTTP.Client.live(LiveOptions(allowsPrivate: { _ in true }))
    let git = Git.Client.live(
      Git.Options(
        cache: folder, transport: byClient ? .over(client) : nil, allowsPrivate: { _ in true }))
    let url = "\(fake.url)/acme/web.git"
    let main = try #require(
      try await git.references(url).first { $0.branch == "main" })
    let files = try await git.files(url, main) { $0.hasSuffix("b.txt") }
    #expect(files == ["deep/er/b.txt": Array("2\n".utf8)])
  }

  @Test func `a repository that is not there is not found`() async throws {
    let forge = try fake.forge()
    let none = try #require(RepositoryName("acme/none"))
    let error = await #expect(throws: ForgeError.self) { try await forge.repository(none) }
    #expect(error?.code == .notFound)
    #expect(error?.subject == "GET /repos/acme/none")
  }

  private func count(_ operation: String) async throws -> Int {
    try await fake.control("requests").array?.filter { $0["op"]?.string == operation }.count ?? 0
  }
}
