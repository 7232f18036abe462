import Foundation
import JSON
import TestSupport
import Testing

/// What an operator sees before the first pass.
@Suite(.needsFakeHost, .serialized) struct `Bitbucket in the operator's file` {
  @Test func `doctor tries every write`() async throws {
    let scene = try await HostScene(.bitbucket)
    let outcome = try await scene.martlet("doctor")
    #expect(
      outcome.out.contains("may push branches and open pull requests in acme/app"), "\(outcome.out)"
    )
    try await scene.expectOrder()
  }

  @Test(arguments: [
    ("reader", "eve", ["read"], "may not push branches"),
    ("project", "access-token-user-1", ["read", "write"], "an account with an email address"),
  ])
  func `doctor names what a token lacks`(
    token: String, login: String, scopes: [String], message: String
  ) async throws {
    let scene = try await HostScene(.bitbucket, token: token)
    try await scene.fake.control(
      "tokens",
      [
        "token": .string(token), "login": .string(login),
        "scopes": .array(scopes.map { .string($0) }),
      ])
    try await scene.fake.control(
      "settings", ["repo": "acme/app", "collaborators": [login: "write", "ann": "write"]])
    let outcome = try await scene.martlet("doctor")
    #expect(outcome.code == 1 && outcome.out.contains(message), "\(outcome.out)")
  }

  @Test func `config check refuses Bitbucket Cloud by name`() async throws {
    let folder = try Folder()
    func check(_ kind: String, _ url: String) async throws -> Program.Outcome {
      try folder.write(
        """
        state: sqlite:martlet.db
        forges:
          - {name: x, kind: \(kind), url: "\(url)", token: t, repositories: [acme/*]}

        """, to: "martlet.yml")
      return try await Program.run(["config", "check", "martlet.yml"], in: folder.path)
    }
    let cloud = try await check("bitbucket", "https://bitbucket.org")
    #expect(cloud.code == 2, "\(cloud.out)\(cloud.error)")
    #expect((cloud.out + cloud.error).contains("martlet.yml:3:"))
    #expect((cloud.out + cloud.error).contains("Bitbucket Cloud is not served"))
    let own = try await check("bitbucket", "https://git.acme.dev")
    #expect(own.code == 0, "\(own.out)\(own.error)")
  }
}
