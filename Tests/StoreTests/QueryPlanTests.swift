import Database
import Forges
import Synchronization
import TestSupport
import Testing
import Time

@testable import Store

/// The statements that calls of a store run, with their values.
private final class Statements: Sendable {
  struct Statement: Sendable {
    var sql: String
    var values: [Database.Value]
  }

  private let found = Mutex<[String: Statement]>([:])

  var all: [Statement] { found.withLock { $0.values.sorted { $0.sql < $1.sql } } }

  /// Collects the statements of a closure.
  func collect(_ body: () async throws -> Void) async throws {
    try await QueryTrace.$observer.withValue(
      { sql, values in self.found.withLock { $0[sql] = Statement(sql: sql, values: values) } },
      operation: body)
  }
}

/// The tables that have a row for each repository, or more.
private let growing = Set(stateTables.map(\.name)).subtracting([
  "pauses", "roles", "runs", "write_slots",
])

/// Indexes that a query reads only at their start: the remaining work, or a limit.
private let shortIndexes: Set = ["unplanned_facts", "deliveries_by_age", "unsent_messages"]

extension StateStore {
  /// Returns the tables that a statement reads from the first row to the last.
  fileprivate func scans(_ statement: Statements.Statement) async throws -> [String] {
    let lines: [String] = try await connection.write { transaction in
      switch transaction.dialect {
      case .sqlite:
        return try transaction.execute(
          "EXPLAIN QUERY PLAN \(statement.sql)", values: statement.values
        ).map { try $0["detail"] }
      case .postgres:
        // The planner prefers to scan a small table.
        try transaction.execute("SET LOCAL enable_seqscan = off")
        return try transaction.execute("EXPLAIN \(statement.sql)", values: statement.values)
          .map { try $0["QUERY PLAN"] }
      }
    }
    return lines.compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard let scan = words.firstIndex(where: { $0.lowercased() == "scan" }) else { return nil }
      // `SCAN jobs`, also `SCAN jobs USING INDEX …`; `->  Seq Scan on jobs`.
      let isSequential = words.contains("Seq")
      let name = words[scan...].dropFirst().first { $0 != "on" }
      guard isSequential || words[scan] == "SCAN", let name,
        words.last.map({ !shortIndexes.contains($0) }) ?? true
      else { return nil }
      return growing.contains(name) ? name : nil
    }
  }
}

@Suite struct `A query that each visit or each second makes` {
  private static let repository: RepositoryID = "hub/acme/web"

  /// What the queue does for a visit, and without one.
  private func useQueue(_ store: StateStore) async throws {
    for name in ["web", "app", "lib", "kit"] {
      try await store.enqueue(
        Job(
          repository: "hub/acme/\(name)", cause: .schedule,
          dueAt: 0, enqueuedAt: 0))
    }
    _ = try await store.waiting(at: 1)
    _ = try await store.claims()
    var claimed: [ClaimedJob] = []
    while let job = try await store.claim(
      by: "w", now: 1, lease: 60, among: ["hub"], long: ["hub"])
    {
      claimed.append(job)
    }
    #expect(claimed.count == 4)
    _ = try await store.renew(claimed[0], until: 90)
    try await store.finish(claimed[0], next: 900)
    try await store.fail(claimed[1], retryAt: 900)
    try await store.postpone(claimed[2], until: 900)
    try await store.giveWay(claimed[3], at: 1, stops: 1)
    _ = try await store.recordDelivery(forge: "hub", id: "1", now: 1)
    _ = try await store.take(role: "survey hub", by: "w", now: 1, for: 60)
    _ = try await store.claimMessage(to: ["chat"], now: 1, lease: 60)
    _ = try await store.planMessages(for: [], now: 1)
  }

