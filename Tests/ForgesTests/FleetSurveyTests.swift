import JSON
import TestSupport
import Testing

@testable import Forges

extension Changing {
  /// What a survey after a new list shows of the repository; nil if it has to be visited.
  func survey() async throws -> SurveyedRepository? {
    _ = try await forge.listing()
    return try await forge.fleetSurvey?.survey([web]).first
  }

  /// Those whose forges have surveys.
  static let surveyed = hosts + [(kind: .gitHub, flavour: nil)]

  /// Tells GitHub's fake about a review of the pull request.
  func review(_ state: String) async throws {
    try await control("review", [("pr", .int(number)), ("state", .string(state))])
  }

  /// Tells GitHub's fake about a check run of the pull request.
  func checkRun(_ body: [(String, Value)]) async throws {
    try await control("check", [("pr", .int(number)), ("name", "unit")] + body)
  }

  /// Tells the fake about an issue of ours, which has the number 1 on GitLab and 2 elsewhere.
  func issue(_ body: [(String, Value)]) async throws {
    let number = forge.kind == .gitLab ? 1 : 2
    try await control("issue", [("issue", .int(number)), ("by", "ann")] + body)
  }
}

extension Change {
  /// Changes of the repository and its issues, in an order in which each can be made.
  fileprivate static let ofRepository = [
    Change("a push") { try await $0.push("7\n", to: "main") },
    Change("an issue of ours") {
      _ = try await $0.forge.issues?.openIssue(title: "List", body: "- [ ] all", in: $0.web)
    },
    Change("a ticked box") { try await $0.issue([("body", "- [x] all")]) },
    Change("a closed issue") { try await $0.issue([("state", "closed")]) },
    Change("a new default branch") {
      try await $0.push("8\n", to: "trunk")
      try await $0.control("settings", [("default_branch", "trunk")])
    },
    Change("the first default branch") {
      try await $0.control("settings", [("default_branch", "main")])
    },
    Change("a lost permission") { try await $0.control("settings", [("bot_role", "read")]) },
    Change("the permission again") { try await $0.control("settings", [("bot_role", "write")]) },
    Change("no access") {
      try await $0.control("settings", [("bot_role", "none"), ("private", true)])
    },
    Change("access again") {
      try await $0.control("settings", [("bot_role", "write"), ("private", false)])
    },
    Change("an archived repository") { try await $0.control("settings", [("archived", true)]) },
    Change("a repository that isn't archived") {
      try await $0.control("settings", [("archived", false)])
    },
    Change("a new name") {
      try await $0.fake.control("rename", ["repo": "acme/web", "to": "acme/x"])
    },
  ]

  /// What happens to a pull request on GitHub.
  fileprivate static let gitHub =
    all.filter { !["an approval", "a refusal", "a withdrawn refusal"].contains($0.name) } + [
      Change("a review") { try await $0.review("CHANGES_REQUESTED") },
      Change("a later review") { try await $0.review("APPROVED") },
      Change("a running check run") { try await $0.checkRun([("status", "in_progress")]) },
      Change("a red check run") { try await $0.checkRun([("conclusion", "failure")]) },
    ]

  fileprivate static let ofBranch = Change("a deleted branch") {
    try await $0.control("delete-branch", [("branch", "martlet/a"), ("by", "ann")])
  }
}

@Suite(.needsFakeHost, .serialized) struct `The mark of a repository in a survey` {
  private func check(_ changes: [Change], _ scene: Changing) async throws {
    for change in changes {
      try await scene.wait()
      let before = try await scene.survey()
      try await scene.wait()
      #expect(try await scene.survey() == before, "before \(change.name)")
      try await change.make(scene)
      #expect(try await scene.survey() != before, "just after \(change.name)")
      try await scene.wait()
      #expect(try await scene.survey() != before, "after \(change.name)")
    }
  }

