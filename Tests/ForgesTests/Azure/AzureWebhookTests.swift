import Crypto
import Logging
import Testing
import Time

@testable import Forges

private let here =
  #"{"name": "My Web", "project": {"name": "acme"}, "defaultBranch": "refs/heads/main"}"#

private func hint(_ event: String, _ resource: String) throws -> WebhookEvent.Hint {
  let body = #"{"eventType": "\#(event)", "resource": {\#(resource)}}"#
  return try WebhookEvent(azure: Array(body.utf8)).hint
}

@Suite struct `A webhook of Azure DevOps` {
  private let web: RepositoryName

  init() throws { web = try #require(RepositoryName("acme/My%20Web")) }

  private func push(_ refs: String...) -> String {
    let changes = refs.map { #"{"name": "\#($0)"}"# }.joined(separator: ",")
    return #""repository": \#(here), "refUpdates": [\#(changes)]"#
  }

  @Test func `a push names its branch, and several branches the repository`() throws {
    #expect(
      try hint("git.push", push("refs/heads/main")) == .push(web, branch: "main", isDefault: true))
    #expect(try hint("git.push", push("refs/heads/b")) == .push(web, branch: "b", isDefault: false))
    #expect(try hint("git.push", push("refs/tags/v1")) == .nothing)
    #expect(try hint("git.push", push("refs/heads/a", "refs/heads/b")) == .granted([web]))
  }

  @Test(arguments: ["created", "updated", "merged"])
  func `events of pull requests name the branch, except those of forks`(event: String) throws {
    let pull = #""repository": \#(here), "sourceRefName": "refs/heads/b""#
    #expect(try hint("git.pullrequest.\(event)", pull) == .pullRequest(web, branch: "b"))
    #expect(try hint("git.pullrequest.\(event)", pull + #", "forkSource": {}"#) == .nothing)
  }

  @Test func `comments are addressed by a mention at the start of a line`() throws {
    for (text, isAddressed) in [("@martlet rebase", true), ("thanks", false)] {
      let resource = #""comment": {"content": "\#(text)"}, "pullRequest": {"repository": \#(here)}"#
      #expect(
        try hint("ms.vss-code.git-pullrequest-comment-event", resource)
          == .comment(web, isAddressed: isAddressed))
    }
  }

  @Test func `other events are ignored, and events without their subject are refused`() throws {
    #expect(try hint("build.complete", "") == .nothing)
    for event in [
      "git.push", "git.pullrequest.created", "ms.vss-code.git-pullrequest-comment-event",
    ] {
      #expect(throws: WebhookError.self) { try hint(event, "") }
    }
    #expect(throws: WebhookError.self) { try WebhookEvent(azure: Array("{}".utf8)) }
  }

  @Test(arguments: [
    ("Basic", "any:secret", true), ("basic", ":secret", true), ("Basic", "any:secretx", false),
    ("Basic", "any:", false), ("Basic", "secret", false), ("Bearer", "any:secret", false),
  ])
  func `the password must be the secret`(scheme: String, pair: String, isRight: Bool) {
    let value = "\(scheme) \(Base64.encode(Array(pair.utf8)))"
    let headers: WebhookFormat.Headers = { $0 == "Authorization" ? value : nil }
    let format = WebhookFormat.azure
    #expect(format.isAuthentic(headers, [], Secret("secret"), .now()) == isRight)
    #expect(format.mayBeAuthentic(headers, Secret("secret")) == isRight)
    #expect(!format.isAuthentic(headers, [], Secret(""), .now()))
    #expect(format.event(headers) == "")
  }
}