  /// What one visit reads and writes.
  private func visit(_ store: StateStore) async throws {
    let repository = Self.repository
    _ = try await store.holdVisit(of: repository, by: "w", until: 60, now: 1)
    _ = try await store.agenda(of: repository)
    try await store.plan(
      [AgendaItem(entry: "npm /", scheduleText: "daily", target: "", head: "a", nextAt: 9)],
      for: repository)
    _ = try await store.record(of: repository)
    try await store.save(
      RepositoryRecord(repository: repository, defaultBranch: "main", visitedAt: 1))
    try await store.invalidateDefaultBranch(of: repository)
    try await store.invalidateVerdicts(of: repository)
    try await store.countCheckEvent(at: "a", on: ["b"], of: repository)
    _ = try await store.pullRequests(of: repository)
    _ = try await store.begunBranches(of: repository)
    _ = try await store.verdicts(of: repository)
    _ = try await store.verdict(of: "k", in: repository)
    try await store.save(
      VerdictRecord(key: "k", repository: repository, number: 1, head: "a", since: 1))
    _ = try await store.conversations(of: repository)
    _ = try await store.activityMark(of: repository)
    try await store.saveActivityMark(1, of: repository)
    _ = try await store.isProcessed(comment: 1, of: repository)
    try await store.markProcessed(comment: 1, of: repository, now: 1)
    _ = try await store.rebuildRequests(of: repository)
    _ = try await store.mergeRequests(of: repository)
    _ = try await store.ignores(of: repository)
    _ = try await store.splits(of: repository)
    _ = try await store.dashboardRequests(of: repository)
    _ = try await store.onboarding(of: repository)
    try await observe(store)
    _ = try await store.events(of: 1, in: repository)
    try await store.save(
      [Event(number: 1, at: 1, kind: "opened", details: "")], of: repository)
    _ = try await store.problems(of: repository)
    try await store.finishPass(over: repository, lasting: .zero, problems: ["p"], now: 1)
    _ = try await store.response("key")
    _ = try await store.content("name")
    try await store.keep([1], as: "name", now: 1)
    _ = try await store.firstSeen(["1.0.0"], of: "npm x", now: 1)
    try await converse(store)
    try await store.endVisit(of: repository, by: "w")
  }

  /// What a visit with pull requests, comments and issues reads and writes besides.
  private func converse(_ store: StateStore) async throws {
    let repository = Self.repository
    try await store.save(
      PullRequestRecord(
        key: "k", repository: repository, number: 1, branch: "b", head: "h", base: "x",
        digest: "d", versions: [:], state: .open, updatedAt: 1))
    let begun = BegunBranch(repository: repository, branch: "b", base: "main")
    try await store.save(begun)
    try await store.remove(begun)
    try await store.save(
      DeclinedVersions(repository: repository, number: 1, key: "k", versions: ["a": "2.0.0"]))
    _ = try await store.declinedVersions(of: repository)
    let split = SplitRecord(repository: repository, key: "k")
    try await store.save(split)
    try await store.remove(split)
    let step = PackageStep(ecosystem: "npm", name: "a", from: "1.0.0", to: "2.0.0")
    try await store.save([StepResult(step: step, kind: .green, at: 1)], of: repository)
    _ = try await store.evidence(
      about: [StepOrigin(ecosystem: "npm", name: "a", from: "1.0.0")], for: repository)
    try await store.save(ConversationRecord(number: 1, comments: 1, updatedAt: 1), of: repository)
    try await store.save(OwnIssue(.dashboard, number: 5), of: repository)
    _ = try await store.ownIssue(.dashboard, of: repository)
    let preview = PreviewRecord(
      ecosystem: "npm", directory: "/", dependency: "a", version: "2.0.0", author: "ann",
      requestedAt: 1)
    try await store.save(preview, of: repository)
    _ = try await store.previews(of: repository)
    try await store.remove(preview, of: repository)
    _ = try await store.beginOnboarding(of: repository, limit: 9, now: 1)
    try await store.endOnboarding(of: repository)
    _ = try await store.follow(["7": repository.name], of: "hub")
    try await store.save(
      LoggedVisit(repository: repository, job: "j", at: 1, seconds: 1, outcome: "done", lines: []))
    try await store.removeMergeRequest(of: "k", in: repository)
  }

  /// Saves observations that are new, change, are looked up on another day, and are removed.
  private func observe(_ store: StateStore) async throws {
    var seen = Observation(
      branch: "main", manifest: "m", name: "a", ecosystem: "npm", directory: "/", kind: "direct",
      purpose: "production", requirement: "1", current: "1.0.0", latest: nil, state: .upToDate,
      reason: "", number: nil, seenAt: 1)
    try await store.observe([seen], manifests: ["m"], on: "main", of: Self.repository)
    seen.seenAt = Timestamp(seconds: 100_000)
    try await store.observe([seen], manifests: ["m"], on: "main", of: Self.repository)
    try await store.observe([], manifests: [], on: "main", of: Self.repository)
  }

