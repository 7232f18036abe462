import Forges
import Testing

/// An event that reads `push acme/app main`.
private func hint(_ event: String, _ payload: String) throws -> WebhookEvent.Hint {
  try WebhookEvent(gitHub: event, body: Array(payload.utf8)).hint
}

private func name(_ text: String) throws -> RepositoryName { try #require(RepositoryName(text)) }

private let repository =
  #""repository": {"full_name": "acme/app", "default_branch": "main", "new": [{}]}"#

@Suite struct `A webhook of GitHub` {
  private let app: RepositoryName

  init() throws { app = try name("acme/app") }

  @Test func `a push has the branch and whether it is the default one`() throws {
    #expect(
      try hint("push", #"{"ref": "refs/heads/main", \#(repository)}"#)
        == .push(app, branch: "main", isDefault: true))
    #expect(
      try hint("push", #"{"ref": "refs/heads/martlet/npm/a", \#(repository)}"#)
        == .push(app, branch: "martlet/npm/a", isDefault: false))
    #expect(try hint("push", #"{"ref": "refs/tags/main", \#(repository)}"#) == .nothing)
  }

  @Test func `an edit of an issue counts if it is or was a dashboard`() throws {
    let marker = "<!-- martlet-dashboard -->"
    let now = #"{"action": "edited", "issue": {"body": "x\n\n\#(marker)"}, \#(repository)}"#
    let before = """
      {"action": "edited", "issue": {"body": "gone"}, \
      "changes": {"body": {"from": "\(marker)"}}, \(repository)}
      """
    let other = #"{"action": "edited", "issue": {"body": "a bug"}, \#(repository)}"#
    #expect(try hint("issues", now) == .dashboard(app))
    #expect(try hint("issues", before) == .dashboard(app))
    #expect(try hint("issues", other) == .nothing)
  }

  @Test func `a pull request is identified by its branch, unless it comes from a fork`() throws {
    let own = #"{"pull_request": {"head": {"ref": "b", "repo": {"full_name": "Acme/App"}}}, "#
    let fork = #"{"pull_request": {"head": {"ref": "b", "repo": {"full_name": "eve/app"}}}, "#
    let gone = #"{"pull_request": {"head": {"ref": "b", "repo": null}}, "#
    #expect(try hint("pull_request", own + repository + "}") == .pullRequest(app, branch: "b"))
    let review = try hint("pull_request_review", own + repository + "}")
    #expect(review == .pullRequest(app, branch: "b"))
    #expect(try hint("pull_request", fork + repository + "}") == .nothing)
    #expect(try hint("pull_request", gone + repository + "}") == .pullRequest(app, branch: "b"))
  }

  @Test func `checks tell the commit and the branches that the forge names`() throws {
    let run = #"{"check_run": {"head_sha": "c1", "check_suite": {"head_branch": "b"}}, "#
    let suite = #"{"check_suite": {"head_sha": "c1", "head_branch": null}, "#
    let status = #"{"sha": "c1", "branches": [{"name": "b"}, {"name": "d"}], "#
    #expect(
      try hint("check_run", run + repository + "}") == .check(app, commit: "c1", branches: ["b"]))
    #expect(
      try hint("check_suite", suite + repository + "}") == .check(app, commit: "c1", branches: []))
    #expect(
      try hint("status", status + repository + "}")
        == .check(app, commit: "c1", branches: ["b", "d"]))
    #expect(
      try hint("merge_group", "{\(repository)}") == .check(app, commit: nil, branches: []))
  }

  @Test(arguments: [
    (#""action": "created", "issue": {"pull_request": {}}"#, "@martlet rebase", true),
    (#""action": "created", "issue": {"pull_request": {}}"#, "Well:\\n  @martlet rebase", true),
    (#""action": "edited", "issue": {"pull_request": {}}"#, "thanks", false),
  ])
  func `a comment on a pull request says whether it mentions somebody`(
    head: String, body: String, isAddressed: Bool
  ) throws {
    let payload = #"{\#(head), "comment": {"body": "\#(body)"}, \#(repository)}"#
    #expect(try hint("issue_comment", payload) == .comment(app, isAddressed: isAddressed))
  }

  @Test func `comments on issues and deleted ones say nothing`() throws {
    let issue = #"{"action": "created", "issue": {}, "comment": {"body": "@martlet x"}, "#
    let deleted = #"{"action": "deleted", "issue": {"pull_request": {}}, "comment": {}, "#
    #expect(try hint("issue_comment", issue + repository + "}") == .nothing)
    #expect(try hint("issue_comment", deleted + repository + "}") == .nothing)
  }

  @Test func `an installation brings repositories or takes them away`() throws {
    let list = #"[{"full_name": "acme/app"}, {"full_name": "not a name"}]"#
    #expect(
      try hint("installation", #"{"action": "created", "repositories": \#(list)}"#)
        == .granted([app]))
    #expect(
      try hint("installation", #"{"action": "suspend"}"#) == .withdrawn([]))
    #expect(
      try hint("installation_repositories", #"{"action": "added", "repositories_added": \#(list)}"#)
        == .granted([app]))
    #expect(
      try hint(
        "installation_repositories", #"{"action": "removed", "repositories_removed": \#(list)}"#)
        == .withdrawn([app]))
  }

  @Test func `changes of a whole repository are reported`() throws {
    let changes = { (action: String, changes: String) in
      #"{"action": "\#(action)", "changes": \#(changes), \#(repository)}"#
    }
    let old = RepositoryName("acme/old")
    let renamed = changes("renamed", #"{"repository": {"name": {"from": "old"}}}"#)
    #expect(try hint("repository", renamed) == old.map { .renamed($0, to: app) })
    for kind in ["user", "organization"] {
      let from = #"{"owner": {"from": {"\#(kind)": {"login": "eve"}}}}"#
      #expect(
        try hint("repository", changes("transferred", from))
          == RepositoryName("eve/app").map { .renamed($0, to: app) })
    }
    for action in ["deleted", "archived"] {
      #expect(try hint("repository", changes(action, "{}")) == .withdrawn([app]))
    }
    for action in ["created", "unarchived", "privatized", "publicized"] {
      #expect(try hint("repository", changes(action, "{}")) == .granted([app]))
    }
    let moved = changes("edited", #"{"default_branch": {"from": "master"}}"#)
    #expect(try hint("repository", moved) == .granted([app]))
    #expect(try hint("repository", changes("edited", "{}")) == .nothing)
    for action in ["renamed", "transferred"] {
      #expect(throws: WebhookError.self) { try hint("repository", changes(action, "{}")) }
    }
  }

  @Test func `the sender is kept, and unknown events say nothing`() throws {
    let event = try WebhookEvent(
      gitHub: "gollum", body: Array(#"{"sender": {"login": "ann"}}"#.utf8))
    #expect(event == WebhookEvent(.nothing, sender: "ann"))
    #expect(try hint("ping", "{}") == .nothing)
  }

  @Test(arguments: [
    ("push", ""), ("push", "[]"), ("push", "{"), ("push", #"{"ref": "refs/heads/main"}"#),
    ("push", "{\(repository)}"), ("pull_request", "{\(repository)}"),
    ("check_run", "{\(repository)}"), ("status", "{\(repository)}"),
    ("issue_comment", "{\(repository)}"), ("ping", "null"),
    ("push", #"{"ref": "refs/heads/x", "repository": {"full_name": "../../etc"}}"#),
  ])
  func `what is cut off or lacks its subject is refused`(event: String, payload: String) {
    #expect(throws: WebhookError.self) { try hint(event, payload) }
  }

  @Test func `a payload without a bottom is refused`() {
    let payload = String(repeating: "[", count: 100_000)
    #expect(throws: WebhookError.self) { try hint("push", payload) }
  }

  @Test func `no prefix of a payload is taken for the whole`() throws {
    let whole = Array(#"{"ref": "refs/heads/main", \#(repository)}"#.utf8)
    for length in 0..<whole.count {
      #expect(throws: WebhookError.self) {
        try WebhookEvent(gitHub: "push", body: Array(whole[..<length]))
      }
    }
  }
}
