import Crypto
import FoundationEssentials
import Logging
import Testing

@testable import Forges
import Time

private let repository = #""repository": {"full_name": "acme/app", "default_branch": "main"}"#

private func hint(_ event: String, _ payload: String) throws -> WebhookEvent.Hint {
  try WebhookEvent(gitea: event, body: Array("{\(payload), \(repository)}".utf8)).hint
}

@Suite struct `A webhook of Gitea` {
  private let app: RepositoryName

  init() throws { app = try #require(RepositoryName("acme/app")) }

  @Test func `pushes and deleted branches are pushes`() throws {
    #expect(
      try hint("push", #""ref": "refs/heads/main""#)
        == .push(app, branch: "main", isDefault: true))
    #expect(try hint("push", #""ref": "refs/tags/v1""#) == .nothing)
    #expect(
      try hint("delete", #""ref": "martlet/npm/a", "ref_type": "branch""#)
        == .push(app, branch: "martlet/npm/a", isDefault: false))
    #expect(try hint("delete", #""ref": "v1", "ref_type": "tag""#) == .nothing)
  }

  @Test func `an edit of an issue counts if it is or was a dashboard`() throws {
    let marker = "<!-- martlet-dashboard -->"
    #expect(try hint("issues", #""issue": {"body": "\#(marker)"}"#) == .dashboard(app))
    #expect(
      try hint(
        "issues", #""issue": {"body": ""}, "changes": {"body": {"from": "\#(marker)"}}"#)
        == .dashboard(app))
    #expect(try hint("issues", #""issue": {"body": "a bug"}"#) == .nothing)
  }

  @Test(arguments: [
    "pull_request", "pull_request_sync", "pull_request_approved", "pull_request_rejected",
    "pull_request_comment",
  ])
  func `a pull request is named by its branch, even if that is deleted`(event: String) throws {
    let own = #""repo": {"full_name": "Acme/App"}"#
    let fork = #""repo": {"full_name": "eve/app"}"#
    func head(_ repo: String) -> String {
      #""pull_request": {"head": {"label": "b", "ref": "refs/pull/7/head", \#(repo)}}"#
    }
    #expect(try hint(event, head(own)) == .pullRequest(app, branch: "b"))
    #expect(try hint(event, head(fork)) == .nothing)
    #expect(try hint(event, head(#""repo": null"#)) == .pullRequest(app, branch: "b"))
  }

  @Test func `statuses and Actions are checks`() throws {
    #expect(
      try hint("status", #""sha": "c1", "context": "build""#)
        == .check(app, commit: "c1", branches: []))
    #expect(
      try hint("workflow_run", #""workflow_run": {"head_sha": "c1", "head_branch": "b"}"#)
        == .check(app, commit: "c1", branches: ["b"]))
    let run = #"{"action": "success", "run": {"commit_sha": "c1", \#(repository)}}"#
    let event = try WebhookEvent(gitea: "action_run_success", body: Array(run.utf8))
    #expect(event.hint == .check(app, commit: "c1", branches: []))
  }

  @Test(arguments: [
    (#""is_pull": true, "action": "created""#, "@martlet rebase", true, true),
    (#""is_pull": true, "action": "edited""#, "thanks", false, true),
    (#""is_pull": false, "action": "created""#, "@martlet rebase", true, false),
    (#""is_pull": true, "action": "deleted""#, "@martlet rebase", true, false),
    (#""issue": {"pull_request": {}}, "action": "created""#, "@martlet rebase", true, true),
    (#""issue": {"pull_request": null}, "action": "created""#, "@martlet x", true, false),
  ])
  func `only comments on pull requests count`(
    more: String, body: String, isAddressed: Bool, counts: Bool
  ) throws {
    let found = try hint("issue_comment", #"\#(more), "comment": {"body": "\#(body)"}"#)
    #expect(found == (counts ? .comment(app, isAddressed: isAddressed) : .nothing))
  }

  @Test func `organizations announce repositories, and other events mean nothing`() throws {
    #expect(try hint("repository", #""action": "created""#) == .granted([app]))
    #expect(try hint("repository", #""action": "deleted""#) == .withdrawn([app]))
    #expect(try hint("release", #""action": "published""#) == .nothing)
    #expect(throws: WebhookError.self) { try hint("push", #""before": "c1""#) }
    #expect(throws: WebhookError.self) { try WebhookEvent(gitea: "push", body: Array("[]".utf8)) }
  }
}

/// The headers of deliveries.
@Suite struct `The signature of a Gitea webhook` {
  private let body = Array(#"{"ref": "refs/heads/main"}"#.utf8)
  private let secret = Secret("hook-secret")

  private func signature(_ bytes: [UInt8], _ key: String = "hook-secret") -> String {
    Digest.hmac(.sha256, of: bytes, key: Array(key.utf8)).hexadecimal
  }

  private func accepts(
    _ kind: ForgeKind, _ headers: [String: String], _ body: [UInt8]? = nil
  ) throws -> Bool {
    let format = try #require(kind.webhooks)
    let read: WebhookFormat.Headers = { headers[$0] }
    return format.mayBeAuthentic(read, secret)
      && format.isAuthentic(read, body ?? self.body, secret, .now())
  }

  @Test(arguments: [ForgeKind.gitea, .forgejo])
  func `only a signature of the body with the secret is accepted`(kind: ForgeKind) throws {
    let right = signature(body)
    #expect(try accepts(kind, ["X-Gitea-Signature": right]))
    #expect(try !accepts(kind, ["X-Gitea-Signature": signature(body, "other")]))
    #expect(try !accepts(kind, ["X-Gitea-Signature": right], Array("{}".utf8)))
    #expect(try !accepts(kind, ["X-Gitea-Signature": "sha256=" + right]))
    #expect(try !accepts(kind, ["X-Gitea-Signature": ""]))
    #expect(try !accepts(kind, [:]))
  }

  @Test func `Forgejo's own headers come first`() throws {
    let right = signature(body)
    #expect(try accepts(.forgejo, ["X-Forgejo-Signature": right, "X-Gitea-Signature": "00"]))
    #expect(try !accepts(.forgejo, ["X-Forgejo-Signature": "00", "X-Gitea-Signature": right]))
    #expect(try !accepts(.gitea, ["X-Forgejo-Signature": right]))
    let format = try #require(ForgeKind.forgejo.webhooks)
    let headers = ["X-Forgejo-Event": "push", "X-Gitea-Delivery": "d1"]
    #expect(format.event { headers[$0] } == "push" && format.id { headers[$0] } == "d1")
  }

  @Test func `the signature of a form covers the JSON text`() throws {
    let form = Array("payload=%7B%22ref%22%3A+%22refs%2Fheads%2Fmain%22%7D".utf8)
    let headers = [
      "X-Gitea-Signature": signature(body), "Content-Type": "application/x-www-form-urlencoded",
    ]
    #expect(try accepts(.gitea, headers, form))
    #expect(try !accepts(.gitea, headers, Array("payload=%7B%7D".utf8)))
  }
}
