import FoundationEssentials
import HTTP
import JSON
import Logging
import Synchronization
import Testing

@testable import Forges

@Suite struct `A scripted GitHub` {
  let web: RepositoryName

  init() throws {
    web = try #require(RepositoryName("acme/web"))
  }

  @Test(arguments: [
    (403, #"{"message": "Resource not accessible by integration"}"#, ForgeError.Code.forbidden),
    (403, #"{"message": "Repository was archived so is read-only."}"#, .archived),
    (404, #"{"message": "Not Found"}"#, .notFound), (409, "{}", .conflict), (410, "", .notFound),
    (422, #"{"message": "Validation Failed"}"#, .rejected), (500, "<html>", .unavailable),
    (501, "{}", .unsupported), (401, #"{"message": "Bad credentials"}"#, .unauthorized),
    (302, "", .malformed), (200, "<html>", .malformed),
    (200, #"{"full_name": "acme/w"#, .malformed),
    (200, "[]", .malformed), (200, #"{"full_name": "../..", "default_branch": "m"}"#, .malformed),
    (200, "", .malformed), (204, "", .malformed),
  ])
  func `every bad answer has its name`(
    status: Int, body: String, code: ForgeError.Code
  ) async throws {
    let script = GitHubScript { _, _ in scripted(status, body) }
    let error = await #expect(throws: ForgeError.self) {
      try await script.forge().repository(web)
    }
    #expect(error?.code == code)
    #expect(error?.subject == "GET /repos/acme/web")
  }

  @Test(arguments: [HTTPError.Code.unreachable, .timedOut, .tls, .malformed, .tooLarge(limit: 1)])
  func `a request without a response is an error, too`(code: HTTPError.Code) async throws {
    let script = GitHubScript { request, _ throws(HTTPError) in
      throw HTTPError(code, url: request.url, detail: "t0ken")
    }
    let error = await #expect(throws: ForgeError.self) {
      try await script.forge().repository(web)
    }
    #expect(!"\(String(describing: error))".contains("t0ken"))
  }

  @Test func `unknown words of GitHub are ignored`() async throws {
    let script = GitHubScript { _, _ in
      scripted(
        200,
        """
        {"full_name": "acme/web", "default_branch": "main", "new": {"deep": [1]},
         "permissions": {"push": false, "fly": true}, "visibility": "galactic"}
        """)
    }
    let repository = try await script.forge().repository(web)
    #expect(!repository.canPush)
    #expect(repository.identifier == nil)
  }

  @Test func `a repository has an identifier that outlives its name`() async throws {
    let script = GitHubScript { _, _ in
      scripted(200, #"{"id": 1296269, "full_name": "acme/site", "default_branch": "main"}"#)
    }
    let repository = try await script.forge().repository(web)
    #expect(repository.identifier == "1296269")
    #expect(repository.name.description == "acme/site")
  }

  @Test func `a token goes by the credential alone, with the version and the agent`() async throws {
    let script = GitHubScript { _, _ in scripted(200, #"{"login": "me"}"#) }
    _ = try await script.forge().identity()
    let request = try #require(script.requests.first)
    #expect(request.url == "https://api.github.com/user")
    #expect(request.credential?.reveal() == "Bearer t0ken")
    #expect(request.headers["X-GitHub-Api-Version"] == "2022-11-28")
    #expect(!"\(request)".contains("t0ken"))
  }

  @Test(arguments: [
    "https://evil.dev/x", "http://api.github.com/x", "https://api.github.com:444/x", "/relative",
    "https://api.github.com@evil.dev/x",
  ])
  func `a next page somewhere else is not asked for`(link: String) async throws {
    let script = GitHubScript { _, _ in scripted(200, "[{}]", ["Link": "<\(link)>; rel=\"next\""]) }
    let error = await #expect(throws: ForgeError.self) {
      try await script.forge().labels(in: web)
    }
    #expect(error?.code == .malformed)
    #expect(Set(script.requests.map(\.url)).count == 1)
  }

  @Test func `pages are followed to the last`() async throws {
    let script = GitHubScript { request, _ in
      let page = request.url.contains("page=2") ? 2 : 1
      let link = "<https://api.github.com/repositories/1/labels?page=2>; rel=\"next\""
      return scripted(200, #"[{"name": "l\#(page)"}]"#, page == 1 ? ["Link": link] : [:])
    }
    #expect(try await script.forge().labels(in: web).map(\.name) == ["l1", "l2"])
  }

  @Test(arguments: ["endless", "a cycle", "large"])
  func `a list without an end is an error, not a part of the list`(shape: String) async throws {
    let large =
      Array(
        "[\(String(repeating: "{\"name\": \"\(String(repeating: "x", count: 9_000))\"},", count: 3_000))"
          .utf8.dropLast()) + [UInt8(ascii: "]")]
    let script = GitHubScript { request, number in
      let page = shape == "a cycle" ? number % 3 : number
      let link = "<https://api.github.com/repositories/1/labels?page=\(page)>; rel=\"next\""
      let body = shape == "large" ? large : Array(#"[{"name": "x"}]"#.utf8)
      return Response(status: 200, headers: ["Link": link], body: body, url: request.url)
    }
    let error = await #expect(throws: ForgeError.self) {
      try await script.forge().labels(in: web)
    }
    #expect(error?.code == .malformed)
    let limits = ["endless": 1_500, "a cycle": 4, "large": 11]
    let limit = try #require(limits[shape])
    #expect(script.requests.count <= limit)
  }

  @Test func `names cannot leave their place in an address`() async throws {
    let script = GitHubScript { _, _ in scripted(404, "{}") }
    _ = try await script.forge().head(of: "a/../b?x=1#y", in: web)
    _ = try await script.forge().file("x/../../y", at: "HEAD&a=b", limit: 1, in: web)
    #expect(
      script.lines == [
        "GET /repos/acme/web/git/ref/heads%2Fa%2F..%2Fb%3Fx%3D1%23y",
        "GET /repos/acme/web/contents/x/%2E%2E/%2E%2E/y?ref=HEAD%26a%3Db",
      ])
  }

  @Test func `a tree that was cut short is walked`() async throws {
    let script = GitHubScript { request, _ in
      switch request.url.split(separator: "/").last {
      case "top?recursive=1": scripted(200, #"{"sha": "top", "tree": [], "truncated": true}"#)
      case "top":
        scripted(
          200,
          """
          {"sha": "top", "truncated": false, "tree": [
            {"path": "z", "mode": "100644", "type": "blob", "sha": "s1", "size": 3},
            {"path": "dir", "mode": "040000", "type": "tree", "sha": "dir"}]}
          """)
      default:
        scripted(
          200,
          """
          {"sha": "dir", "truncated": false, "tree": [
            {"path": "in/deep", "mode": "100755", "type": "blob", "sha": "s2"},
            {"path": "in", "mode": "040000", "type": "tree", "sha": "s3"},
            {"path": "mod", "mode": "160000", "type": "commit", "sha": "s4"}]}
          """)
      }
    }
    #expect(
      try await script.forge().tree(at: "top", in: web) == [
        TreeEntry(path: "dir/in/deep", mode: .executable, sha: "s2"),
        TreeEntry(path: "dir/mod", mode: .submodule, sha: "s4"),
        TreeEntry(path: "z", mode: .regular, sha: "s1", size: 3),
      ])
  }

  @Test(arguments: [
    (#"{"sha": "s", "size": 3, "encoding": "base64", "content": "AAEC\n"}"#, nil),
    (
      #"{"sha": "s", "size": 4, "encoding": "base64", "content": "AAEC\n"}"#,
      ForgeError.Code.malformed
    ),
    (#"{"sha": "s", "size": 3, "encoding": "base64", "content": "A?"}"#, .malformed),
    (#"{"sha": "s", "size": 11, "encoding": "base64", "content": ""}"#, .tooLarge(limit: 10)),
    (#"{"sha": "s", "encoding": "none", "content": ""}"#, .malformed),
  ])
  func `contents are whole or an error`(body: String, code: ForgeError.Code?) async throws {
    let script = GitHubScript { _, _ in scripted(200, body) }
    do throws(ForgeError) {
      let bytes = try await script.forgeOrFail().blob("s", limit: 10, in: web)
      #expect(bytes == [0, 1, 2])
      #expect(code == nil)
    } catch {
      #expect(error.code == code)
    }
  }

  @Test func `required checks come from protection and rules, the narrower demand once`()
    async throws
  {
    let script = GitHubScript { request, _ in
      request.url.contains("/rules/")
        ? scripted(
          200,
          """
          [{"type": "deletion"}, {"type": "merge_queue", "parameters": {"grouping_strategy": "X"}},
           {"type": "pull_request", "parameters": {"required_approving_review_count": 2}},
           {"type": "required_status_checks", "parameters":
            {"required_status_checks": [{"context": "lint"}, {"context": "build"}],
             "strict_required_status_checks_policy": true}}]
          """)
        : scripted(
          200,
          """
          {"name": "main", "protection": {"required_status_checks": {"contexts": ["build", "test"],
            "checks": [{"context": "build", "app_id": 7}, {"context": "test", "app_id": -1}]}}}
          """)
    }
    #expect(
      try await script.forge().rules(of: "main", in: web)
        == BranchRules(
          checks: [
            RequiredCheck(name: "build", app: 7), RequiredCheck(name: "lint"),
            RequiredCheck(name: "test"),
          ], isStrict: true, hasMergeQueue: true, approvals: 2))
  }

  @Test(arguments: [
    (404, "Not Found", nil),
    (403, "Upgrade to GitHub Pro or make this repository public to enable this feature.", nil),
    (
      403, "Resource not accessible by personal access token",
      "Resource not accessible by personal access token"
    ), (403, "", "access denied"),
  ])
  func `unreadable rules are unknown, and impossible ones are absent`(
    status: Int, message: String, unread: String?
  ) async throws {
    let script = GitHubScript { request, _ in
      request.url.contains("/rules/")
        ? scripted(status, #"{"message": "\#(message)"}"#) : scripted(200, #"{"name": "main"}"#)
    }
    #expect(
      try await script.forge().rules(of: "main", in: web) == BranchRules(unread: unread))
  }

  @Test(
    arguments: [
      (HTTPError.Code.tls, .certificate), (.timedOut, .timeout), (.unreachable, .connection),
    ] as [(HTTPError.Code, ForgeError.Outage)])
  func `a forge that does not answer is named with its reason`(
    code: HTTPError.Code, outage: ForgeError.Outage
  ) async throws {
    let script = GitHubScript { request, _ throws(HTTPError) in
      throw HTTPError(code, url: request.url, detail: "the library's words")
    }
    let error = await #expect(throws: ForgeError.self) { try await script.forge().identity() }
    #expect(error?.code == .unavailable)
    #expect(error?.outage == outage)
    #expect(error?.url == "https://github.com")
    #expect(error?.detail == "the library's words")
    #expect(error?.isAboutForge == true)
  }

  @Test(arguments: [
    (401, "{}", ForgeError.Outage?.none), (502, "<html>", .serverError),
    (500, #"{"message": "Oops"}"#, .serverError),
  ])
  func `a forge that refuses everything is named`(
    status: Int, body: String, outage: ForgeError.Outage?
  ) async throws {
    let script = GitHubScript { _, _ in scripted(status, body) }
    let error = await #expect(throws: ForgeError.self) { try await script.forge().identity() }
    #expect(error?.outage == outage)
    #expect(error?.isAboutForge == true)
    #expect(error?.url == "https://github.com")
  }

  @Test(
    arguments: [
      ("repo, workflow", []),
      ("public_repo", ["the scope 'repo': only public repositories can be changed"]),
      ("read:user", ["the scope 'repo'"]), (nil, []),
    ] as [(String?, [String])])
  func `a classic token says which scopes it lacks`(
    scopes: String?, expected: [String]
  ) async throws {
    let script = GitHubScript { _, _ in
      scripted(200, #"{"login": "ann"}"#, scopes.map { ["X-OAuth-Scopes": $0] } ?? [:])
    }
    #expect(try await script.forge().missingGrants().map(\.grant) == expected)
  }

  @Test func `a push goes to the web address as git has it, and never twice by itself`()
    async throws
  {
    let (old, new) = (String(repeating: "1", count: 40), String(repeating: "2", count: 40))
    let script = GitHubScript { request, _ in
      #expect(request.url == "https://github.com/acme/web.git/git-receive-pack")
      #expect(request.credential?.reveal() == "Basic eC1hY2Nlc3MtdG9rZW46dDBrZW4=")
      #expect(!request.isIdempotent)
      let body = String(decoding: request.body ?? [], as: UTF8.self)
      #expect(body.dropFirst(4).hasPrefix("\(old) \(new) refs/heads/x\0"))
      return scripted(200, "000eunpack ok\n0014ok refs/heads/x\n0000")
    }
    #expect(
      try await script.forge().moveBranch("x", from: old, to: new, force: true, in: web) == .moved)
    #expect(script.requests.count == 1)
  }

  @Test func `a push that a rule forbids is an error with the host's reason`() async throws {
    let old = String(repeating: "1", count: 40)
    let script = GitHubScript { request, _ in
      request.method == .get
        ? scripted(200, #"{"ref": "refs/heads/x", "object": {"sha": "\#(old)"}}"#)
        : scripted(200, "000eunpack ok\n0033ng refs/heads/x protected branch hook declined\n0000")
    }
    let error = await #expect(throws: ForgeError.self) {
      try await script.forge().deleteBranch("x", at: old, in: web)
    }
    #expect(error?.code == .rejected)
    #expect(error?.detail == "protected branch hook declined")
  }

  @Test func `a suite without runs is not waited for, one with more to come is`() async throws {
    let script = GitHubScript { _, _ in
      scripted(
        200,
        """
        {"check_suites": [
          {"status": "queued", "latest_check_runs_count": 0, "app": {"name": "Idle"}},
          {"status": "in_progress", "latest_check_runs_count": 2, "app": {"name": "Actions"}},
          {"status": "completed", "latest_check_runs_count": 1, "app": {"name": "Done"}}]}
        """)
    }
    #expect(try await script.forge().unfinishedSuites(of: "c", in: web) == ["Actions"])
  }

  @Test func `the latest decision of a reviewer counts, and comments don't`() async throws {
    let script = GitHubScript { _, _ in
      scripted(
        200,
        """
        [{"state": "CHANGES_REQUESTED", "user": {"login": "ann"}},
         {"state": "CHANGES_REQUESTED", "user": {"login": "ben"}},
         {"state": "COMMENTED", "user": {"login": "ann"}},
         {"state": "APPROVED", "user": {"login": "ben"}}, {"state": "PENDING", "user": null}]
        """)
    }
    #expect(try await script.forge().changeRequests(on: 1, in: web) == ["ann"])
  }

  @Test(arguments: [403, 404, 501])
  func `reviews that cannot be read are an error, not an approval`(status: Int) async throws {
    let script = GitHubScript { _, _ in scripted(status, "{}") }
    await #expect(throws: ForgeError.self) {
      try await script.forge().changeRequests(on: 1, in: web)
    }
  }

  @Test func `the picture of a status names the App that made it`() async throws {
    let script = GitHubScript { request, _ in
      request.url.contains("check-runs")
        ? scripted(200, #"{"check_runs": []}"#)
        : scripted(
          200,
          """
          {"statuses": [
            {"context": "a", "state": "success", "avatar_url": "https://x.dev/in/42?v=4"},
            {"context": "b", "state": "success", "avatar_url": "https://x.dev/u/42?v=4"},
            {"context": "c", "state": "success", "avatar_url": null}]}
          """)
    }
    #expect(try await script.forge().checks(of: "c", in: web).map(\.app) == [42, nil, nil])
  }

  @Test(arguments: [
    ("queued", "null", Check.State.pending, Check.State.Outcome.pending),
    ("waiting", "null", .pending, .pending), ("completed", "\"success\"", .success, .passed),
    ("completed", "\"neutral\"", .neutral, .passed),
    ("completed", "\"skipped\"", .skipped, .passed),
    ("completed", "\"cancelled\"", .cancelled, .failed),
    ("completed", "\"timed_out\"", .timedOut, .failed),
    ("completed", "\"action_required\"", .actionRequired, .failed),
    ("completed", "\"stale\"", .stale, .failed),
    ("completed", "\"startup_failure\"", .startupFailure, .failed),
    ("completed", "\"dancing\"", .unknown("dancing"), .failed),
    ("completed", "null", .unknown("none"), .failed), ("levitating", "null", .pending, .pending),
  ])
  func `every conclusion has its colour, and what is unknown is not green`(
    status: String, conclusion: String, state: Check.State, outcome: Check.State.Outcome
  ) async throws {
    let script = GitHubScript { request, _ in
      request.url.contains("check-runs")
        ? scripted(
          200,
          #"{"check_runs": [{"name": "b", "status": "\#(status)", "conclusion": \#(conclusion)}]}"#)
        : scripted(200, #"{"state": "pending", "statuses": []}"#)
    }
    let checks = try await script.forge().checks(of: "c", in: web)
    #expect(checks.map(\.state) == [state])
    #expect(checks.map(\.state.outcome) == [outcome])
  }

  @Test func `a pull request without its fork or its author is still one`() async throws {
    let script = GitHubScript { _, _ in
      scripted(
        200,
        """
        {"number": 3, "state": "closed", "title": "T", "body": null, "user": null,
         "head": {"ref": "x", "sha": "h", "repo": null}, "base": {"ref": "main", "sha": "b"},
         "merged_at": "2026-01-02T03:04:05Z", "merge_commit_sha": "m", "mergeable": null}
        """)
    }
    let pull = try await script.forge().pullRequest(3, in: web)
    #expect(pull.state == .merged)
    #expect(pull.mergeCommit == "m")
    #expect(pull.headRepository == nil)
    #expect(pull.author == nil)
  }
}
