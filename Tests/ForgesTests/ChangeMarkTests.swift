import FoundationEssentials
import HTTP
import JSON
import TestSupport
import Testing
import Time

@testable import Forges

/// A pull request on a fake host whose clock is moved by hand, and whose `Date` shows it.
struct Changing: Sendable {
  static let hosts: [(kind: ForgeKind, flavour: String?)] = [
    (.gitLab, nil), (.gitea, nil), (.forgejo, "forgejo"), (.forgejo, "forgejo-11"),
  ]

  let fake: FakeHost
  let forge: any Forge
  let web: RepositoryName
  let number: Int
  /// A comment of ours.
  let comment: Int
  private let clock = ManualClock(now: 1_767_225_600)

  init(_ kind: ForgeKind, _ flavour: String? = nil, for file: String = #fileID) async throws {
    let clock = clock
    let pacing = HostPacing(
      pace: .zero, contentPerMinute: 10_000, now: { clock.now },
      sleep: { _ in try await Task.sleep(for: .milliseconds(1)) })
    if kind == .gitLab {
      fake = try await FakeHost.fresh("fakelab", from: .repository, for: file)
      forge = try fake.gitLab(pacing: pacing)
    } else if kind == .gitHub {
      fake = try await FakeHost.fresh(from: .repository, for: file)
      forge = try fake.forge(pacing: pacing)
    } else {
      fake = try await FakeHost.fresh("faketea", flavour: flavour, from: .repository, for: file)
      forge = try fake.gitea(kind, pacing: pacing)
    }
    try await fake.control("limits", ["dated": 1, "mergeable_lag": 0])
    let stage = try await FakeStage(fake, forge)
    web = try #require(RepositoryName("acme/web"))
    let base = try #require(try await forge.head(of: "main", in: web))
    let proposal = CommitProposal(
      parent: base, changes: ["a.txt": .write(Array("2\n".utf8), mode: .regular)], message: "Two")
    _ = try await forge.writeBranch(proposal, on: "martlet/a", expecting: nil, in: web)
    let draft = PullRequestDraft(head: "martlet/a", base: "main", title: "Two", body: "Two.")
    number = try await forge.open(draft, in: web).value.number
    comment = try await forge.comment("Hello", on: number, in: web).id
    try await stage.report("build", "pending", on: number)
  }

  /// Moves both clocks.
  func wait(_ seconds: Int = 60) async throws {
    clock.advance(by: .seconds(seconds))
    try await fake.control("limits", ["ahead": .int(Int(clock.now.seconds) - 1_767_225_600)])
  }

  /// The present mark, after the read of the base that each pass begins with.
  func mark(after known: String = "") async throws -> String? {
    _ = try await forge.branch("main", in: web)
    let changes = try #require(forge.pullRequestChanges)
    return try await changes.marks(of: [number: known], in: web)[number]
  }

  /// Tells the fake something about the repository.
  func control(_ what: String, _ body: [(String, Value)]) async throws {
    try await fake.control(what, .object(Object([("repo", "acme/web")] + body)))
  }

  /// Lets ann do something to the pull request.
  func act(_ body: [(String, Value)], as login: String = "ann") async throws {
    try await control("pr", [("pr", .int(number)), ("by", .string(login))] + body)
  }

  func edit(_ edit: PullRequestEdit) async throws {
    _ = try await forge.update(number, edit, in: web)
  }

  func report(_ check: String, _ state: String) async throws {
    try await control(
      "status", [("pr", .int(number)), ("context", .string(check)), ("state", .string(state))])
  }

  func push(_ text: String, to branch: String, from: String = "main") async throws {
    try await control(
      "commit",
      [
        ("branch", .string(branch)), ("from", .string(from)), ("author", "ann"),
        ("files", ["a.txt": .string(text)]),
      ])
  }

  func pipeline(_ body: [(String, Value)]) async throws {
    try await control("pipeline", [("pr", .int(number))] + body)
  }

