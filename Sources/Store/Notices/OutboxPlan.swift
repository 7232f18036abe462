import Database
package import Time

/// A place that messages are sent to, as the outbox knows it.
package struct OutboxTarget: Sendable {
  /// Identifies the target in the state; contains no secret.
  package var id: String
  /// When a message that is planned now is sent.
  package var dueAt: Timestamp
  /// Returns whether the target gets a message about a fact.
  package var accepts: @Sendable (RepositoryFact) -> Bool

  /// Creates a target.
  package init(
    id: String, dueAt: Timestamp, accepts: @escaping @Sendable (RepositoryFact) -> Bool
  ) {
    self.id = id
    self.dueAt = dueAt
    self.accepts = accepts
  }
}

extension StateStore {
  /// The shortest time between two messages to a target; facts in between share the next one.
  package static let messageSpacing = Duration.seconds(60)

  /// Plans the messages about all facts that were recorded since the last call.
  ///
  /// Each fact is planned once, in one transaction with its rows of the outbox, so that several
  /// instances can call this at the same time. Without targets, facts count as planned: a target that
  /// is configured later gets no messages about the past.
  ///
  /// - Returns: the number of rows that were added to the outbox.
  /// - Throws: `DatabaseError`.
  @discardableResult
  package func planMessages(for targets: [OutboxTarget], now: Timestamp) async throws -> Int {
    let hasNews = try await connection.read { transaction in
      try !transaction.execute("SELECT 1 AS n FROM facts WHERE is_planned = 0 LIMIT 1").isEmpty
    }
    guard hasNews else { return 0 }
    return try await connection.write { transaction in
      let rows = try transaction.execute(
        """
        UPDATE facts SET is_planned = 1 WHERE is_planned = 0
        RETURNING *, (SELECT forge || '/' || name FROM repositories
          WHERE repositories.id = facts.repository_id) AS repository,
          (SELECT channels FROM repositories
          WHERE repositories.id = facts.repository_id) AS channels
        """)
      let news = try rows.map { row in
        var one = try RepositoryFact(row)
        one.channels = try row["channels"]
        return (row: row, fact: one)
      }
      var count = 0
      for target in targets {
        var dueAt: Timestamp?
        for (row, fact) in news where target.accepts(fact) {
          let due = try dueAt ?? transaction.dueAt(of: target, now: now)
          dueAt = due
          let id: Int64 = try row["id"]
          try transaction.execute(
            """
            INSERT INTO outbox (fact_id, target, due_at, state) VALUES (?, ?, ?, 'waiting')
            ON CONFLICT DO NOTHING
            """, id, target.id, due)
          count += 1
        }
      }
      return count
    }
  }
}

extension Transaction {
  /// The time of a message to a target, at least a minute after its last one.
  ///
  /// A message that waits for a failed target doesn't delay the next one by more than a minute.
  fileprivate borrowing func dueAt(
    of target: OutboxTarget, now: Timestamp
  ) throws(DatabaseError) -> Timestamp {
    guard target.dueAt <= now else { return target.dueAt }
    let latest: Timestamp? = try execute(
      "SELECT MAX(due_at) AS due_at FROM outbox WHERE target = ? AND due_at <= ?", target.id,
      now + StateStore.messageSpacing
    ).first.flatMap { row throws(DatabaseError) in try row["due_at"] }
    guard let latest else { return now }
    return latest > now ? latest : max(now, latest + StateStore.messageSpacing)
  }
}
