import Crypto
import FoundationEssentials
import Logging
import Testing
import Time

@testable import Forges

private let here = #"{"slug": "web", "project": {"key": "ACME"}}"#
private let fork = #"{"slug": "web", "project": {"key": "~EVE"}}"#

private func hint(_ event: String, _ payload: String) throws -> WebhookEvent.Hint {
  try WebhookEvent(bitbucket: event, body: Array("{\(payload)}".utf8)).hint
}

private func pull(from source: String) -> String {
  #"""
  "pullRequest": {"id": 7, "fromRef": {"displayId": "b", "repository": \#(source)},
   "toRef": {"displayId": "main", "repository": \#(here)}}
  """#
}

@Suite struct `A webhook of Bitbucket` {
  private let web: RepositoryName

  init() throws { web = try #require(RepositoryName("ACME/web")) }

  @Test func `a push names its branch, and several branches the repository`() throws {
    func push(_ refs: String...) -> String {
      let changes = refs.map { #"{"ref": {"id": "\#($0)"}, "type": "UPDATE"}"# }
      return #""repository": \#(here), "changes": [\#(changes.joined(separator: ","))]"#
    }
    #expect(
      try hint("repo:refs_changed", push("refs/heads/main"))
        == .push(web, branch: "main", isDefault: false))
    #expect(try hint("repo:refs_changed", push("refs/tags/v1")) == .nothing)
    #expect(
      try hint("repo:refs_changed", push("refs/heads/a", "refs/heads/main")) == .granted([web]))
  }

  @Test(arguments: [
    "pr:opened", "pr:from_ref_updated", "pr:modified", "pr:merged", "pr:declined", "pr:deleted",
    "pr:reviewer:approved", "pr:reviewer:changes_requested",
  ])
  func `events of pull requests name the branch, except those of forks`(event: String) throws {
    #expect(try hint(event, pull(from: here)) == .pullRequest(web, branch: "b"))
    #expect(try hint(event, pull(from: fork)) == .nothing)
  }

  @Test func `comments are addressed by a mention at the start of a line`() throws {
    for (text, isAddressed) in [("@martlet rebase", true), ("thanks", false)] {
      #expect(
        try hint(
          "pr:comment:added", #"\#(pull(from: here)), "comment": {"text": "\#(text)"}"#)
          == .comment(web, isAddressed: isAddressed))
    }
  }

  @Test func `a renamed repository has its old and new name`() throws {
    let new = try #require(RepositoryName("ACME/site"))
    let payload = #""old": \#(here), "new": {"slug": "site", "project": {"key": "ACME"}}"#
    #expect(try hint("repo:modified", payload) == .renamed(web, to: new))
    #expect(try hint("repo:modified", #""old": \#(here), "new": \#(here)"#) == .granted([web]))
  }

  @Test func `pings and unknown events are nothing, and known ones need their subject`() throws {
    #expect(try hint("diagnostics:ping", #""test": true"#) == .nothing)
    #expect(try hint("mirror:repo_synchronized", "") == .nothing)
    for event in ["repo:refs_changed", "pr:opened", "pr:comment:added", "repo:modified"] {
      #expect(throws: WebhookError.self) { try hint(event, #""test": true"#) }
    }
    #expect(throws: WebhookError.self) { try WebhookEvent(bitbucket: "pr:opened", body: [0x5B]) }
  }

  @Test func `the signature covers the body`() throws {
    let format = try #require(ForgeKind.bitbucket.webhooks)
    let body = Array("{}".utf8)
    let digest = Digest.hmac(.sha256, of: body, key: Array("s".utf8)).hexadecimal
    let headers = ["X-Hub-Signature": "sha256=\(digest)", "X-Request-Id": "r1"]
    func accepts(_ body: [UInt8], _ secret: String) -> Bool {
      format.isAuthentic({ headers[$0] }, body, Secret(secret), .epoch)
    }
    let id = format.id { headers[$0] }
    #expect(id == "r1")
    #expect(accepts(body, "s"))
    #expect(!accepts(body + [0x20], "s") && !accepts(body, "t") && !accepts(body, ""))
    let isPossible = format.mayBeAuthentic({ _ in nil }, Secret("s"))
    #expect(!isPossible)
  }
}
