import Configuration
import Forges
import Store
import Synchronization
import Testing
import TestSupport
import Time

let onFailureRules = "groups: {all: {patterns: [\"*\"], on-failure: split}}"

/// A repository whose CI fails as soon as all packages of one of some sets are updated.
///
///     let ci = try await CI("a b c d", failing: "c", "a d")
///     try await ci.settle()
///     #expect(try await ci.scene.open() == [...])
final class CI {
  let scene: Scene
  private let failing: [Set<String>]
  private var judged: Set<String> = []
  /// Whether it runs on pull requests only.
  var runsOnPullRequests = false
  /// Whether everything fails that is built on the present commit of the base.
  var isBaseRed = false
  /// The most branches that fail by chance: each fails once, and passes when it is started again.
  var chances = 0
  /// The commits whose checks were started again; nil: they can't be.
  var restarts: Restarts?
  /// How many commits on branches of parts were judged.
  private(set) var trials = 0
  /// The most branches of parts at the same time.
  private(set) var mostAtOnce = 0

  init(
    _ packages: String, failing: String..., rules: String = onFailureRules,
    newest: String = "2.0.0"
  ) async throws {
    self.failing = failing.map { Set($0.split(separator: " ").map(String.init)) }
    let names = packages.split(separator: " ").map(String.init)
    let lines = names.map { "\($0) 1.0.0\n" }.joined()
    scene = try await Scene(rules, ["deps.txt": lines])
    for name in names { scene.npm.publish(name, "1.0.0", newest) }
  }

  /// Makes passes and judges what they push until nothing changes any more.
  func settle() async throws {
    for _ in 0..<60 {
      // A pass asks for up to two more, as when a merge moves the base.
      for _ in 1...3 {
        try await scene.run()
        mostAtOnce = max(mostAtOnce, try await scene.branches().count { $0.contains("-try-") })
      }
      scene.wait(hours: 1)
      guard try await judge() else { return }
    }
    Issue.record("the search doesn't end")
  }

  /// Judges all new commits; false without new ones.
  func judge() async throws -> Bool {
    let forge = try scene.forge(as: "ci")
    let open = Set(try await scene.pullRequests().filter { $0.state == .open }.map(\.head))
    let branches = try await scene.branches().filter { !runsOnPullRequests || open.contains($0) }
    let again = restarts?.take() ?? []
    var isNew = false
    for branch in branches {
      guard let head = try await forge.head(of: branch, in: scene.repository),
        judged.insert(head).inserted || again.contains(head)
      else { continue }
      isNew = true
      if branch.contains("-try-"), !again.contains(head) { trials += 1 }
      var isRed = try await fails(head, forge)
      if !isRed, chances > 0, !again.contains(head) { (isRed, chances) = (true, chances - 1) }
      try await report(isRed, of: head)
    }
    return isNew
  }

  /// Reports the check of a commit.
  func report(_ isRed: Bool, of commit: String) async throws {
    try await scene.forge(as: "ci").report(
      Check(name: "build", state: isRed ? .failure : .success, completedAt: scene.now), of: commit,
      in: scene.repository)
  }

  private func fails(_ head: String, _ forge: LocalForge) async throws -> Bool {
    let main = try await forge.head(of: "main", in: scene.repository)
    if isBaseRed, try await forge.commit(head, in: scene.repository).parents == [main ?? ""] {
      return true
    }
    let bytes = try await forge.file("deps.txt", at: head, limit: 1 << 20, in: scene.repository)
    let updated = Set(
      String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
        .filter { !$0.hasSuffix(" 1.0.0") }.map { String($0.prefix { $0 != " " }) })
    return failing.contains { $0.isSubset(of: updated) }
  }

  /// Expects the reason in the report, and in the description of the first pull request.
  func expectGivenUp(_ reason: String, isTriedAgain: Bool = false) async throws {
    let lines = try await scene.run()
    let again = isTriedAgain ? " (tried again when they pass)" : ""
    #expect(
      lines.contains(
        "the search for the updates that make the checks of #1 (all) fail was given up: "
          + reason + again), "\(lines)")
    let body = try await scene.pullRequests().first?.body ?? ""
    let head = try await scene.records().first?.head.prefix(10) ?? ""
    #expect(
      body.contains(
        "The search for the updates that make the checks fail was given up at `\(head)`: "
          + "\(reason)." + (isTriedAgain ? " It is tried again when they pass." : "")), "\(body)")
  }

  /// The titles of open pull requests.
  func open() async throws -> Set<String> {
    Set(try await scene.open().map { String($0.drop { $0 != " " }.dropFirst()) })
  }
}