  func settings(_ name: String, _ value: Value) async throws {
    try await control("settings", [("settings", .object(Object([(name, value)])))])
  }
}

struct Change: Sendable {
  let name: String
  let make: @Sendable (Changing) async throws -> Void

  init(_ name: String, _ make: @escaping @Sendable (Changing) async throws -> Void) {
    self.name = name
    self.make = make
  }

  /// The changes on any host, in an order in which each can be made.
  static let all = [
    Change("a comment") {
      try await $0.control("comment", [("pr", .int($0.number)), ("user", "ann"), ("body", "Hm")])
    },
    Change("an edited comment") {
      try await $0.forge.updateComment($0.comment, on: $0.number, to: "Bye", in: $0.web)
    },
    Change("a label") { try await $0.act([("labels", ["bug"])]) },
    Change("a label less") { try await $0.act([("labels", [])]) },
    Change("a title") { try await $0.edit(PullRequestEdit(title: "Three")) },
    Change("an approval") { try await $0.act([("approve", true)]) },
    Change("a refusal") { try await $0.act([("request_changes", true)], as: "eve") },
    Change("a withdrawn refusal") { try await $0.act([("approve", true)], as: "eve") },
    Change("an ended check") { try await $0.report("build", "success") },
    Change("a new check") { try await $0.report("lint", "success") },
    Change("a check that failed later") { try await $0.report("lint", "failure") },
    Change("a repeated check") { try await $0.report("lint", "success") },
    Change("another target") {
      try await $0.push("1\n", to: "next")
      try await $0.edit(PullRequestEdit(base: "next"))
    },
    Change("the first target again") { try await $0.edit(PullRequestEdit(base: "main")) },
    Change("a push of a person") { try await $0.push("5\n", to: "martlet/a") },
    Change("a conflict") { try await $0.push("6\n", to: "main") },
    Change("a solved conflict") { try await $0.push("1\n", to: "main") },
  ]

  static let gitLab = [
    Change("a draft") { try await $0.edit(PullRequestEdit(title: "Draft: Three")) },
    Change("the end of a draft") { try await $0.forge.drafts?.endDraft($0.number, in: $0.web) },
    Change("a pipeline") {
      try await $0.pipeline([("jobs", [["name": "unit", "status": "running"]])])
    },
    Change("an ended job") {
      try await $0.control("job", [("name", "unit"), ("status", "success")])
    },
    Change("a job that a person starts again") {
      try await $0.control("job", [("name", "unit"), ("status", "running")])
    },
    Change("a pipeline without jobs") { try await $0.pipeline([("status", "created")]) },
    Change("the end of a pipeline without jobs") {
      try await $0.control("job", [("status", "failed")])
    },
    Change("a skipped pipeline") { try await $0.pipeline([("status", "skipped")]) },
    Change("a project that demands no pipelines") {
      try await $0.settings("only_allow_merge_if_pipeline_succeeds", false)
    },
    Change("a project that demands pipelines") {
      try await $0.settings("only_allow_merge_if_pipeline_succeeds", true)
    },
    Change("a project that accepts skipped pipelines") {
      try await $0.settings("allow_merge_on_skipped_pipeline", true)
    },
    Change("a pipeline of the merge") {
      try await $0.pipeline([("merge", true), ("jobs", [["name": "unit", "status": "running"]])])
    },
    Change("the end of a pipeline of the merge") {
      try await $0.control("job", [("name", "unit"), ("status", "success")])
    },
    Change("an unresolved thread") { try await $0.control("thread", [("pr", .int($0.number))]) },
    Change("a resolved thread") {
      try await $0.control("thread", [("pr", .int($0.number)), ("resolved", true)])
    },
    Change("auto-merge") {
      try await $0.pipeline([("jobs", [["name": "unit", "status": "running"]])])
      try await $0.control(
        "comment", [("pr", .int($0.number)), ("user", "ann"), ("body", "/merge")])
    },
  ]

