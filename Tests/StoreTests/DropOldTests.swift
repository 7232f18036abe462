import Database
import Synchronization
import TestSupport
import Testing
import Time

@testable import Store

@Suite struct `Old rows` {
  @Test(arguments: DatabaseKind.present)
  func `are deleted a page at a time`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    let old = StateStore.dropPage * 2 + 500
    try await store.connection.write { transaction in
      try transaction.execute(
        """
        INSERT INTO runs (id, started_at)
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
        SELECT CAST(n AS TEXT), n FROM numbers
        """, old + 20)
    }
    let counts = Mutex(0)
    let count: @Sendable (String, [Database.Value]) -> Void = { sql, _ in
      if sql.hasPrefix("DELETE") { counts.withLock { $0 += 1 } }
    }
    try await QueryTrace.$observer.withValue(count) {
      try await store.dropRuns(before: Timestamp(seconds: Int64(old) + 1))
    }
    #expect(try await store.runs(limit: 9_999).count == 20)
    #expect(counts.withLock(\.self) == 3)
  }

  /// A new table is either deleted from by age, or in the list of those that last.
  @Test func `of every table that grows with time are deleted`() async throws {
    let store = try await StateStore.inMemory()
    let deleted = Mutex<Set<String>>([])
    let note: @Sendable (String, [Database.Value]) -> Void = { sql, _ in
      let words = sql.split(whereSeparator: \.isWhitespace)
      if words.starts(with: ["DELETE", "FROM"]) {
        _ = deleted.withLock { $0.insert(String(words[2])) }
      }
    }
    try await QueryTrace.$observer.withValue(note) {
      for number in 0..<2 {
        _ = try await store.recordDelivery(forge: "hub", id: "\(number)", now: 1)
      }
      try await store.dropOld(now: 2_000_000_000)
      try await store.dropDeliveries(receivedBefore: 9, keepingNewest: 1)
      try await store.dropMessages(dueBefore: 9, now: 9)
    }
    let lasting: Set = [
      // One row for each repository, forge or role.
      "repositories", "passes", "surveys", "jobs", "visit_holds", "pauses", "roles", "own_issues",
      "onboardings", "activity_marks", "write_slots", "dependency_counts",
      // One row for each dependency, entry or update of a repository.
      "observations", "agenda_items", "pull_requests", "verdicts", "begun_branches", "splits",
      // What people said, which holds until they say otherwise, or until it is done.
      "ignores", "declined_versions", "rebuild_requests", "merge_requests", "previews",
      "dashboard_requests", "processed_comments", "conversations",
      // The age of versions, which a cooldown counts from.
      "first_seen",
      // Deleted with the next slot.
      "content_slots",
    ]
    #expect(deleted.withLock(\.self).isDisjoint(with: lasting))
    #expect(deleted.withLock(\.self).union(lasting) == Set(stateTables.map(\.name)))
  }
}