  /// What a survey reads and writes for each repository.
  private func survey(_ store: StateStore) async throws {
    let name = Self.repository.name
    try await store.save([SurveyedRepository(name: name, head: "a", mark: "m")], of: "hub")
    _ = try await store.surveyMark(of: Self.repository)
    try await store.saveVisited("m", until: nil, isPlanned: true, of: Self.repository)
    _ = try await store.surveyStates(forge: "hub")
    try await store.reschedule([name: (from: 900, to: 950)], of: "hub")
  }

  /// Rows that are deleted by age.
  private func clean(_ store: StateStore) async throws {
    try await store.dropOld(now: 1_000_000_000)
    try await store.dropDeliveries(receivedBefore: 1, keepingNewest: 1)
  }

  /// What each process does for messages, a few times a minute, and for each write to a forge.
  private func notify(_ store: StateStore) async throws {
    let target = OutboxTarget(id: "chat", dueAt: 1) { _ in true }
    for (number, settle) in [store.finishMessage, store.retryMessage, store.giveUpMessage]
      .enumerated()
    {
      try await store.save(
        VerdictRecord(
          key: "n\(number)", repository: Self.repository, number: number, head: "a", since: 1),
        noting: [Fact(.red, "n\(number)", at: 1, number: number, summary: "failed")])
      let now = Timestamp(seconds: Int64(number + 1) * 600)
      try await store.planMessages(for: [target], now: now)
      if let message = try await store.claimMessage(to: ["chat"], now: now, lease: 60) {
        try await settle(message)
      }
    }
    try await store.dropMessages(dueBefore: 1, now: 1)
    _ = try await store.outboxTotals()
    _ = try await store.acceptsWrites()
    let write = SharedPace.Write(pace: .zero, contentPerMinute: 80, longestWait: .seconds(1))
    _ = try await store.reserveSlot(of: write, at: "hub")
    try await store.closeSlots(at: "hub", for: .seconds(1))
  }

  /// The pages of one repository, one pull request and one package.
  private func show(_ store: StateStore) async throws {
    let repository = Self.repository
    _ = try await store.fleetRow(of: repository)
    _ = try await store.observations(of: repository)
    _ = try await store.events(of: repository, limit: 9)
    _ = try await store.facts(of: repository, limit: 9)
    _ = try await store.logs(of: repository)
    _ = try await store.trends(since: 1, of: repository)
    _ = try await store.knows(repository)
    let window = Window(limit: 9, offset: 0)
    _ = try await store.uses(of: "a", ecosystem: "npm", window)
    _ = try await store.versions(of: "a", ecosystem: "npm")
  }

  @Test(arguments: DatabaseKind.present)
  func `finds its rows by an index`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    let statements = Statements()
    try await statements.collect {
      try await useQueue(store)
      try await visit(store)
      try await survey(store)
      try await clean(store)
      try await notify(store)
      try await show(store)
    }
    #expect(statements.all.count > 120)
    var scans: [String] = []
    for statement in statements.all {
      let tables = try await store.scans(statement)
      if !tables.isEmpty { scans.append("\(tables): \(statement.sql)") }
    }
    #expect(scans == [])
  }

  @Test(arguments: DatabaseKind.present)
  func `would be found if it read a whole table`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    let statement = Statements.Statement(
      sql: "SELECT * FROM jobs WHERE attempts = ?", values: [.integer(1)])
    #expect(try await store.scans(statement) == ["jobs"])
  }
}

extension StateStore {
  fileprivate func finishMessage(_ message: ClaimedMessage) async throws {
    try await finish(message, now: 2)
  }

  fileprivate func retryMessage(_ message: ClaimedMessage) async throws {
    try await retry(message, at: 9_000, because: "busy")
  }

  fileprivate func giveUpMessage(_ message: ClaimedMessage) async throws {
    try await giveUp(message, because: "gone", now: 2)
  }
}
