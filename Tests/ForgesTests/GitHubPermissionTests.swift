import HTTP
import Testing

@testable import Forges

/// The permissions that an App and a token have, need and ask for.
@Suite struct `The permissions on GitHub` {
  @Test func `an App's installation says which permissions are too much`() async throws {
    let script = GitHubScript { _, _ in
      scripted(
        200,
        """
        [{"id": 1, "account": {"login": "acme"}, "permissions":
           {"contents": "write", "issues": "write", "checks": "write", "metadata": "read",
            "secrets": "read", "workflows": "write", "administration": "write"}}]
        """)
    }
    let app = GitHubCredential.app(GitHubApp(id: "1") { _ in [1] })
    #expect(
      try await script.forge(app).excessGrants().map(\.grant)
        == ["administration: write", "checks: write", "secrets: read"])
  }

  @Test func `a classic token says which scopes are too much`() async throws {
    let script = GitHubScript { _, _ in
      scripted(200, #"{"login": "ann"}"#, ["X-OAuth-Scopes": "repo, workflow, delete_repo"])
    }
    #expect(
      try await script.forge().excessGrants().map(\.grant) == ["the scope 'delete_repo'"])
  }

  /// The permissions and repositories of the tokens that an App asked for.
  private func grants(_ script: GitHubScript) -> [String] {
    script.requests.filter { $0.url.hasSuffix("/access_tokens") }
      .map { String(decoding: $0.body ?? [], as: UTF8.self) }
  }

  @Test func `an App reads, writes and changes workflows by separate tokens`() async throws {
    let script = GitHubScript { request, number in
      switch request.url.split(separator: "/").last {
      case "installation"?:
        scripted(
          200,
          """
          {"id": 5, "permissions": {"contents": "write", "metadata": "read", "workflows": "write",
            "pull_requests": "write", "secrets": "write", "checks": "read"}}
          """)
      case "access_tokens"?: scripted(201, #"{"token": "ghs_\#(number)"}"#)
      case "refs"?: refusal
      default: scripted(404, "{}")
      }
    }
    let forge = try script.forge(.app(GitHubApp(id: "1") { _ in [1] }))
    let repository = try #require(RepositoryName("acme/web"))
    _ = try? await forge.head(of: "main", in: repository)
    _ = try? await forge.createBranch(
      "martlet/x", at: String(repeating: "a", count: 40), in: repository)
    #expect(
      grants(script) == [
        #"{"permissions":{"checks":"read","contents":"read","metadata":"read","#
          + #""pull_requests":"read"},"repositories":["web"]}"#,
        #"{"permissions":{"checks":"read","contents":"write","metadata":"read","#
          + #""pull_requests":"write"},"repositories":["web"]}"#,
        #"{"permissions":{"checks":"read","contents":"write","metadata":"read","#
          + #""pull_requests":"write","workflows":"write"},"repositories":["web"]}"#,
      ])
  }

  @Test func `an App says which permissions an installation lacks`() async throws {
    let script = GitHubScript { _, _ in
      scripted(
        200,
        """
        [{"id": 1, "account": {"login": "acme"}, "permissions":
           {"contents": "read", "issues": "write", "checks": "write", "metadata": "read"}},
         {"id": 2, "account": {"login": "umbra"}, "suspended_at": "2026-01-01T00:00:00Z"}]
        """)
    }
    let app = GitHubCredential.app(GitHubApp(id: "1") { _ in [1] })
    #expect(
      try await script.forge(app).missingGrants() == [
        MissingGrant(owner: "acme", grant: "contents: write"),
        MissingGrant(owner: "acme", grant: "pull_requests: write"),
        MissingGrant(owner: "acme", grant: "statuses: read"),
        MissingGrant(owner: "umbra", grant: "anything: the installation is suspended"),
      ])
  }
}

/// GitHub's refusal of a commit with a workflow.
private let refusal = scripted(
  403,
  """
  {"message": "refusing to allow a GitHub App to create or update workflow \
  `.github/workflows/ci.yml` without `workflows` permission"}
  """)
