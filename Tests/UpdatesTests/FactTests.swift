import Store
import TestSupport
import Testing
import Time

@testable import Updates

private func record(_ state: PullRequestRecord.State = .open) -> PullRequestRecord {
  PullRequestRecord(
    key: "k", repository: "hub/acme/app", number: 7, branch: "b", head: "h", base: "", digest: "",
    versions: ["tern": "2.0.0", "left-pad": "1.3.0", "z": "1"], state: state, updatedAt: 1)
}

private func verdict(
  _ kind: VerdictRecord.Kind, at head: String = "h", _ merging: VerdictRecord.Merging = .unwanted,
  note: String = "", checks: [(String, String)] = []
) -> VerdictRecord {
  var verdict = VerdictRecord(
    key: "k", repository: "hub/acme/app", number: 7, head: head, since: 1)
  verdict.verdict = kind
  verdict.merging = merging
  verdict.mergingNote = note
  verdict.checks = checks.map { .init(name: $0.0, state: $0.1) }
  return verdict
}

/// The facts of a change, each as `kind subject: summary`.
private func facts(_ before: VerdictRecord?, _ after: VerdictRecord) -> [String] {
  Fact.changes(from: before, to: after, of: record(), now: 9)
    .map { "\($0.kind) \($0.subject): \($0.summary)" }
}

private let versions = "(left-pad 1.3.0, tern 2.0.0 and 1 more)"

@Suite struct `The facts of a verdict` {
  @Test func `say which checks failed, once for each commit`() {
    let red = verdict(.failed, checks: [("build", "failure"), ("lint", "success")])
    #expect(facts(nil, red) == ["red 7 h: checks failed: build \(versions)"])
    #expect(facts(verdict(.pending), red).count == 1)
    #expect(facts(red, red) == [])
    #expect(facts(red, verdict(.timedOut, at: "i")).map { $0.prefix(10) } == ["red 7 i: c"])
  }

  @Test(
    arguments: [
      (VerdictRecord.Merging.unwanted, "", "ready for review"),
      (.stopped, "a person switched its auto-merge off", "a person switched its auto-merge off"),
      (.waiting, "it needs 1 approving review", "it needs 1 approving review"),
    ] as [(VerdictRecord.Merging, String, String)])
  func `say what people have to do for a green pull request`(
    merging: VerdictRecord.Merging, note: String, reason: String
  ) {
    let green = verdict(.passed, merging, note: note)
    let waiting = facts(verdict(.pending), green).filter { $0.hasPrefix("waiting") }
    #expect(waiting == ["waiting 7: \(reason) \(versions)"])
    #expect(facts(green, green) == [])
  }

  @Test(arguments: [.queued, .behind, .handedOver, .merged] as [VerdictRecord.Merging])
  func `don't ask for people while martlet or the host continues`(merging: VerdictRecord.Merging) {
    #expect(
      facts(verdict(.passed, at: "h", .queued), verdict(.passed, at: "h", merging)).isEmpty)
  }

  @Test func `name the jobs that a person has to start`() {
    let manual = verdict(.pending, checks: [("deploy", "waiting")])
    #expect(facts(nil, manual) == ["waiting 7: a person has to start deploy \(versions)"])
  }

  @Test func `are empty for a pull request that isn't open`() {
    #expect(
      Fact.changes(from: nil, to: verdict(.failed), of: record(.merged), now: 9).isEmpty)
  }
}

@Suite struct `A pass` {
  private func scene() async throws -> Scene {
    let scene = try await Scene("", ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.0.2")
    return scene
  }

  @Test func `records a new advisory once`() async throws {
    let scene = try await scene()
    try await scene.run()
    #expect(try await scene.facts() == [])
    scene.warn("a:T-1 introduced 0, fixed 1.0.2")
    for _ in 1...2 { try await scene.run() }
    scene.silence()
    try await scene.run()
    scene.warn("a:T-1 introduced 0, fixed 1.0.2", "a:T-2 introduced 0, fixed 1.0.2")
    try await scene.run()
    #expect(
      try await scene.facts() == [
        "security: high: a 1.0.0, fixed in 1.0.2: T-1: Birds escape",
        "security: high: a 1.0.0, fixed in 1.0.2: T-2: Birds escape",
      ])
  }

  @Test func `records the problem of a repository, and that it is solved`() async throws {
    let scene = try await scene()
    try await scene.push(["deps.txt": "!"])
    for _ in 1...2 { try await scene.run() }
    try await scene.push(["deps.txt": "a 1.0.2\n"])
    for _ in 1...2 { try await scene.run() }
    #expect(
      try await scene.facts() == [
        "problem: deps.txt: contains an exclamation mark", "recovered: all problems are solved",
      ])
  }
}
