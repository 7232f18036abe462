import Configuration
import Forges
import Store
import Synchronization
import Testing
import TestSupport
import Time
import Updates

/// Repositories `acme/app`, `acme/one`, … that all have a at 1.0.0, which has a patch.
private func fleet(_ others: String..., rules: String = "") async throws -> Scene {
  let scene = try await Scene(rules, lock)
  scene.npm.publish("a", "1.0.0", "1.0.1")
  scene.fleet.withLock { $0.usesEvidence = true }
  for other in others { try await scene.begin("acme/\(other)", lock, rules: rules) }
  return scene
}

private let lock = ["deps.txt": "a 1.0.0\n"]

extension Scene {
  /// Visits a repository, and then reports a check of its pull request.
  fileprivate func visit(_ name: String, _ states: String...) async throws {
    try turn(to: "acme/\(name)")
    try await run()
    for state in states {
      wait(hours: 1)
      let head = try #require(try await pullRequests().last).headSHA
      try await forge().report(
        Check(name: "build", state: Check.State(word: state)), of: head, in: repository)
      try await run()
    }
  }

  /// Visits a repository and returns what it says about a.
  fileprivate func report(of name: String) async throws -> [String] {
    try turn(to: "acme/\(name)")
    return try await run()
  }
}

@Suite struct `Results of other repositories` {
  @Test func `are described in the pull request`() async throws {
    let scene = try await fleet("one", "two", "three")
    try await scene.visit("one", "success")
    try await scene.visit("two", "success")
    try await scene.visit("three", "failure")
    try await scene.visit("app")
    let body = try #require(try await scene.pullRequests().first).body
    #expect(body.contains("`a` is green in 2 of 3 other repositories, red in acme/three."))
  }

  @Test func `cost nothing and say nothing unless the operator wants them`() async throws {
    let scene = try await fleet("one")
    scene.fleet.withLock { $0 = FleetSettings() }
    try await scene.visit("one", "success")
    try await scene.visit("app")
    #expect(try await scene.pullRequests().first?.body.contains("other repositor") == false)
    #expect(try await scene.records().map(\.steps) == [[]])
  }

  @Test func `hold back what fails in two of them, until there is a newer version`() async throws {
    let scene = try await fleet("one", "two")
    try await scene.visit("one", "failure")
    try await scene.visit("two", "failure")
    #expect(
      try await scene.report(of: "app") == [
        "a: 1.0.1 is held back: it failed in other repositories "
          + "(green in 0 of 2 other repositories, red in acme/one, acme/two)"
      ])
    scene.npm.publish("a", "1.0.2")
    #expect(try await scene.report(of: "app") == ["a: opened #1 for 1.0.2"])
  }

  @Test func `that hold back a newer version are in the pull request for an older one`()
    async throws
  {
    let scene = try await fleet("one", "two")
    try scene.turn(to: "acme/app")
    scene.npm.publish("a", "1.0.2")
    try await scene.visit("one", "failure")
    try await scene.visit("two", "failure")
    #expect(try await scene.report(of: "app") == ["a: opened #1 for 1.0.1"])
    let body = try #require(try await scene.pullRequests().first).body
    #expect(
      body.contains(
        "`a` `1.0.2` is held back: it failed in other repositories (green in 0 of 2 other "
          + "repositories, red in acme/one, acme/two)."), "\(body)")
  }

  @Test func `open what is green elsewhere before what is older`() async throws {
    let files = ["deps.txt": "a 1.0.0\nb 1.0.0\n"]
    let rules = "limits: {open: 1}"
    let scene = try await Scene(rules, files)
    scene.fleet.withLock { $0.usesEvidence = true }
    for name in ["a", "b"] { scene.npm.publish(name, "1.0.0", "1.0.1") }
    scene.npm.date("a", "1.0.1", 1_700_000_000)
    scene.npm.date("b", "1.0.1", 1_700_086_400)
    for other in ["one", "two"] {
      try await scene.begin("acme/\(other)", ["deps.txt": "b 1.0.0\n"])
      try await scene.visit(other, "success")
    }
    try await scene.visit("app")
    #expect(try await scene.open() == ["#1 Bump b from 1.0.0 to 1.0.1"])
  }

  @Test func `don't count if the base fails as well`() async throws {
    let scene = try await fleet("one", "two")
    for name in ["one", "two"] {
      try scene.turn(to: "acme/\(name)")
      let base = try #require(try await scene.forge().head(of: "main", in: scene.repository))
      try await scene.forge().report(
        Check(name: "build", state: .failure), of: base, in: scene.repository)
      try await scene.visit(name, "failure")
    }
    #expect(try await scene.report(of: "app") == ["a: opened #1 for 1.0.1"])
  }

  @Test func `of a red group blame none of its updates`() async throws {
    let scene = try await fleet("one", "two", rules: "groups: {all: {patterns: [\"*\"]}}")
    scene.npm.publish("b", "1.0.0", "1.0.1")
    for name in ["one", "two"] {
      try scene.turn(to: "acme/\(name)")
      try await scene.push(["deps.txt": "a 1.0.0\nb 1.0.0\n"])
      try await scene.visit(name, "failure")
    }
    #expect(try await scene.report(of: "app") == ["a: opened #1 for 1.0.1"])
  }

  @Test func `don't close a pull request that is open`() async throws {
    let scene = try await fleet("one", "two")
    try await scene.visit("app")
    try await scene.visit("one", "failure")
    try await scene.visit("two", "failure")
    #expect(try await scene.report(of: "app") == ["a: #1 proposes 1.0.1"])
  }

  @Test func `let a repaired check count`() async throws {
    let scene = try await fleet("one", "two")
    try await scene.visit("one", "failure")
    try await scene.visit("two", "failure", "success")
    #expect(try await scene.report(of: "app") == ["a: opened #1 for 1.0.1"])
  }

  @Test func `hold back what a person took back`() async throws {
    let scene = try await fleet("one")
    try await scene.visit("one", "success")
    try await scene.merge(1)
    try await scene.visit("one")
    scene.wait(hours: 24)
    try await scene.push(["deps.txt": "a 1.0.0\n"])
    try await scene.visit("one")
    let held = try await scene.report(of: "app")
    #expect(
      held == [
        "a: 1.0.1 is held back: it was taken back by a person in another repository "
          + "(green in 0 of 1 other repository, taken back in 1)"
      ])
  }
}

