import FoundationEssentials
import HTTP
import Logging
import TestSupport
import Testing

@testable import Forges
import Time

private func forge(_ wire: ScriptedClient) throws -> GitHubForge {
  try #require(
    GitHubForge(
      name: "hub", url: "https://github.com", as: .token(Secret("t")), by: wire.client,
      pacing: HostPacing(pace: .zero, sleep: { _ in })))
}

private func json(_ text: String, _ status: Int = 200) -> Response {
  Response(status: status, body: Array(text.utf8))
}

@Suite struct `News of a repository` {
  let web: RepositoryName
  let time = Timestamp(seconds: 1_767_225_600)

  init() throws {
    web = try #require(RepositoryName("acme/web"))
  }

  @Test func `come from the list of issues, since a time`() async throws {
    let wire = ScriptedClient { _ in
      json(
        """
        [{"number": 3, "state": "closed", "comments": 2, "updated_at": "2026-01-01T00:00:00Z",
          "pull_request": {}}, {"number": 4, "state": "open"}]
        """)
    }
    let found = try await forge(wire).activity(since: time, in: web)
    #expect(found == [Activity(number: 3, isOpen: false, comments: 2, updatedAt: time)])
    #expect(
      wire.requests.map(\.url) == [
        "https://api.github.com/repos/acme/web/issues?state=all&sort=updated&direction=asc"
          + "&per_page=100&since=2026-01-01T00%3A00%3A00Z"
      ])
  }

  @Test(arguments: [403, 404, 410])
  func `come from the list of pull requests if issues are not readable`(
    status: Int
  ) async throws {
    let wire = ScriptedClient { request in
      request.url.contains("/issues?")
        ? json(#"{"message": "Resource not accessible by integration"}"#, status)
        : json(#"[{"number": 3, "state": "open", "updated_at": "2026-01-01T00:00:00Z"}]"#)
    }
    let found = try await forge(wire).activity(since: time, in: web)
    #expect(found == [Activity(number: 3, isOpen: true, comments: nil, updatedAt: time)])
    #expect(wire.requests.count == 2)
  }

  @Test func `fail if the list fails`() async throws {
    let wire = ScriptedClient { _ in json("<html>", 502) }
    await #expect(throws: ForgeError.self) {
      try await forge(wire).activity(since: time, in: web)
    }
  }

  @Test func `tell of comments whether they were edited, and who answered by a sign`() async throws
  {
    let wire = ScriptedClient { request in
      request.url.contains("/reactions")
        ? json(#"[{"content": "+1", "user": {"login": "bot"}}, {"content": "-1", "user": null}]"#)
        : json(
          """
          [{"id": 1, "body": "a", "created_at": "2026-01-01T00:00:00Z",
            "updated_at": "2026-01-01T00:00:00Z", "reactions": {"total_count": 2},
            "html_url": "https://github.com/acme/web/pull/3#issuecomment-1"},
           {"id": 2, "body": "b", "created_at": "2026-01-01T00:00:00Z",
            "updated_at": "2026-01-01T00:00:09Z"}]
          """)
    }
    let forge = try forge(wire)
    let comments = try await forge.comments(on: 3, in: web)
    #expect(comments.map(\.isEdited) == [false, true])
    #expect(comments.map(\.reactions) == [2, 0])
    #expect(comments[0].webURL == "https://github.com/acme/web/pull/3#issuecomment-1")
    #expect(try await forge.reactors(to: 1, on: 3, in: web) == ["bot"])
  }

  @Test(
    arguments: [("acme/web", nil), ("Acme/Web", nil), ("acme/site", "acme/site")]
      as [(String, String?)])
  func `tell by the first answer that a repository was renamed`(
    present: String, name: String?
  ) async throws {
    // Redirects are followed by the client: the response comes from the present address.
    let wire = ScriptedClient { _ in
      json(
        """
        {"ref": "refs/heads/main", "object": {"sha": "\(String(repeating: "a", count: 40))"},
         "url": "https://api.github.com/repos/\(present)/git/refs/heads/main"}
        """)
    }
    guard let name else {
      let head = try await forge(wire).head(of: "main", in: web)
      #expect(head == String(repeating: "a", count: 40))
      return
    }
    let error = await #expect(throws: ForgeError.self) {
      try await forge(wire).head(of: "main", in: web)
    }
    let site = try #require(RepositoryName(name))
    #expect(error?.code == .renamed(to: site))
  }

  @Test func `do not read the same parent of commits twice`() async throws {
    let wire = ScriptedClient { request in
      if request.url.hasSuffix("/git/trees") { return json(#"{"sha": "t1"}"#, 201) }
      return json(#"{"sha": "c1", "tree": {"sha": "t0"}, "message": "m"}"#)
    }
    let forge = try forge(wire)
    for _ in 1...2 {
      _ = try await forge.commit(
        CommitProposal(
          parent: "p", changes: ["a": .write([65], mode: .regular)], message: "m"), in: web)
    }
    #expect(wire.requests.count { $0.method == .get } == 1)
  }
}
