import Forges
import Store
import TestSupport
import Testing
import Time

/// Records facts, and claims the messages about them.
private struct Outbox {
  let store: StateStore

  init(_ kind: DatabaseKind) async throws { store = try await kind.store() }

  /// Records that the checks of pull requests failed: `app 7`, `web 3`.
  func fail(_ words: String..., at: Timestamp = 100) async throws {
    for word in words {
      let parts = word.split(separator: " ").map(String.init)
      let number = try #require(parts.count == 2 ? Int(parts[1]) : nil)
      let name = "hub/acme/\(parts[0])"
      let id = try #require(RepositoryID(name))
      let record = VerdictRecord(
        key: "\(number)", repository: id, number: number, head: "h", since: at)
      try await store.save(
        record,
        noting: [Fact(.red, "\(number) h", at: at, number: number, summary: "checks failed")])
    }
  }

  /// Plans messages to `team`, which gets every message.
  func plan(at now: Timestamp, due: Timestamp? = nil, to targets: [String] = ["team"])
    async throws
  {
    try await store.planMessages(
      for: targets.map { OutboxTarget(id: $0, dueAt: due ?? now) { _ in true } }, now: now)
  }

  func claim(at now: Timestamp, to targets: [String] = ["team"]) async throws -> ClaimedMessage? {
    try await store.claimMessage(to: targets, now: now, lease: 60)
  }
}

extension ClaimedMessage {
  /// The facts: `app 7`.
  fileprivate var list: [String] {
    facts.map { "\($0.repository.name.name) \($0.fact.number ?? 0)" }
  }
}

@Suite struct `The outbox` {
  @Test(arguments: DatabaseKind.present)
  func `has one message about what happened since the last one`(kind: DatabaseKind) async throws {
    let outbox = try await Outbox(kind)
    try await outbox.fail("app 7", "web 3")
    try await outbox.plan(at: 100)
    let message = try #require(await outbox.claim(at: 100))
    #expect(message.list == ["app 7", "web 3"])
    #expect(message.facts[0].fact.summary == "checks failed")
    #expect(try await outbox.store.finish(message, now: 101))
    #expect(try await outbox.claim(at: 9_999) == nil)
    #expect(try await outbox.store.outboxTotals() == OutboxTotals())
  }

  @Test(arguments: DatabaseKind.present)
  func `has each fact once, even if it is recorded or planned again`(kind: DatabaseKind)
    async throws
  {
    let outbox = try await Outbox(kind)
    for _ in 1...2 {
      try await outbox.fail("app 7")
      try await outbox.plan(at: 100)
    }
    let message = try #require(await outbox.claim(at: 500))
    #expect(message.list == ["app 7"])
    try await outbox.store.finish(message, now: 500)
    try await outbox.fail("app 7")
    try await outbox.plan(at: 1_000)
    #expect(try await outbox.claim(at: 2_000) == nil)
  }

  @Test(arguments: DatabaseKind.present)
  func `keeps a message of a sender that was killed, with its identifier and its facts`(
    kind: DatabaseKind
  ) async throws {
    let outbox = try await Outbox(kind)
    try await outbox.fail("app 7")
    try await outbox.plan(at: 100)
    let first = try #require(await outbox.claim(at: 100))
    try await outbox.fail("web 3", at: 110)
    try await outbox.plan(at: 110)
    // The lease of the killed sender hasn't ended.
    #expect(try await outbox.claim(at: 159) == nil)
    let again = try #require(await outbox.claim(at: 160))
    #expect(again.id == first.id && again.list == ["app 7"] && again.attempts == 2)
    // The sender wasn't dead after all, but has lost the message.
    #expect(try await !outbox.store.finish(first, now: 161))
    #expect(try await outbox.store.finish(again, now: 161))
    let next = try #require(await outbox.claim(at: 170))
    #expect(next.list == ["web 3"] && next.id != first.id)
  }