  @Test func `changes with each change of a merge request on GitLab`() async throws {
    let scene = try await Changing(.gitLab, for: "survey marks")
    // A merge request that has been read.
    _ = try await scene.forge.pullRequest(scene.number, in: scene.web)
    try await check(Change.all + Change.gitLab + [.ofBranch], scene)
    let closed = try await Changing(.gitLab, for: "survey marks")
    _ = try await closed.forge.pullRequest(closed.number, in: closed.web)
    try await check(Change.last + [Change.all[0], Change.all[1]], closed)
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `changes with each change of a pull request on GitHub`() async throws {
    let scene = try await Changing(.gitHub, for: "survey marks")
    try await check(Change.gitHub + [.ofBranch], scene)
    let closed = try await Changing(.gitHub, for: "survey marks")
    try await check(Change.last + [Change.all[0]], closed)
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test(arguments: Changing.surveyed)
  func `changes with each change of the repository`(
    kind: ForgeKind, flavour: String?
  ) async throws {
    let scene = try await Changing(kind, flavour, for: "survey marks")
    _ = try await scene.forge.pullRequest(scene.number, in: scene.web)
    try await check(Change.ofRepository, scene)
    #expect(try await scene.fake.violations().isEmpty)
  }

  /// The times of GitHub and GitLab have seconds only.
  @Test(arguments: [ForgeKind.gitHub, .gitLab])
  func `changes although the time of the last change stays`(kind: ForgeKind) async throws {
    let scene = try await Changing(kind, for: "survey marks")
    _ = try await scene.forge.pullRequest(scene.number, in: scene.web)
    _ = try await scene.forge.issues?.openIssue(title: "List", body: "- [ ] all", in: scene.web)
    try await scene.fake.control("limits", ["frozen": 1])
    for change in [Change.all[1], Change.all[2], Change.ofRepository[2]] {
      let before = try await scene.survey()
      try await change.make(scene)
      try await scene.wait(1)
      #expect(try await scene.survey() != before, "\(change.name)")
      try await scene.wait(-1)
    }
  }

  @Test(arguments: Changing.surveyed)
  func `is never the same in the seconds after a change`(
    kind: ForgeKind, flavour: String?
  ) async throws {
    let scene = try await Changing(kind, flavour, for: "survey marks")
    try await scene.wait()
    try await scene.push("7\n", to: "main")
    _ = try await scene.forge.issues?.openIssue(title: "List", body: "- [ ] all", in: scene.web)
    let first = try await scene.survey()
    try await scene.wait(1)
    let second = try await scene.survey()
    #expect(first != nil && first != second)
  }
}

@Suite(.needsFakeHost, .serialized) struct `A survey of projects on GitLab` {
  private func fleet(_ count: Int) async throws -> (Changing, [RepositoryName]) {
    let scene = try await Changing(.gitLab, for: "survey of projects")
    try await scene.fake.control("repo", ["full_name": "acme/p0"])
    let names = (0..<count).map { "acme/p\($0)" }
    let copies = names.dropFirst().map { Value.string($0) }
    try await scene.fake.control("repos", ["like": "acme/p0", "names": .array(Array(copies))])
    return (scene, names.compactMap { RepositoryName($0) })
  }

  /// The GraphQL requests so far, with what each cost.
  private func queries(_ scene: Changing) async throws -> [Int?] {
    try await scene.fake.control("requests").array?.filter { $0["op"] == "graphql" }
      .map { $0["complexity"]?.int } ?? []
  }

  @Test func `asks for a hundred at once by number, and for fifty by path`() async throws {
    let (scene, names) = try await fleet(130)
    #expect(try await scene.forge.fleetSurvey?.survey(names).count == 130)
    #expect(try await queries(scene).count == 3)
    _ = try await scene.forge.listing()
    let found = try await scene.forge.fleetSurvey?.survey(names) ?? []
    #expect(Set(found.map(\.name)) == Set(names))
    #expect(found.allSatisfy { $0.head?.count == 40 && $0.shown == [.pullRequests, .issues] })
    #expect(try await queries(scene) == [120, 120, 104, 160, 104])
  }

  @Test func `asks for fewer if a server allows less`() async throws {
    let (scene, names) = try await fleet(60)
    try await scene.fake.control("limits", ["graphql_complexity": 120])
    _ = try await scene.forge.listing()
    #expect(try await scene.forge.fleetSurvey?.survey(names).count == 60)
    // Sixty at once, then thirty.
    #expect(try await queries(scene) == [nil, 104, 104])
    try await scene.fake.control("limits", ["graphql_complexity": 80])
    await #expect(throws: ForgeError.self) { try await scene.forge.fleetSurvey?.survey(names) }
  }

  @Test(arguments: [
    ("500", ForgeError.Code.unavailable), ("403", .forbidden), ("partial", .malformed),
    ("bad_json", .malformed), ("an old version", .unsupported),
  ])
  func `fails as a whole`(fault: String, code: ForgeError.Code) async throws {
    let (scene, names) = try await fleet(12)
    if let status = Int(fault) {
      try await scene.fake.fault("graphql", "status", [("status", .int(status)), ("times", 99)])
    } else if fault == "an old version" {
      try await scene.fake.control("limits", ["graphql_without": ["Project.issues"]])
    } else {
      try await scene.fake.fault("graphql", fault, [("times", 99)])
    }
    let error = await #expect(throws: ForgeError.self) {
      try await scene.forge.fleetSurvey?.survey(names)
    }
    #expect(error?.code == code, "\(error?.detail ?? "")")
  }

  @Test func `leaves out what it doesn't show completely`() async throws {
    let scene = try await Changing(.gitLab, for: "survey of projects")
    _ = try await scene.forge.pullRequest(scene.number, in: scene.web)
    try await scene.wait()
    #expect(try await scene.survey() != nil)
    let jobs = (0..<51).map { ["name": .string("job \($0)"), "status": "success"] as Value }
    try await scene.pipeline([("jobs", .array(jobs))])
    #expect(try await scene.survey() == nil)
    let other = try await Changing(.gitLab, for: "survey of projects")
    for _ in 0..<11 { try await other.pipeline([("jobs", [["name": "a", "status": "success"]])]) }
    #expect(try await other.survey() == nil)
    let next = try await Changing(.gitLab, for: "survey of projects")
    try await next.push("1\n", to: "next")
    try await next.edit(PullRequestEdit(base: "next"))
    #expect(try await next.survey() == nil)
  }
}

@Suite(.needsFakeHost, .serialized) struct `A survey of repositories on Gitea` {
  @Test func `shows no issues to a token that may not read them`() async throws {
    let scene = try await Changing(.gitea, for: "survey of lists")
    _ = try await scene.forge.issues?.openIssue(title: "List", body: "- [ ] all", in: scene.web)
    #expect(try await scene.survey()?.shown == [.issues])
    try await scene.fake.fault("issueSearchIssues", "status", [("status", 403), ("times", 9)])
    #expect(try await scene.survey()?.shown == [])
  }

  @Test func `has nothing without a new list`() async throws {
    let scene = try await Changing(.gitea, for: "survey of lists")
    #expect(try await scene.survey() != nil)
    #expect(try await scene.forge.fleetSurvey?.survey([scene.web]) == [])
  }

  @Test(arguments: ["500", "partial", "bad_json"])
  func `fails if our issues can't be read`(fault: String) async throws {
    let scene = try await Changing(.forgejo, "forgejo", for: "survey of lists")
    let more: [(String, Value)] = [("times", 99)]
    if let status = Int(fault) {
      try await scene.fake.fault("issueSearchIssues", "status", [("status", .int(status))] + more)
    } else {
      try await scene.fake.fault("issueSearchIssues", fault, more)
    }
    await #expect(throws: ForgeError.self) { try await scene.survey() }
  }
}
