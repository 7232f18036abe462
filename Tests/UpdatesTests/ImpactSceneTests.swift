import Configuration
import Forges
import Impact
import Store
import Testing
import Updates

/// A repository that uses the function `f` of a, which 1.1.0 keeps, and 1.1.0 of b, which removes `g`.
private func scene(_ rules: String, uses: String = "a f b g") async throws -> Scene {
  let scene = try await Scene(rules, ["deps.txt": "a 1.0.0\nb 1.0.0\n", "app.src": uses])
  for name in ["a", "b"] { scene.npm.publish(name, "1.0.0", "1.1.0") }
  scene.npm.define("a@1.0.0", "f")
  scene.npm.define("a@1.1.0", "f", "h")
  scene.npm.define("b@1.0.0", "g")
  scene.npm.define("b@1.1.0", "k")
  return scene
}

extension Scene {
  /// Reports green checks for all pull requests, and makes another pass.
  fileprivate func pass() async throws {
    wait(hours: 1)
    let forge = try forge()
    for request in try await pullRequests() where request.state == .open {
      try await forge.report(
        Check(name: "build", state: Check.State(word: "success")), of: request.headSHA,
        in: repository)
    }
    try await run()
  }

  fileprivate func states() async throws -> [PullRequest.State] {
    try await pullRequests().map(\.state)
  }

  fileprivate func note(_ number: Int) async throws -> String {
    try await verdicts().first { $0.number == number }?.mergingNote ?? ""
  }
}

private let merging = "automerge: {update-types: [minor], impact: none}"

@Suite struct `An automatic merge without impact` {
  @Test func `merges only what isn't affected, and says why not`() async throws {
    let scene = try await scene("impact: on\n\(merging)")
    try await scene.run()
    try await scene.pass()
    #expect(try await scene.states() == [.merged, .open])
    #expect(
      try await scene.note(2)
        == "'automerge' needs 'impact: none', and the use of b is affected: g was removed")
  }

  @Test func `doesn't merge what can't be compared`() async throws {
    let scene = try await scene("impact: on\n\(merging)", uses: "a f")
    scene.npm.define("a@1.0.0")
    try await scene.run()
    try await scene.pass()
    #expect(try await scene.states() == [.open, .open])
    #expect(
      try await scene.note(1).hasPrefix(
        "'automerge' needs 'impact: none', and the use of a can't be compared for certain: "))
  }

  @Test func `doesn't merge if the entry has no reports`() async throws {
    let scene = try await scene(merging)
    try await scene.run()
    try await scene.pass()
    #expect(try await scene.states() == [.open, .open])
    #expect(
      try await scene.note(1)
        == "'automerge' needs 'impact: none', and the impact of its versions isn't known")
  }

  @Test func `merges a group only if no member is affected`() async throws {
    let rules = "impact: on\ngroups: {all: {patterns: [\"*\"]}}\n\(merging)"
    let affected = try await scene(rules)
    try await affected.run()
    try await affected.pass()
    #expect(try await affected.states() == [.open])
    let calm = try await scene(rules)
    calm.npm.define("b@1.1.0", "g")
    try await calm.run()
    try await calm.pass()
    #expect(try await calm.states() == [.merged])
  }
}

@Suite struct `A rule about the impact` {
  @Test func `adds labels, reviewers and assignees once the report is made`() async throws {
    let scene = try await scene(
      """
      impact: on
      rules:
        - {match: {impact: affected}, labels: [careful], reviewers: [ann]}
        - {match: {impact: [not-affected, unknown]}, labels: [calm]}
      """)
    for name in ["calm", "careful"] {
      _ = try await scene.forge().createLabel(Label(name: name), in: scene.repository)
    }
    let lines = try await scene.run()
    #expect(!lines.contains { $0.contains("can't be decided") }, "\(lines)")
    #expect(
      try await scene.pullRequests().map(\.labels) == [
        ["dependencies", "calm"], ["dependencies", "careful"],
      ])
    #expect(try scene.reviewers(of: 2) == ["ann"])
    #expect(try scene.reviewers(of: 1) == [])
  }

  @Test func `decides about automatic merges`() async throws {
    let scene = try await scene(
      """
      impact: on
      rules: [{match: {impact: not-affected}, automerge: {update-types: [minor]}}]
      """)
    try await scene.run()
    try await scene.pass()
    #expect(try await scene.states() == [.merged, .open])
  }
}

@Suite struct `The stored impact` {
  @Test func `lists the repositories that an update affects first`() async throws {
    let scene = try await scene("impact: on")
    try await scene.run()
    let found = try await scene.impacts(of: "b", "npm")
    #expect(found.map(\.number) == [2])
    #expect(found.first?.report.verdict == .affected)
    #expect(found.first?.report.symbols.first?.uses == [.init(file: "app.src", line: 1)])
    #expect(try await scene.impacts(of: "b", "bundler") == [])
    #expect(try await scene.records().map(\.impacts.count) == [1, 1])
  }
}

@Suite struct `The order of opening` {
  @Test(arguments: [("impact: on", "b"), ("impact: off", "a")])
  func `starts with what doesn't affect the repository`(
    rules: String, opened: String
  ) async throws {
    let scene = try await scene("\(rules)\nopen-pull-requests-limit: 1")
    scene.npm.define("a@1.1.0", "h")
    scene.npm.define("b@1.1.0", "g", "k")
    let lines = try await scene.run()
    #expect(try await scene.pullRequests().map(\.title) == ["Bump \(opened) from 1.0.0 to 1.1.0"])
    #expect(lines.contains { $0.contains("limit") }, "\(lines)")
  }
}
