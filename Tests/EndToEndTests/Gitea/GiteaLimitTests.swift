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
  func `doctor names a missing scope`(scopes: [String], message: String) async throws {
    let scene = try await HostScene(.gitea, token: "narrow")
    let list = Value.array(scopes.map { .string($0) })
    try await scene.fake.control("tokens", ["token": "narrow", "login": "bot", "scopes": list])
    let outcome = try await scene.martlet("doctor")
    #expect(outcome.code == 1 && outcome.out.contains(message), "\(outcome.out)")
  }

  @Test func `doctor accepts the documented scopes`() async throws {
    let scene = try await HostScene(.forgejo, token: "narrow")
    try await scene.fake.control(
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

  @Test(arguments: HostScene.Host.giteas)
  func `run names repositories that the token may only read`(host: HostScene.Host) async throws {
    let scene = try await HostScene(host)
    try await scene.fake.found("acme/shelf", ["README.md": "a\n"], [("bot_role", "read")])
    let outcome = try await scene.martlet("run", "--verbose")
    #expect(outcome.code == 0)
    #expect(
      outcome.out.contains(
        "1 repository is not visited, because the credential may only read it"),
      "\(outcome.out)")
    #expect(outcome.out.contains("  acme/shelf\n"))
    try await scene.expectOrder()
  }

  @Test(arguments: HostScene.Host.giteas, [["read:issue"], []])
  func `a token that may not create or read labels opens pull requests without them`(
    host: HostScene.Host, issues: [String]
  ) async throws {
    let scene = try await HostScene(host, issues.isEmpty ? "labels: [bug, bugg]" : "", token: "x")
    let base = ["write:repository", "read:user", "read:organization"]
    try await allow(base + issues, on: scene.fake)
    let first = try await scene.run()
    #expect(first.contains("aster: opened #1 for 1.1.0"), "\(first)")
    let label = issues.isEmpty ? "bug" : "dependencies"
    #expect(first.contains("#1: the label \(label) cannot be added: the credential lacks"))
    #expect(try await scene.pull()["labels"] == [])
    // The next pass adds them, as far as they exist.
    try await allow(base + ["write:issue"], on: scene.fake)
    let second = try await scene.run()
    #expect(!second.contains("cannot be added"), "\(second)")
    #expect(try await scene.pull()["labels"] == [.string(label)])
    #expect(try await scene.pulls().count == 1)
    try await scene.expectOrder()
  }

  private func allow(_ scopes: [String], on fake: FakeHost) async throws {
    let list = Value.array(scopes.map { .string($0) })
    try await fake.control("tokens", ["token": "x", "login": "bot", "scopes": list])
  }

  @Test func `a limit of a proxy is waited for`() async throws {
    let scene = try await HostScene(.gitea)
    try await scene.fake.fault(
      "repoCreatePullRequest", "limit", [("retry_after", 1), ("times", 2)])
    #expect(try await scene.run().contains("opened #1"))
    try await scene.expectOrder()
  }
}
