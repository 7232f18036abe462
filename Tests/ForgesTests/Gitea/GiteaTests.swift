import HTTP
import TestSupport
import Testing

@testable import Forges

@Suite struct `A version of Gitea` {
  @Test(arguments: [
    ("1.22.6", GiteaVersion.Program.gitea, true), ("1.21.0", .gitea, true),
    ("1.20.6", .gitea, false), ("1.24.0+dev-345-g0a1b2c3", .gitea, true),
    ("11.0.3+gitea-1.22.0", .forgejo, true), ("7.0.0+gitea-1.21.11", .forgejo, true),
    ("1.21.11-2+gitea-1.21.11", .forgejo, false),
  ])
  func `the version determines the program and whether it is supported`(
    text: String, program: GiteaVersion.Program, isServed: Bool
  ) throws {
    let version = try #require(GiteaVersion(text))
    #expect(version.program == program && version.isServed == isServed)
  }

  @Test(arguments: ["", "development", "v", "1"])
  func `other texts have no version`(text: String) {
    #expect(GiteaVersion(text) == nil)
  }

  @Test(arguments: [
    ("1.20.6", ForgeError.Code.unsupported, "Gitea 1.20 is older than 1.21"),
    ("6.0.0+gitea-1.21.0", .unsupported, "Forgejo 6.0 is older than 7.0"),
    ("development", .malformed, "unknown version 'development'"),
  ])
  func `a server that is too old is refused by name`(
    text: String, code: ForgeError.Code, detail: String
  ) async throws {
    let gitea = GiteaScript(["GET version": (200, #"{"version": "\#(text)"}"#)])
    let forge = try gitea.forge()
    let error = await #expect(throws: ForgeError.self) { try await forge.identity() }
    #expect(error?.code == code && error?.detail.hasPrefix(detail) == true)
  }
}

@Suite struct `A pattern of required checks` {
  @Test(arguments: [
    ("build", "build", true), ("build", "Build", false), ("ci/*", "ci/build / test (push)", true),
    ("*", "", true), ("ci/*", "cd/x", false), ("**/test", "a/b/test", true),
    ("build ?", "build 1", true), ("build ?", "build 12", false), ("[a-c]x", "bx", true),
    ("[!a-c]x", "bx", false), ("[ab]", "-", false), ("{build,test}", "test", true),
    ("{build,te*}-1", "text-1", true), (#"a\*"#, "a*", true), (#"a\*"#, "ab", false),
    ("[", "[", false), ("{a", "a", false), (#"a\"#, "a", false), ("[]", "", false),
  ])
  func `patterns are Gitea's`(pattern: String, name: String, isMatch: Bool) {
    #expect(CheckPattern(pattern).matches(name) == isMatch)
  }

  @Test func `a pattern that takes too long matches nothing`() {
    let pattern = CheckPattern(String(repeating: "*a", count: 40))
    #expect(!pattern.matches(String(repeating: "a", count: 200) + "b"))
  }

  @Test func `any text matches itself if all its characters are escaped`() {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<2_000 {
      let letters = (0..<12).map { _ in "a*?[]{},!-\\b".randomElement(using: &generator) ?? "a" }
      let pattern = letters.map { "\\\($0)" }.joined()
      #expect(CheckPattern(pattern).matches(String(letters)), "\(pattern)")
      // Unescaped, it is a pattern or none, but never ends the program.
      #expect(!CheckPattern(String(letters)).matches("nothing that it could mean"))
    }
  }
}

@Suite struct `The account of a Gitea` {
  @Test(arguments: [
    (#"{"login": "bot", "is_admin": true}"#, ["the rights of an administrator of the server"]),
    (#"{"login": "bot", "is_admin": false}"#, []), (#"{"login": "bot"}"#, []),
  ])
  func `has more rights than martlet needs as an administrator`(
    user: String, excess: [String]
  ) async throws {
    let forge = try GiteaScript(["GET user": (200, user)]).forge()
    #expect(try await forge.excessGrants().map(\.grant) == excess)
  }
}

/// The answers of a server to a request for a merge.
@Suite struct `A merge on Gitea` {
  private let app: RepositoryName

  init() throws { app = try #require(RepositoryName("acme/app")) }

  private func merge(
    _ status: Int, _ body: String, pull: String = giteaPull(), repository: String = "{}"
  ) async throws -> (MergeOutcome, Int) {
    let gitea = GiteaScript([
      "POST pulls/7/merge": (status, body), "GET pulls/7": (200, pull),
      "GET repos/acme/app": (200, repository),
      "GET git/commits/c1": (200, giteaCommit("Bump a\\n\\nThe trailer")),
    ])
    let outcome = try await gitea.forge().merge(7, at: "c1", by: .squash, in: app)
    return (outcome, gitea.lines.count { $0.hasPrefix("POST") })
  }

  @Test func `a squash has the text of our commit below the server's title`() async throws {
    let gitea = GiteaScript([
      "POST pulls/7/merge": (200, ""), "GET pulls/7": (200, giteaPull(isMerged: true)),
      "GET git/commits/c1": (200, giteaCommit("Bump a\\n\\nBumps a.\\n\\nThe trailer\\n")),
    ])
    let forge = try gitea.forge()
    #expect(try await forge.text(of: "c1", in: app) == "Bumps a.\n\nThe trailer")
    #expect(try await forge.text(of: "c9", in: app) == nil)
    #expect(try await forge.merge(7, at: "c1", by: .squash, in: app) == .merged(commit: "c2"))
    #expect(gitea.bodies.last?.contains(#""MergeMessageField":"Bumps a.\n\nThe trailer""#) == true)
    _ = try await forge.merge(7, at: "c1", by: .merge, in: app)
    #expect(gitea.bodies.last?.contains("MergeMessageField") == false)
  }

  private func message(_ detail: String) -> String { #"{"message": "\#(detail)"}"# }

  @Test func `a merge is reported with its commit`() async throws {
    let (outcome, posts) = try await merge(200, "", pull: giteaPull(isMerged: true))
    #expect(outcome == .merged(commit: "c2") && posts == 1)
  }

  @Test func `"try again later" is tried again, four times`() async throws {
    let (outcome, posts) = try await merge(405, message("Please try again later"))
    #expect(outcome == .later("Please try again later") && posts == 4)
  }

  @Test(arguments: [
    ("not allowed to merge [reason: A file is protected]", "A file is protected"),
    ("Work in progress PRs cannot be merged", "Work in progress PRs cannot be merged"),
    ("", "it gave no reason"),
  ])
  func `a rule is reported in the server's words`(detail: String, reason: String) async throws {
    #expect(try await merge(405, message(detail)).0 == .refused(reason))
  }

  @Test func `a head behind its base asks for a rebuild`() async throws {
    let detail = "not allowed to merge [reason: The head branch is behind the base branch]"
    let (outcome, _) = try await merge(405, message(detail))
    #expect(outcome == .behind("The head branch is behind the base branch"))
  }

  @Test func `a conflict is one with or without words`() async throws {
    #expect(try await merge(409, message("merge conflict")).0 == .conflicting("merge conflict"))
    let git = #"{"Style": "squash", "StdErr": "CONFLICT"}"#
    #expect(try await merge(409, git).0 == .conflicting("the branches conflict"))
  }

  @Test func `a moved head is reported by the refusal and by the pull request`() async throws {
    #expect(try await merge(409, message("head out of date")).0 == .headMoved)
    let moved = giteaPull(head: "c9")
    #expect(try await merge(405, message("Please try again later"), pull: moved).0 == .headMoved)
  }

  @Test func `a rejected push is not a conflict`() async throws {
    let detail = "PushRejected without remote error message"
    #expect(try await merge(409, message(detail)).0 == .refused(detail))
  }

  @Test func `a method that the repository does not allow is refused by name`() async throws {
    let repository =
      #"{"full_name": "acme/app", "allow_squash_merge": false, "allow_rebase": true, "#
      + #""allow_merge_commits": true}"#
    let detail = "squash is not allowed an allowed merge style for this repository"
    let (outcome, _) = try await merge(405, message(detail), repository: repository)
    #expect(
      outcome
        == .refused("the repository does not allow the method 'squash'; it allows merge, rebase"))
  }

  @Test func `an earlier merge with a lost response is found`() async throws {
    let (outcome, _) = try await merge(405, message(""), pull: giteaPull(isMerged: true))
    #expect(outcome == .merged(commit: "c2"))
  }

  @Test func `the first answer about conflicts is not believed`() async throws {
    let gitea = GiteaScript(["GET pulls/7": (200, giteaPull())])
    let forge = try gitea.forge()
    #expect(try await forge.pullRequest(7, in: app).isMergeable == nil)
    #expect(try await forge.pullRequest(7, in: app).isMergeable == true)
  }

  @Test func `a draft is known by its title, which is reported without the prefix`() async throws {
    let forge = try GiteaScript(["GET pulls/7": (200, giteaPull(title: "[wip] Bump a"))]).forge()
    let pull = try await forge.pullRequest(7, in: app)
    #expect(pull.isDraft && pull.title == "Bump a" && pull.mergeState == .draft)
  }
}

/// Who may write comments that are commands.
@Suite struct `The permissions on Gitea` {
  private func permission(_ answers: [String: (Int, String)]) async throws -> Permission {
    let app = try #require(RepositoryName("acme/app"))
    return try await GiteaScript(answers).forge().permission(of: "Ann", in: app)
  }

  private let assignees = (200, #"[{"login": "ann"}]"#)
  private let forbidden = (403, "{}")

  @Test func `an account that can't be assigned may not write`() async throws {
    #expect(try await permission(["GET assignees": (200, "[]")]) == .read)
  }

  @Test func `an administrator's token reads the permission`() async throws {
    let level = (200, #"{"permission": "read"}"#)
    let found = try await permission([
      "GET assignees": assignees, "GET collaborators/Ann/permission": level,
    ])
    #expect(found == .read)
  }

  @Test func `an assignee of a person's repository may write`() async throws {
    let found = try await permission([
      "GET assignees": assignees, "GET collaborators/Ann/permission": forbidden,
      "GET teams": (405, #"{"message": "repo is not owned by an organization"}"#),
    ])
    #expect(found == .write)
  }

  @Test(arguments: [
    (200, #"{"login": "ann"}"#, Permission.read), (404, "{}", .write), (403, "{}", .read),
  ])
  func `a member of a team that only reads is a reader`(
    status: Int, member: String, expected: Permission
  ) async throws {
    let teams = """
      [{"id": 1, "permission": "write", "units_map": {"repo.code": "write"}},
       {"id": 2, "permission": "read", "units_map": {"repo.code": "read", "repo.pulls": "read"}}]
      """
    let found = try await permission([
      "GET assignees": assignees, "GET collaborators/Ann/permission": forbidden,
      "GET teams": (200, teams), "GET teams/2/members/Ann": (status, member),
    ])
    #expect(found == expected)
  }
}

/// Repositories that can't be served, and what branch protection shows.
@Suite struct `A repository on Gitea` {
  private let app: RepositoryName

  init() throws { app = try #require(RepositoryName("acme/app")) }

  @Test(arguments: [
    (#""mirror": true"#, ForgeError.Code.archived, "it is a mirror of another repository"),
    (
      #""has_pull_requests": false"#, .unsupported, "pull requests are switched off in acme/app"
    ),
  ])
  func `a repository without pull requests is refused by name`(
    setting: String, code: ForgeError.Code, detail: String
  ) async throws {
    let body = #"{"full_name": "acme/app", "default_branch": "main", \#(setting)}"#
    let gitea = GiteaScript([
      "GET repos/acme/app": (200, body), "GET user/repos": (200, "[\(body)]"),
    ])
    let forge = try gitea.forge()
    let error = await #expect(throws: ForgeError.self) { try await forge.repository(app) }
    #expect(error?.code == code && error?.detail == detail)
  }

  @Test func `an owner's repositories include those that the account may only read`() async throws {
    let body = """
      [{"full_name": "acme/app", "default_branch": "main", "permissions": {"push": false}}]
      """
    let forge = try GiteaScript(["GET users/acme/repos": (200, body)]).forge()
    let found = try await forge.repositories(of: "acme")
    #expect(found.map(\.name) == [app])
    #expect(found.map(\.canPush) == [false])
    let unknown = try GiteaScript(["GET users/acme/repos": (404, "{}")]).forge()
    #expect(try await unknown.repositories(of: "acme").isEmpty)
  }

  @Test func `a renamed repository is found by the address of its commit`() async throws {
    let branch = #"{"commit": {"id": "c1", "url": "https://tea.dev/sub/acme/web/commit/c1"}}"#
    let forge = try GiteaScript(["GET branches/main": (200, branch)]).forge()
    let new = try #require(RepositoryName("acme/web"))
    let error = await #expect(throws: ForgeError.self) { try await forge.branch("main", in: app) }
    #expect(error?.code == .renamed(to: new))
  }

  @Test func `contexts are patterns, and none means all`() async throws {
    let named = """
      {"commit": {"id": "c1"}, "protected": true, "enable_status_check": true,
       "status_check_contexts": ["ci/*", "build"], "required_approvals": 2,
       "effective_branch_protection_name": "main"}
      """
    let rule = #"{"block_on_outdated_branch": true}"#
    let gitea = GiteaScript([
      "GET branches/main": (200, named), "GET branch_protections/main": (200, rule),
    ])
    let rules = try await gitea.forge().rules(of: "main", in: app)
    #expect(
      rules.checks == [RequiredCheck(name: "build"), RequiredCheck(name: "ci/*", isPattern: true)])
    #expect(rules.approvals == 2 && rules.isStrict && !rules.demandsAllChecks)
    let all = #"{"commit": {"id": "c1"}, "protected": true, "enable_status_check": true}"#
    let open = try await GiteaScript(["GET branches/main": (200, all)]).forge()
      .rules(of: "main", in: app)
    #expect(open.checks.isEmpty && open.demandsAllChecks && !open.isStrict)
  }

  @Test func `rules that the token may not read are requested once`() async throws {
    let branch = """
      {"commit": {"id": "c1"}, "protected": true, "effective_branch_protection_name": "main"}
      """
    let gitea = GiteaScript([
      "GET branches/main": (200, branch), "GET branch_protections/main": (403, "{}"),
    ])
    let forge = try gitea.forge()
    for _ in 0..<2 { #expect(try await forge.rules(of: "main", in: app).unread == nil) }
    #expect(gitea.lines.count { $0 == "GET branch_protections/main" } == 1)
  }

  @Test func `a reviewer's latest decision counts unless it was dismissed`() async throws {
    let reviews = """
      [{"state": "REQUEST_CHANGES", "user": {"login": "ann"}},
       {"state": "REQUEST_CHANGES", "user": {"login": "bob"}},
       {"state": "COMMENT", "user": {"login": "ann"}},
       {"state": "APPROVED", "user": {"login": "bob"}},
       {"state": "REQUEST_CHANGES", "dismissed": true, "user": {"login": "eve"}}]
      """
    let forge = try GiteaScript(["GET pulls/7/reviews": (200, reviews)]).forge()
    #expect(try await forge.changeRequests(on: 7, in: app) == ["ann"])
  }

  @Test func `a refusal names the missing scope`() {
    let detail = "token does not have at least one of required scope(s): [write:issue]"
    #expect(GiteaForge.scope(in: detail) == "write:issue")
    #expect(GiteaForge.scope(in: "user should be an owner [admin]") == nil)
  }
}