@Suite struct `The text about other repositories` {
  /// Results in one repository that everyone may read, and in `others` that not everyone may.
  private func evidence(private others: Int) -> StepEvidence {
    var evidence = StepEvidence(
      step: PackageStep(ecosystem: "npm", name: "a", from: "1.0.0", to: "1.0.1"))
    (evidence.green, evidence.red, evidence.publicCount) = (1, others, 1)
    return evidence
  }

  @Test func `is missing if it would speak of one or two private ones`() {
    #expect(evidence(private: 1).sentence == nil)
    #expect(evidence(private: 2).sentence == "green in 1 of 3 other repositories, red in 2")
    #expect(evidence(private: 0).sentence == "green in 1 of 1 other repository")
  }

  @Test func `doesn't show numbers in a reason either`() {
    var evidence = evidence(private: 2)
    (evidence.green, evidence.publicCount) = (0, 0)
    #expect(evidence.objection == "failed in other repositories")
  }
}

@Suite struct `An automatic merge that needs results of others` {
  private let rules = "automerge: {update-types: [patch], evidence: {green: 2}}"

  @Test func `waits for them`() async throws {
    let scene = try await fleet("one", "two", rules: rules)
    try await scene.visit("app", "success")
    #expect(try await scene.pullRequests().map(\.state) == [.open])
    #expect(
      try await scene.verdicts().first?.mergingNote
        == "'automerge' needs a 1.0.1 to be green in at least 2 and red in at most 0 other "
        + "repositories; now: no results that can be shown")
    try await scene.visit("one", "success")
    try await scene.visit("two", "success")
    try await scene.visit("app")
    #expect(try await scene.pullRequests().map(\.state) == [.merged])
  }

  @Test func `doesn't take place if the operator collects none`() async throws {
    let scene = try await fleet(rules: rules)
    scene.fleet.withLock { $0 = FleetSettings() }
    try await scene.visit("app", "success")
    #expect(try await scene.pullRequests().map(\.state) == [.open])
    let note = try await scene.verdicts().first?.mergingNote
    #expect(note?.contains("the operator's file doesn't collect them") == true)
  }

  @Test func `learns the steps of pull requests that were opened before`() async throws {
    let scene = try await fleet("one", "two", rules: rules)
    scene.fleet.withLock { $0 = FleetSettings() }
    try await scene.visit("app", "success")
    scene.fleet.withLock { $0.usesEvidence = true }
    try await scene.visit("one", "success")
    try await scene.visit("two", "success")
    try await scene.visit("app")
    #expect(try await scene.pullRequests().map(\.state) == [.merged])
  }
}

@Suite struct `A rollout` {
  private func rollout(_ others: String...) async throws -> Scene {
    let scene = try await Scene("", lock)
    scene.npm.publish("a", "1.0.0", "1.0.1")
    for other in others { try await scene.begin("acme/\(other)", lock) }
    let canaries = RepositoryPattern("acme/canary").map { [$0] } ?? []
    var rollout = RolloutSettings()
    rollout.canaries = canaries
    let settings = rollout
    scene.fleet.withLock { $0.rollout = settings }
    scene.isCanary.withLock { $0 = { canaries.include($0.name.description) } }
    return scene
  }

  @Test func `gives canaries a version first, and the others a pause after they are green`()
    async throws
  {
    let scene = try await rollout("canary")
    try await scene.visit("canary")
    #expect(
      try await scene.report(of: "app") == [
        "a: 1.0.1 is held back: it reaches the canary repositories first, and their checks aren't "
          + "finished"
      ])
    try await scene.visit("canary", "success")
    let begin = scene.now + .seconds(86_400)
    #expect(
      try await scene.report(of: "app") == [
        "a: 1.0.1 is held back: it reaches this repository in wave 1 of 1, at \(begin)"
      ])
    scene.wait(hours: 24)
    #expect(try await scene.report(of: "app") == ["a: opened #1 for 1.0.1"])
  }

  @Test func `ends with a red canary`() async throws {
    let scene = try await rollout("canary")
    try await scene.visit("canary", "failure")
    scene.wait(hours: 1_000)
    #expect(
      try await scene.report(of: "app") == [
        "a: 1.0.1 is held back: it failed in a canary repository"
      ])
  }

  @Test func `doesn't wait for a canary that doesn't use the package`() async throws {
    let scene = try await rollout()
    try await scene.visit("app")
    #expect(try await scene.open() == [])
    scene.wait(hours: 25)
    #expect(try await scene.report(of: "app") == ["a: opened #1 for 1.0.1"])
  }

  @Test func `puts every repository into one wave, and uses all of them`() {
    var rollout = RolloutSettings()
    rollout.waves = 4
    let names = (0..<200).compactMap { RepositoryName("acme/r\($0)") }
    let waves = names.map { rollout.wave(of: RepositoryID(forge: "hub", name: $0)) }
    #expect(Set(waves) == [1, 2, 3, 4])
    #expect(waves == names.map { rollout.wave(of: RepositoryID(forge: "hub", name: $0)) })
  }
}
