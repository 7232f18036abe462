import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// Limits and scopes of the forge.
@Suite(.needsFakeHost, .serialized) struct `Gitea's limits and scopes` {
  @Test(arguments: [
    (["write:repository", "read:user"], "the token lacks the scope 'write:issue'"),
    (
      ["read:repository", "write:issue", "read:user"],
      "the token lacks the scope 'write:repository'"
    ),
    (["write:repository", "write:issue"], "required scope(s): [read:user]"),
  ])
  func `doctor names a missing scope`(scopes: [String], words: String) async throws {
    let scene = try await HostScene(.gitea, token: "narrow")
    let list = Value.array(scopes.map { .string($0) })
    try await scene.hub.control("tokens", ["token": "narrow", "login": "bot", "scopes": list])
    let outcome = try await scene.martlet("doctor")
    #expect(outcome.code == 1 && outcome.out.contains(words), "\(outcome.out)")
  }

  @Test func `doctor accepts the documented scopes`() async throws {
    let scene = try await HostScene(.forgejo, token: "narrow")
    try await scene.hub.control(
      "tokens",
      [
        "token": "narrow", "login": "bot",
        "scopes": ["write:repository", "write:issue", "read:user", "read:organization"],
      ])
    let outcome = try await scene.martlet("doctor")
    #expect(outcome.out.contains("may push branches and open pull requests in acme/app"))
    #expect(try await scene.run().contains("opened #1"))
    try await scene.expectOrder()
  }

  @Test func `a limit of a proxy is waited for`() async throws {
    let scene = try await HostScene(.gitea)
    try await scene.hub.fault(
      "repoCreatePullRequest", "limit", [("retry_after", 1), ("times", 2)])
    #expect(try await scene.run().contains("opened #1"))
    try await scene.expectOrder()
  }
}
