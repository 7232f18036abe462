import Forges
import Store
import Testing
import TestSupport
import Time

private let maintenance = "lock-file-maintenance: {}\nopen-pull-requests-limit: 9"

extension CI {
  /// Comments on a pull request.
  fileprivate func say(
    _ text: String = "@martlet bisect", as login: String = "ann", on number: Int = 1
  ) async throws {
    try scene.settings(#"{"permissions": {"ann": "write", "eve": "read"}}"#)
    _ = try await scene.forge(as: login).comment(text, on: number, in: scene.repository)
    scene.wait(hours: 1)
  }

  /// Makes a pass, judges it, and reads the checks.
  fileprivate func begin() async throws {
    try await scene.run()
    scene.wait(hours: 1)
    _ = try await judge()
    try await scene.run()
  }

  fileprivate func body(of number: Int = 1) async throws -> String {
    try await scene.pullRequests().first { $0.number == number }?.body ?? ""
  }

  fileprivate var hasNoTrials: Bool {
    get async throws { try await scene.branches().allSatisfy { !$0.contains("-try-") } }
  }
}

@Suite(.serialized) struct `The comment 'bisect'` {
  @Test func `splits a group that isn't split by itself`() async throws {
    let ci = try await CI("a b c d", failing: "c", rules: "groups: {all: {patterns: [\"*\"]}}")
    try await ci.begin()
    try await ci.say()
    try await ci.settle()
    #expect(
      try await ci.open() == ["Bump the all group with 3 updates", "Bump c from 1.0.0 to 2.0.0"])
    #expect(try await ci.hasNoTrials)
    let comments = try await ci.scene.comments(on: 1)
    #expect(comments.count { $0.hasPrefix("I try parts of this pull request") } == 1)
    // Another pass keeps them apart.
    try await ci.scene.run()
    #expect(try await ci.open().count == 2)
  }

  @Test func `finds the package of a lock that makes the checks fail`() async throws {
    let ci = try await CI(
      "a sub-b sub-c sub-d sub-e", failing: "sub-d", rules: maintenance, newest: "1.0.1")
    ci.scene.npm.allowPatches()
    try await ci.begin()
    let pulls = try await ci.scene.pullRequests()
    let number = try #require(pulls.first { $0.title == "Update the lock file" }?.number)
    try await ci.say(on: number)
    try await ci.settle()
    let body = try await ci.body(of: number)
    #expect(body.contains("`build` fails as soon as `sub-d` 1.0.1 is locked"), "\(body)")
    #expect(body.contains("of the 5 packages that this update moves"), "\(body)")
    #expect(ci.trials <= 8)
    #expect(try await ci.hasNoTrials)
    // The pull request itself stays whole.
    #expect(
      try await ci.scene.text("deps.txt", of: number)
        == "a 1.0.1\nsub-b 1.0.1\nsub-c 1.0.1\nsub-d 1.0.1\nsub-e 1.0.1\n")
  }

  @Test func `tries what comes along with an update without that update`() async throws {
    let ci = try await CI("a sub-b", failing: "sub-b", rules: "open-pull-requests-limit: 5")
    ci.scene.npm.drag("a@2.0.0", "sub-b@2.0.0")
    try await ci.begin()
    try await ci.say()
    try await ci.settle()
    let body = try await ci.body()
    #expect(body.contains("`build` fails as soon as `sub-b` 2.0.0 is locked"), "\(body)")
    #expect(body.contains("(1 can't be installed alone)"), "\(body)")
    #expect(try await ci.hasNoTrials)
  }

  @Test func `says that nothing smaller fails`() async throws {
    let ci = try await CI(
      "sub-a sub-b", failing: "sub-a sub-b", rules: maintenance, newest: "1.0.1")
    try await ci.begin()
    try await ci.say()
    try await ci.settle()
    let body = try await ci.body()
    #expect(body.contains("no smaller part of it fails"), "\(body)")
  }

  @Test func `is answered if there is nothing to bisect`() async throws {
    let ci = try await CI("a", failing: "a", rules: "open-pull-requests-limit: 5")
    try await ci.begin()
    try await ci.say()
    try await ci.scene.run()
    #expect(
      try await ci.scene.comments(on: 1).last?.hasPrefix(
        "This pull request moves one package only") == true)
    let green = try await CI("a b", failing: "x", rules: "groups: {all: {patterns: [\"*\"]}}")
    try await green.begin()
    try await green.say()
    try await green.scene.run()
    #expect(
      try await green.scene.comments(on: 1).last?.hasPrefix(
        "The checks of this pull request do not fail") == true)
    #expect(green.trials == 0)
  }

  @Test func `is for people with write access`() async throws {
    let ci = try await CI("a b c", failing: "c", rules: "groups: {all: {patterns: [\"*\"]}}")
    try await ci.begin()
    try await ci.say(as: "eve")
    try await ci.settle()
    #expect(ci.trials == 0)
    #expect(try await ci.open() == ["Bump the all group with 3 updates"])
  }

  @Test func `leaves nothing behind if the pull request is closed meanwhile`() async throws {
    let ci = try await CI("a b c d", failing: "c", rules: "groups: {all: {patterns: [\"*\"]}}")
    try await ci.begin()
    try await ci.say()
    for _ in 1...3 { try await ci.scene.run() }
    #expect(try await !ci.hasNoTrials)
    try await ci.scene.close(1)
    try await ci.scene.run()
    #expect(try await ci.hasNoTrials)
  }
}

@Suite struct `A group of several ecosystems whose checks fail` {
  @Test func `is split, too`() async throws {
    let scene = try await Scene(
      """
      multi-ecosystem-groups:
        web: {schedule: {interval: weekly}, on-failure: split}
      updates:
        - {package-ecosystem: npm, directory: /, patterns: ["*"], multi-ecosystem-group: web, cooldown: {default-days: 0}}
        - {package-ecosystem: bundler, directory: /, patterns: ["*"], multi-ecosystem-group: web, cooldown: {default-days: 0}}

      """, ["deps.txt": "a 1.0.0\nb 1.0.0\n", "gems.txt": "c 1.0.0\n"])
    for name in ["a", "b"] { scene.npm.publish(name, "1.0.0", "2.0.0") }
    scene.gems.publish("c", "1.0.0", "2.0.0")
    let forge = try scene.forge(as: "ci")
    for _ in 0..<20 {
      for _ in 1...3 { try await scene.run() }
      scene.wait(hours: 1)
      for branch in try await scene.branches() {
        let head = try #require(try await forge.head(of: branch, in: scene.repository))
        guard try await forge.checks(of: head, in: scene.repository).isEmpty else { continue }
        let gems = try await forge.file("gems.txt", at: head, limit: 1 << 20, in: scene.repository)
        let isRed = gems == Array("c 2.0.0\n".utf8)
        try await forge.report(
          Check(name: "build", state: isRed ? .failure : .success, completedAt: scene.now),
          of: head, in: scene.repository)
      }
    }
    let records = try await scene.records().filter { $0.state == .open }
    let names = records.map { record in
      Set(record.versions.keys.map { $0.split(separator: " ").last.map(String.init) ?? $0 })
    }
    #expect(records.count == 2, "\(records.map(\.versions))")
    #expect(names.contains { $0.count == 1 && $0.first?.hasSuffix("c") == true }, "\(names)")
    #expect(try await scene.branches().allSatisfy { !$0.contains("-try-") })
  }
}
