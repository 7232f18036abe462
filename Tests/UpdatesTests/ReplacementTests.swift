import Configuration
import Ecosystem
import Forges
import Languages
import Store
import Synchronization
import Testing
import Updates

extension Scene {
  fileprivate func report(_ state: String, on number: Int) async throws {
    wait(hours: 1)
    let forge = try forge()
    let head = try await forge.pullRequest(number, in: repository).headSHA
    try await forge.report(
      Check(name: "build", state: Check.State(word: state)), of: head, in: repository)
  }

  fileprivate func say(_ text: String, on number: Int) async throws {
    try settings(#"{"permissions": {"ann": "write"}}"#)
    wait(hours: 1)
    _ = try await forge(as: "ann").comment(text, on: number, in: repository)
  }
}

/// A file with `a` at 1.0.0, whose successor is `b` by a field of the registry.
@Suite struct `A replaced dependency` {
  private let replace = "replace: pull-request"
  private let title = "#1 Replace a 1.0.0 with b 2.0.0"

  private func scene(
    _ rules: String = "replace: pull-request", _ text: String = "a 1.0.0\n"
  ) async throws -> Scene {
    let scene = try await Scene(rules, ["deps.txt": text])
    scene.npm.publish("a", "1.0.0")
    scene.npm.publish("b", "1.9.0", "2.0.0")
    scene.npm.supersede("a", "1.0.0", by: "b")
    return scene
  }