@Suite(.serialized) struct `A group whose checks fail` {
  @Test func `is rebuilt without the update that makes them fail`() async throws {
    let ci = try await CI("a b c d e f g h", failing: "f")
    try await ci.settle()
    #expect(
      try await ci.open() == [
        "Bump the all group with 7 updates", "Bump f from 1.0.0 to 2.0.0",
      ])
    #expect(try await ci.scene.branches() == ["martlet/npm/all", "martlet/npm/f"])
    #expect(ci.trials <= 8)
    #expect(ci.mostAtOnce == 2)
    let bodies = try await ci.scene.pullRequests().map(\.body)
    try #require(bodies.count == 2)
    #expect(bodies[0].contains("Without `f` 2.0.0: `build` fails with it"), "\(bodies[0])")
    #expect(bodies[1].contains("it was taken out of the group `all`"), "\(bodies[1])")
    #expect(bodies[1].contains("| `e`, `f` | fails |"), "\(bodies[1])")
    let group = try await ci.scene.text("deps.txt", of: 1)
    #expect(group?.contains("f 1.0.0") == true)
  }

  @Test(arguments: [1, 2, 6, 9, 20, 23])
  func `loses a smallest failing set`(bits: Int) async throws {
    try await loseSmallestSet(bits)
  }

  @Test(.slow, arguments: 1..<31)
  func `loses a smallest failing set, whichever that is`(bits: Int) async throws {
    try await loseSmallestSet(bits)
  }

  private func loseSmallestSet(_ bits: Int) async throws {
    let names = ["a", "b", "c", "d", "e"]
    let set = names.indices.filter { bits >> $0 & 1 == 1 }.map { names[$0] }
    let ci = try await CI("a b c d e", failing: set.joined(separator: " "))
    try await ci.settle()
    let rest = names.filter { !set.contains($0) }
    let records = try await ci.scene.records().filter { $0.state == .open }
    #expect(Set(records.map { Set($0.versions.keys) }) == [Set(set), Set(rest)])
    #expect(try await ci.scene.branches().allSatisfy { !$0.contains("-try-") })
  }

  @Test func `loses one failing set after the other`() async throws {
    let ci = try await CI("a b c d e f", failing: "b", "d e")
    try await ci.settle()
    let records = try await ci.scene.records().filter { $0.state == .open }
    #expect(Set(records.map { Set($0.versions.keys) }) == [["a", "c", "f"], ["b"], ["d", "e"]])
    #expect(try await ci.scene.branches().allSatisfy { !$0.contains("-try-") })
  }

  @Test func `stays together if only all of its updates fail`() async throws {
    let ci = try await CI("a b", failing: "a b")
    try await ci.settle()
    #expect(try await ci.open() == ["Bump the all group with 2 updates"])
    #expect(try await ci.scene.branches() == ["martlet/npm/all"])
    try await ci.expectGivenUp("no smaller part of it fails that can be installed")
  }

  @Test func `takes an update back that has a newer version`() async throws {
    let ci = try await CI("a b c", failing: "a")
    try await ci.settle()
    #expect(try await ci.open().contains("Bump a from 1.0.0 to 2.0.0"))
    ci.scene.npm.publish("a", "2.0.1")
    try await ci.scene.run()
    #expect(try await ci.open() == ["Bump the all group with 3 updates"])
  }

  @Test(arguments: ["open", "closed", "fixed"])
  func `leaves its culprit alone after the rest is merged`(state: String) async throws {
    let ci = try await CI("a b c", failing: "a")
    try await ci.settle()
    let culprit = try #require(
      try await ci.scene.pullRequests().first { $0.title == "Bump a from 1.0.0 to 2.0.0" })
    switch state {
    case "closed": try await ci.scene.close(culprit.number)
    case "fixed": try await ci.scene.push(["fix.txt": "mended"], to: culprit.head)
    default: break
    }
    try await ci.scene.run()
    try await ci.scene.merge(1)
    for _ in 1...3 { try await ci.scene.run() }
    #expect(try await ci.scene.pullRequests().count == 2)
    #expect(try await ci.open() == (state == "closed" ? [] : ["Bump a from 1.0.0 to 2.0.0"]))
    // A newer version ends it, and makes the update one of the group again; a branch with commits of
    // others stays.
    ci.scene.npm.publish("a", "2.0.1")
    let lines = try await ci.scene.run()
    if state == "fixed" {
      #expect(lines.contains("a: #2 has commits by others and is left unchanged"), "\(lines)")
      for _ in 1...3 { try await ci.scene.run() }
      #expect(try await ci.open() == ["Bump a from 1.0.0 to 2.0.0"])
      return
    }
    #expect(try await ci.open().count == 1)
    #expect(try await ci.scene.pullRequests().count == 3)
  }

  @Test func `doesn't take an update back that a person mended`() async throws {
    let ci = try await CI("a b c", failing: "a")
    try await ci.settle()
    let culprit = try #require(
      try await ci.scene.pullRequests().first { $0.title == "Bump a from 1.0.0 to 2.0.0" })
    try await ci.scene.push(["fix.txt": "mended"], to: culprit.head)
    ci.scene.npm.publish("a", "2.0.1")
    for _ in 1...3 {
      let lines = try await ci.scene.run()
      #expect(
        lines.contains("a: #\(culprit.number) has commits by others and is left unchanged"),
        "\(lines)")
    }
    #expect(
      try await ci.open() == ["Bump the all group with 2 updates", "Bump a from 1.0.0 to 2.0.0"])
    let reason = try await ci.scene.observations().first { $0.name == "a" }?.reason
    #expect(reason?.contains("2.0.1 waits: its pull request has commits by others") == true)
  }

  @Test func `is split although its branch is judged first`() async throws {
    let ci = try await CI("a b c d", failing: "c", rules: onFailureRules + "\nopen: when-green")
    // The pull request has the judged commit, so that nothing new is judged when it is opened.
    for _ in 1...3 { try await ci.settle() }
    #expect(try await ci.open().contains("Bump the all group with 3 updates"))
  }

  @Test func `is left alone if its base fails, too`() async throws {
    let ci = try await CI("a b c", failing: "a")
    try await ci.scene.run()
    let forge = try ci.scene.forge(as: "ci")
    let main = try #require(try await forge.head(of: "main", in: ci.scene.repository))
    try await forge.report(
      Check(name: "build", state: .failure), of: main, in: ci.scene.repository)
    try await ci.settle()
    #expect(ci.trials == 0)
    #expect(try await ci.open() == ["Bump the all group with 3 updates"])
    try await ci.expectGivenUp("the checks of main fail, too", isTriedAgain: true)
    // Green checks end that; the reason isn't repeated.
    let head = try #require(try await ci.scene.records().first?.head)
    try await ci.report(false, of: head)
    try await ci.settle()
    #expect(try await ci.scene.run().allSatisfy { !$0.contains("given up") })
    #expect(try await ci.scene.pullRequests().first?.body.contains("given up") == false)
  }

  @Test func `says so if its search waits for the daily limit`() async throws {
    let ci = try await CI("a b c d", failing: "a")
    ci.scene.split.withLock { $0.perDay = 1 }
    try await ci.scene.run()
    _ = try await ci.judge()
    ci.scene.wait(hours: 1)
    for _ in 1...2 { try await ci.scene.run() }
    let lines = try await ci.scene.run()
    #expect(
      lines.contains {
        $0.hasSuffix("; the limit 'split.per-day' of the operator's file is reached")
      }, "\(lines)")
  }

  @Test func `says that a person has to start a check of a part`() async throws {
    let ci = try await CI("a b c d", failing: "a")
    try await ci.scene.run()
    _ = try await ci.judge()
    ci.scene.wait(hours: 1)
    for _ in 1...2 { try await ci.scene.run() }
    let part = try #require(try await ci.scene.branches().first { $0.contains("-try-") })
    let forge = try ci.scene.forge(as: "ci")
    let head = try #require(try await forge.head(of: part, in: ci.scene.repository))
    try await forge.report(
      Check(name: "build", state: .waiting), of: head, in: ci.scene.repository)
    ci.scene.wait(hours: 1)
    for _ in 1...2 { try await ci.scene.run() }
    try await ci.expectGivenUp("a person has to start `build`")
  }

  @Test func `is left alone without 'on-failure'`() async throws {
    let ci = try await CI("a b c", failing: "a", rules: "groups: {all: {patterns: [\"*\"]}}")
    try await ci.settle()
    #expect(ci.trials == 0)
    #expect(try await ci.open() == ["Bump the all group with 3 updates"])
  }

  @Test(arguments: ["pushed", "deleted"])
  func `is searched through although a part has other commits before it is judged`(
    change: String
  ) async throws {
    let ci = try await CI(
      "a b c d", failing: "a", rules: onFailureRules + "\nci: {timeout: 1440m}")
    try await ci.scene.run()
    ci.scene.wait(hours: 1)
    _ = try await ci.judge()
    for _ in 1...2 { try await ci.scene.run() }
    let part = try #require(try await ci.scene.branches().first { $0.contains("-try-") })
    if change == "pushed" {
      try await ci.scene.push(["mine.txt": "mine"], to: part)
    } else {
      let forge = try ci.scene.forge(as: "ann")
      let head = try #require(try await forge.head(of: part, in: ci.scene.repository))
      _ = try await forge.deleteBranch(part, at: head, in: ci.scene.repository)
    }
    try await ci.settle()
    #expect(
      try await ci.open() == ["Bump the all group with 3 updates", "Bump a from 1.0.0 to 2.0.0"])
    let left = try await ci.scene.branches().filter { $0.contains("-try-") }
    #expect(left == (change == "pushed" ? [part] : []))
  }

  @Test func `leaves no branch behind if its search ends early`() async throws {
    for ending in ["closed", "configured", "pushed", "released"] {
      let ci = try await CI("a b c d", failing: "a")
      try await ci.scene.run()
      ci.scene.wait(hours: 1)
      _ = try await ci.judge()
      try await ci.scene.run()
      try await ci.scene.run()
      #expect(try await ci.scene.branches().contains { $0.contains("-try-") }, "\(ending)")
      switch ending {
      case "closed": try await ci.scene.close(1)
      case "configured": try await ci.scene.configure("groups: {all: {patterns: [\"*\"]}}")
      case "pushed": try await ci.scene.push(["deps.txt": "a 1.0.0\nb 2.0.0\nc 1.0.0\nd 1.0.0\n"])
      default: ci.scene.npm.publish("d", "3.0.0")
      }
      try await ci.scene.run()
      #expect(try await ci.scene.branches().allSatisfy { !$0.contains("-try-") }, "\(ending)")
    }
  }
}
