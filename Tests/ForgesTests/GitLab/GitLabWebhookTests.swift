import Crypto
import Forges
import FoundationEssentials
import Logging
import Testing
import Time

/// Reads a delivery with the header's event.
private func hint(_ payload: String, _ event: String = "Hook") throws -> WebhookEvent.Hint {
  try WebhookEvent(gitLab: event, body: Array(payload.utf8)).hint
}

private let project =
  #""project": {"id": 7, "path_with_namespace": "acme/tools/app", "default_branch": "main"}"#

@Suite struct `A webhook of GitLab` {
  private let app: RepositoryName

  init() throws { app = try #require(RepositoryName("acme/tools/app")) }

  @Test func `a push names its branch`() throws {
    let push = #"{"object_kind": "push", "user_username": "ann", \#(project), "ref": "#
    #expect(
      try hint(push + #""refs/heads/main"}"#) == .push(app, branch: "main", isDefault: true))
    #expect(
      try hint(push + #""refs/heads/a/b"}"#) == .push(app, branch: "a/b", isDefault: false))
    #expect(
      try hint(#"{"object_kind": "tag_push", \#(project), "ref": "refs/tags/v1"}"#) == .nothing)
    let event = try WebhookEvent(
      gitLab: "Push Hook", body: Array((push + #""refs/heads/a"}"#).utf8))
    #expect(event.sender == "ann")
  }

  @Test func `a merge request is identified by its branch, unless it comes from a fork`() throws {
    func event(_ source: Int) -> String {
      """
      {"object_kind": "merge_request", \(project), "object_attributes": {"source_branch": "b", \
      "source_project_id": \(source), "target_project_id": 7, "action": "open"}}
      """
    }
    #expect(try hint(event(7)) == .pullRequest(app, branch: "b"))
    #expect(try hint(event(8)) == .nothing)
  }

  @Test func `an edit of an issue counts if it is or was a dashboard`() throws {
    func event(_ text: String, before: String) -> String {
      """
      {"object_kind": "issue", \(project), "object_attributes": {"description": "\(text)"}, \
      "changes": {"description": {"previous": "\(before)"}}}
      """
    }
    let marker = "<!-- martlet-dashboard -->"
    #expect(try hint(event(marker, before: "")) == .dashboard(app))
    #expect(try hint(event("", before: marker)) == .dashboard(app))
    #expect(try hint(event("a bug", before: "")) == .nothing)
  }

  @Test func `pipelines and jobs are checks`() throws {
    let own =
      #"{"object_kind": "pipeline", \#(project), "object_attributes": {"sha": "c1", "ref": "b"}}"#
    #expect(try hint(own) == .check(app, commit: "c1", branches: ["b"]))
    let merged = """
      {"object_kind": "pipeline", \(project), "merge_request": {"source_branch": "b"}, \
      "object_attributes": {"sha": "c2", "ref": "refs/merge-requests/1/merge"}}
      """
    #expect(try hint(merged) == .check(app, commit: "c2", branches: ["b"]))
    let job = #"{"object_kind": "build", \#(project), "sha": "c1", "ref": "b"}"#
    #expect(try hint(job) == .check(app, commit: "c1", branches: ["b"]))
  }

  @Test(arguments: [
    ("MergeRequest", false, "@martlet rebase", true), ("MergeRequest", false, "thanks", false),
  ])
  func `a note says whether it mentions somebody`(
    kind: String, isSystem: Bool, note: String, isAddressed: Bool
  ) throws {
    let event = """
      {"object_kind": "note", \(project), "object_attributes": {"noteable_type": "\(kind)", \
      "system": \(isSystem), "note": "\(note)"}}
      """
    #expect(try hint(event) == .comment(app, isAddressed: isAddressed))
  }

  @Test(arguments: [
    #"{"object_kind": "note", \#(project), "object_attributes": {"noteable_type": "Issue"}}"#,
    """
    {"object_kind": "note", \(project), \
    "object_attributes": {"noteable_type": "MergeRequest", "system": true}}
    """,
    #"{"object_kind": "issue", \#(project)}"#, #"{"event_name": "user_create"}"#, "{}",
  ])
  func `other events mean nothing`(payload: String) throws {
    #expect(try hint(payload) == .nothing)
  }

  @Test func `system hooks tell of projects`() throws {
    let path = #""path_with_namespace": "acme/tools/app""#
    #expect(try hint(#"{"event_name": "project_create", \#(path)}"#) == .granted([app]))
    #expect(try hint(#"{"event_name": "project_destroy", \#(path)}"#) == .withdrawn([app]))
    let old = try #require(RepositoryName("acme/app"))
    #expect(
      try hint(
        #"{"event_name": "project_transfer", \#(path), "old_path_with_namespace": "acme/app"}"#)
        == .renamed(old, to: app))
  }

  @Test(arguments: [
    "[]", "x", #"{"object_kind": "push"}"#, #"{"object_kind": "push", "project": {}}"#,
    #"{"object_kind": "pipeline", \#(project)}"#, #"{"event_name": "project_rename"}"#,
    #"{"object_kind": "merge_request", \#(project), "object_attributes": {}}"#,
  ])
  func `a payload without its subject is an error`(payload: String) {
    #expect(throws: WebhookError.self) { try hint(payload) }
  }
}

/// Whether a delivery with some headers is authentic.
@Suite struct `The proof of a GitLab webhook` {
  private let now = Timestamp(seconds: 1_700_000_000)
  private let body = Array("{}".utf8)
  private let key = Array("0123456789abcdef0123456789abcdef".utf8)

  private func accepts(_ headers: [String: String], _ secret: String) -> Bool {
    let format = WebhookFormat.gitLab
    let read: WebhookFormat.Headers = { headers[$0] }
    return format.mayBeAuthentic(read, Secret(secret))
      && format.isAuthentic(read, body, Secret(secret), now)
  }

  private var signingToken: String { "whsec_" + Base64.encode(key) }

  private func signed(at seconds: Int, by key: [UInt8], others: String = "") -> [String: String] {
    let text = Array("id.\(seconds).".utf8) + body
    let code = Base64.encode(Digest.hmac(.sha256, of: text, key: key).bytes)
    return [
      "webhook-id": "id", "webhook-timestamp": "\(seconds)",
      "webhook-signature": others + "v1,\(code)",
    ]
  }

  @Test func `the token is compared as a whole`() {
    #expect(accepts(["X-Gitlab-Token": "s3cret"], "s3cret"))
    for token in ["", "s3cre", "s3cret ", "S3CRET", "other"] {
      #expect(!accepts(["X-Gitlab-Token": token], "s3cret"))
    }
    #expect(!accepts([:], "s3cret"))
    #expect(!accepts(["X-Gitlab-Token": ""], ""))
  }

  @Test func `a signing token demands a signature of now`() {
    let seconds = 1_700_000_000
    #expect(accepts(signed(at: seconds, by: key), signingToken))
    #expect(accepts(signed(at: seconds - 299, by: key, others: "v1,AAAA "), signingToken))
    #expect(!accepts(signed(at: seconds - 301, by: key), signingToken))
    #expect(!accepts(signed(at: seconds + 301, by: key), signingToken))
    #expect(!accepts(signed(at: seconds, by: Array("other".utf8)), signingToken))
    #expect(!accepts(["X-Gitlab-Token": signingToken], signingToken))
    #expect(!accepts(signed(at: seconds, by: key), "whsec_not base64!"))
  }

  @Test func `a repeated delivery is recognized by the idempotency key`() {
    let format = WebhookFormat.gitLab
    let both = ["Idempotency-Key": "k", "X-Gitlab-Event-UUID": "u"]
    #expect(format.id { both[$0] } == "k")
    #expect(format.id { ["X-Gitlab-Event-UUID": "u"][$0] } == "u")
  }
}