  @Test func `gets a pull request with both names`() async throws {
    let scene = try await scene()
    #expect(
      try await scene.run() == [
        "deps.txt: a 1.0.0 is deprecated; the successor is b", "a: opened #1 for b 2.0.0",
      ])
    #expect(try await scene.open() == [title])
    #expect(try await scene.text("deps.txt", of: 1) == "b 2.0.0\n")
    let pull = try #require(try await scene.pullRequests().first)
    #expect(pull.head.hasPrefix("martlet/npm/a-by-b-"), "\(pull.head)")
    #expect(pull.body.hasPrefix("Replaces `a` `1.0.0` with `b` `2.0.0`. The registry says"))
    #expect(pull.body.contains("- **Another package**: code that imports `a` may have to change"))
    #expect(pull.body.contains("<!-- martlet: npm / replacement a%20b | b=2.0.0 -->"))
    let message = try await scene.message(of: 1)
    #expect(message.hasPrefix("Replace a 1.0.0 with b 2.0.0\n\nReplaces a 1.0.0 with b 2.0.0."))
    #expect(message.contains("- dependency-name: b\n  dependency-version: 2.0.0\n"))
    let observation = try #require(try await scene.observations().first)
    #expect(observation.name == "a" && observation.number == 1 && observation.latest == nil)
    #expect(
      observation.reason
        == "opened #1 for b 2.0.0; 1.0.0 is deprecated; the successor is b")
    // Nothing changes by itself.
    #expect(try await scene.run().last == "a: #1 proposes b 2.0.0")
    #expect(try await scene.observations().first?.number == 1)
  }

  @Test func `is named in Japanese, too`() async throws {
    let scene = try await scene(replace)
    scene.language.withLock { $0 = .japanese }
    try await scene.run()
    let body = try #require(try await scene.pullRequests().first?.body)
    #expect(!body.contains("Replaces") && !body.contains("Another package"), "\(body)")
  }

  @Test func `follows newer versions of the successor, and ends with the merge`() async throws {
    let scene = try await scene()
    try await scene.run()
    scene.npm.publish("b", "2.1.0")
    try await scene.run()
    #expect(try await scene.open() == ["#1 Replace a 1.0.0 with b 2.1.0"])
    try await scene.merge(1)
    try await scene.run()
    #expect(try await scene.open() == [])
    #expect(try await scene.branches() == [])
  }

  @Test func `isn't replaced again after a person closed the pull request`() async throws {
    let scene = try await scene()
    try await scene.run()
    try await scene.close(1)
    #expect(
      try await scene.run() == [
        "deps.txt: a 1.0.0 is deprecated; the successor is b",
        "a: b 2.0.0 was declined when #1 was closed",
      ])
    #expect(
      try await scene.observations().map(\.reason) == [
        "b 2.0.0 was declined when #1 was closed; 1.0.0 is deprecated; the successor is b"
      ])
    scene.npm.publish("b", "3.0.0")
    try await scene.run()
    #expect(try await scene.open() == [])
    // Also after the state was lost, which only the marker survives.
    try await scene.loseState()
    try await scene.run()
    #expect(try await scene.open() == [])
    // Its own updates go on, and so do those of the successor elsewhere.
    scene.npm.publish("a", "1.1.0")
    try await scene.push(["deps.txt": "a 1.0.0\nb 2.0.0\n"])
    try await scene.run()
    #expect(
      try await scene.open() == ["#2 Bump a from 1.0.0 to 1.1.0", "#3 Bump b from 2.0.0 to 3.0.0"])
  }

  @Test func `is proposed again on request`() async throws {
    let scene = try await scene()
    try await scene.run()
    try await scene.close(1)
    try await scene.run()
    try await scene.say("@martlet reopen", on: 1)
    try await scene.run()
    #expect(try await scene.open() == ["#1 Replace a 1.0.0 with b 2.0.0"])
  }

  @Test func `has its own update beside the replacement`() async throws {
    let scene = try await scene()
    scene.npm.publish("a", "1.1.0")
    #expect(
      try await scene.run() == [
        "deps.txt: a 1.0.0 is deprecated; the successor is b", "a: opened #1 for 1.1.0",
        "a: opened #2 for b 2.0.0",
      ])
    #expect(
      try await scene.open() == [
        "#1 Bump a from 1.0.0 to 1.1.0", "#2 Replace a 1.0.0 with b 2.0.0",
      ])
    #expect(try await scene.observations().map(\.number) == [1])
    // Whichever is merged first, the other one follows or ends.
    try await scene.merge(1)
    scene.npm.supersede("a", "1.1.0", by: "b")
    try await scene.run()
    #expect(try await scene.open() == ["#2 Replace a 1.1.0 with b 2.0.0"])
    #expect(try await scene.text("deps.txt", of: 2) == "b 2.0.0\n")
  }

  @Test(arguments: [
    ("groups: {all: {patterns: ['*']}}\n", true),
    ("automerge: {update-types: [patch, minor, major]}\n", true),
    ("rules: [{match: {name: a}, automerge: {update-types: [patch, minor, major]}}]\n", true),
    ("separate: [major]\nmajor: one-at-a-time\n", true),
    ("ignore: [{dependency-name: a}]\n", false), ("ignore: [{dependency-name: b}]\n", false),
    ("ignore: [{dependency-name: b, versions: ['2.0.0', '1.9.0']}]\n", false),
    ("rules: [{match: {name: b}, ignore: true}]\n", false),
    ("versioning-strategy: lockfile-only\n", false), ("open-pull-requests-limit: 0\n", false),
    ("allow: [{dependency-name: x}]\n", false),
    ("rules: [{match: {name: a}, replace: offer}]\n", false),
  ])
  func `follows the rules for both names`(rules: String, isProposed: Bool) async throws {
    let scene = try await scene(rules + replace)
    try await scene.run()
    #expect(try await scene.open() == (isProposed ? [title] : []))
    try await scene.run(watching: true)
    #expect(try await scene.open() == (isProposed ? [title] : []))
  }

  @Test func `is never merged automatically, with the reason`() async throws {
    let scene = try await scene(
      "ci: {required: [build]}\nautomerge: {update-types: [patch, minor, major]}\n" + replace)
    try await scene.run()
    try await scene.report("success", on: 1)
    try await scene.run()
    #expect(try await scene.open() == [title])
    #expect(
      try await scene.verdicts().first?.mergingNote
        == "it replaces a package, which people have to look at")
  }

  @Test func `waits until the successor is old enough`() async throws {
    let scene = try await scene(
      "rules: [{match: {name: b}, cooldown: {default-days: 3}}]\n" + replace)
    scene.npm.date("b", "2.0.0", scene.now)
    scene.npm.date("b", "1.9.0", scene.now)
    let lines = try await scene.run().joined()
    #expect(lines.contains("only offered: b 2.0.0 is cooling down until"), "\(lines)")
    scene.wait(hours: 73)
    try await scene.run()
    #expect(try await scene.open() == [title])
  }

  @Test func `is only offered with the reason where files can't name the successor`() async throws {
    let scene = try await scene()
    scene.npm.refuse("b", "deps.txt has b already")
    #expect(
      try await scene.run() == [
        "deps.txt: a 1.0.0 is deprecated; the successor is b, which is only offered: deps.txt has b "
          + "already"
      ])
    // A pull request that isn't possible any more is closed.
    scene.npm.refuse("b", nil)
    try await scene.run()
    #expect(try await scene.open() == [title])
    scene.npm.refuse("b", "deps.txt has b already")
    try await scene.run()
    #expect(try await scene.open() == [])
    #expect(
      try await scene.comments(on: 1) == [
        "Closed: the update is no longer possible: deps.txt has b already."
      ])
  }

  @Test func `keeps its pull request while the registry doesn't answer`() async throws {
    let scene = try await scene()
    try await scene.run()
    scene.npm.forget("b")
    try await scene.run()
    scene.npm.goDown()
    try await scene.run()
    #expect(try await scene.pullRequests().map(\.number) == [1])
  }

  @Test func `gets another successor by another pull request`() async throws {
    let scene = try await scene()
    try await scene.run()
    scene.npm.publish("c", "1.0.0")
    scene.npm.supersede("a", "1.0.0", by: "c")
    try await scene.run()
    #expect(try await scene.open() == ["#2 Replace a 1.0.0 with c 1.0.0"])
    #expect(try await scene.comments(on: 1) == ["Superseded by #2."])
    // A person removes the dependency.
    try await scene.push(["deps.txt": "x 1.0.0\n"])
    try await scene.run()
    #expect(try await scene.open() == [])
  }
}