  @Test(arguments: DatabaseKind.present)
  func `gives each message to one of many senders`(kind: DatabaseKind) async throws {
    let outbox = try await Outbox(kind)
    let targets = (1...12).map { "team\($0)" }
    try await outbox.fail("app 7", "web 3")
    let claimed = try await withThrowingTaskGroup(of: [ClaimedMessage].self) { group in
      for _ in 1...4 {
        group.addTask {
          try await outbox.plan(at: 100, to: targets)
          var mine: [ClaimedMessage] = []
          while let message = try await outbox.claim(at: 100, to: targets) { mine.append(message) }
          return mine
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(claimed.map(\.target).sorted() == targets.sorted())
    #expect(claimed.allSatisfy { $0.list == ["app 7", "web 3"] })
  }

  @Test(arguments: DatabaseKind.present)
  func `spaces messages to a target, and sends digests at their time`(kind: DatabaseKind)
    async throws
  {
    let outbox = try await Outbox(kind)
    try await outbox.fail("app 7")
    try await outbox.plan(at: 100)
    try await outbox.store.finish(try #require(await outbox.claim(at: 100)), now: 100)
    try await outbox.fail("app 8", at: 110)
    try await outbox.plan(at: 110)
    try await outbox.fail("app 9", at: 120)
    try await outbox.plan(at: 120)
    #expect(try await outbox.claim(at: 159) == nil)
    let second = try #require(await outbox.claim(at: 160))
    #expect(second.list == ["app 8", "app 9"])
    try await outbox.store.finish(second, now: 160)
    try await outbox.fail("app 10", at: 300)
    try await outbox.plan(at: 300, due: 9_000)
    #expect(try await outbox.claim(at: 8_999) == nil)
    #expect(try await outbox.claim(at: 9_000)?.list == ["app 10"])
  }

  @Test(arguments: DatabaseKind.present)
  func `counts messages that wait and that failed, and forgets them after a while`(
    kind: DatabaseKind
  ) async throws {
    let outbox = try await Outbox(kind)
    try await outbox.fail("app 7", "app 8")
    try await outbox.plan(at: 100)
    let message = try #require(await outbox.claim(at: 100))
    #expect(try await outbox.store.retry(message, at: 400, because: "status 500"))
    #expect(try await outbox.store.outboxTotals() == OutboxTotals(waiting: 2, failed: 0))
    #expect(try await outbox.claim(at: 399) == nil)
    let again = try #require(await outbox.claim(at: 400))
    #expect(try await outbox.store.giveUp(again, because: "status 500", now: 400))
    #expect(try await outbox.store.outboxTotals() == OutboxTotals(waiting: 0, failed: 2))
    try await outbox.fail("app 9", at: 500)
    try await outbox.plan(at: 500, to: ["gone"])
    #expect(try await outbox.claim(at: 600) == nil)
    #expect(try await outbox.store.dropMessages(dueBefore: 600, now: 1_000) == 1)
    #expect(try await outbox.store.outboxTotals() == OutboxTotals(waiting: 0, failed: 1))
    #expect(try await outbox.store.dropMessages(dueBefore: 1_001, now: 1_001) == 0)
    #expect(try await outbox.store.outboxTotals() == OutboxTotals())
  }

  @Test(arguments: DatabaseKind.present)
  func `sends a target nothing about the time before it was configured`(kind: DatabaseKind)
    async throws
  {
    let outbox = try await Outbox(kind)
    try await outbox.fail("app 7")
    try await outbox.plan(at: 100, to: [])
    try await outbox.plan(at: 200)
    #expect(try await outbox.claim(at: 999) == nil)
    #expect(try await outbox.store.facts(of: "hub/acme/app", limit: 9).map(\.subject) == ["7 h"])
  }
}

@Suite struct `The facts of a repository` {
  private func problems(_ store: StateStore, _ lines: [String], at now: Timestamp) async throws {
    try await store.finishPass(
      over: "hub/acme/app", lasting: .seconds(1), problems: lines, now: now)
  }

  @Test func `include the first problem and the end of the last one`() async throws {
    let store = try await StateStore.inMemory()
    for (lines, now) in [
      ([], 1), (["no lock", "no file"], 2), (["no lock"], 3), ([], 4), ([], 5), (["late"], 6),
    ] as [([String], Timestamp)] { try await problems(store, lines, at: now) }
    let facts = try await store.facts(of: "hub/acme/app", limit: 9)
    #expect(
      facts.map { "\($0.at.seconds) \($0.kind): \($0.summary)" } == [
        "6 problem: late", "4 recovered: all problems are solved",
        "2 problem: no lock (and 1 more)",
      ])
  }

  @Test func `include the recovery of a pull request only after it failed`() async throws {
    let store = try await StateStore.inMemory()
    for (kind, head) in [
      (Fact.Kind.recovered, "a"), (.red, "b"), (.recovered, "c"), (.recovered, "d"),
    ] {
      try await store.save(
        VerdictRecord(key: "k", repository: "hub/acme/app", number: 7, head: head, since: 1),
        noting: [Fact(kind, "7 \(head)", at: 1, number: 7, summary: "")])
    }
    #expect(
      try await store.facts(of: "hub/acme/app", limit: 9).map { "\($0.kind) \($0.subject)" }
        == ["recovered 7 c", "red 7 b"])
  }

  @Test func `are one short line each`() {
    let fact = Fact(.red, "s", at: 1, summary: "a\n b\t" + String(repeating: "x", count: 400))
    #expect(fact.summary.hasPrefix("a b xxx") && fact.summary.count == 300)
  }
}

@Suite struct `The severity of an advisory` {
  @Test(arguments: [
    ("high", AdvisorySeverity.high), ("MEDIUM", .moderate), ("odd", .unknown), ("", .unknown),
    ("CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", .critical),
    ("CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N", .moderate),
    ("CVSS:3.0/AV:L/AC:H/PR:H/UI:R/S:U/C:N/I:N/A:L", .low),
    ("CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H", .high),
    ("CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:X", .unknown),
    ("CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N", .unknown),
  ]) func `is read from a word or a vector`(text: String, expected: AdvisorySeverity) {
    #expect(AdvisorySeverity(text) == expected)
  }

  @Test func `counts as the highest if it is unknown`() {
    #expect(AdvisorySeverity(nil) > .critical && .low < .moderate)
  }
}