  static let gitea = [
    Change("a draft") { try await $0.edit(PullRequestEdit(title: "WIP: Three")) },
    Change("the end of a draft") { try await $0.forge.drafts?.endDraft($0.number, in: $0.web) },
    Change("a rule with another check") {
      try await $0.control("settings", [("protection", ["contexts": ["build", "lint"]])])
    },
    Change("a rule without checks") {
      try await $0.control("settings", [("protection", ["approvals": 1])])
    },
    Change("a rule with more approvals") {
      try await $0.control("settings", [("protection", ["approvals": 2])])
    },
  ]

  static let last = [Change("a closing") { try await $0.act([("state", "closed")]) }]
}

@Suite(.needsFakeHost, .serialized) struct `A mark of a pull request` {
  @Test(arguments: Changing.hosts)
  func `changes with each change, and not without one`(
    kind: ForgeKind, flavour: String?
  ) async throws {
    let scene = try await Changing(kind, flavour)
    let own = kind == .gitLab ? Change.gitLab : Change.gitea
    for change in Change.all + own + Change.last {
      try await scene.wait()
      let before = try #require(try await scene.mark(), "\(change.name)")
      try await scene.wait()
      #expect(try await scene.mark(after: before) == before, "before \(change.name)")
      #expect(!before.isEmpty, "before \(change.name)")
      try await change.make(scene)
      #expect(try await scene.mark(after: before) != before, "just after \(change.name)")
      try await scene.wait()
      #expect(try await scene.mark(after: before) != before, "after \(change.name)")
    }
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test(arguments: Changing.hosts)
  func `is empty for some seconds after a change, whose second may have another`(
    kind: ForgeKind, flavour: String?
  ) async throws {
    let scene = try await Changing(kind, flavour)
    try await scene.fake.control("limits", ["frozen": 1])
    try await scene.wait()
    let before = try await scene.mark()
    try await scene.forge.updateComment(scene.comment, on: scene.number, to: "One", in: scene.web)
    #expect(try await scene.mark(after: before ?? "") == "")
    try await scene.forge.updateComment(scene.comment, on: scene.number, to: "Two", in: scene.web)
    try await scene.wait(20)
    #expect(try await scene.mark() == "")
    try await scene.wait(20)
    #expect(try await scene.mark()?.isEmpty == false)
  }

  @Test func `shows a pipeline of GitLab that changed in the second of the mark`() async throws {
    let scene = try await Changing(.gitLab)
    try await scene.pipeline([("status", "created")])
    try await scene.fake.control("limits", ["frozen": 1])
    try await scene.wait()
    let before = try #require(try await scene.mark())
    try await scene.control("job", [("status", "failed")])
    try await scene.wait(3_600)
    #expect(!before.isEmpty)
    #expect(try await scene.mark(after: before) != before)
  }

  @Test func `is empty while GitLab computes whether it can be merged`() async throws {
    let scene = try await Changing(.gitLab)
    try await scene.fake.control("limits", ["mergeable_lag": 1])
    try await scene.push("5\n", to: "martlet/a")
    try await scene.wait()
    #expect(try await scene.mark() == "")
    _ = try await scene.forge.pullRequest(scene.number, in: scene.web)
    #expect(try await scene.mark()?.isEmpty == false)
  }

  @Test(arguments: ["", "-", "x-0a", "12", "1767225600", "0a1b"])
  func `that is none is ignored`(text: String) {
    #expect(ChangeMark(text) == nil)
  }

  @Test func `keeps its time and its words`() throws {
    let mark = ChangeMark(1_767_225_600, ["a", "b"])
    #expect(ChangeMark(mark.text) == mark)
    #expect(ChangeMark(1_767_225_600, ["a\nb"]).digest != mark.digest)
    #expect(ChangeMark(1_767_225_600, ["a\n1 b"]).digest != mark.digest)
  }
}
