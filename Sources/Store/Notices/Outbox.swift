import Crypto
import Database
package import Time

/// A message in the hands of a sender: all facts for a target that are due.
package struct ClaimedMessage: Hashable, Sendable {
  /// The same for every attempt, so that a receiver recognizes a repetition.
  package var id: String
  /// The target, as in `OutboxTarget`.
  package var target: String
  /// The facts, oldest first; at least one.
  package var facts: [RepositoryFact]
  /// How often it was sent without a known success, including this attempt.
  package var attempts: Int
  /// The sender's hold.
  let lease: Int64
}

/// The number of messages by state.
package struct OutboxTotals: Hashable, Sendable {
  /// Facts about which a message is waiting.
  package var waiting = 0
  /// Facts about which the message could not be delivered.
  package var failed = 0

  /// Creates totals.
  package init(waiting: Int = 0, failed: Int = 0) {
    self.waiting = waiting
    self.failed = failed
  }
}

extension StateStore {
  /// Claims the next message that is due, for the time of a lease.
  ///
  /// A message keeps its identifier and its facts if the sender doesn't settle it before the lease
  /// ends. No other sender gets it meanwhile.
  ///
  /// - Parameters:
  ///   - targets: the configured targets; messages to others wait.
  ///   - now: the current time.
  ///   - lease: must be longer than sending can take.
  /// - Returns: the message; nil if none is due.
  /// - Throws: `DatabaseError`.
  package func claimMessage(
    to targets: [String], now: Timestamp, lease: Duration
  ) async throws -> ClaimedMessage? {
    guard !targets.isEmpty else { return nil }
    let list = targets.map { _ in "?" }.joined(separator: ", ")
    let isFree = """
      state = 'waiting' AND due_at <= ? AND (leased_until IS NULL OR leased_until <= ?)
        AND target IN (\(list))
      """
    let values = [now.databaseValue, now.databaseValue] + targets.map(\.databaseValue)
    let isDue = try await connection.read { transaction in
      try !transaction.execute("SELECT 1 AS n FROM outbox WHERE \(isFree) LIMIT 1", values: values)
        .isEmpty
    }
    guard isDue else { return nil }
    let fresh = [UInt8]((0..<16).map { _ in UInt8.random(in: .min ... .max) }).hexadecimal
    let token = Int64.random(in: 1 ... .max)
    return try await connection.write { transaction -> ClaimedMessage? in
      guard
        let row = try transaction.execute(
          """
          SELECT target, message FROM outbox WHERE \(isFree)
          ORDER BY due_at, target, fact_id LIMIT 1 \(transaction.dialect.claiming)
          """, values: values
        ).first
      else { return nil }
      let (target, known): (String, String?) = (try row["target"], try row["message"])
      if known == nil {
        try transaction.execute(
          """
          UPDATE outbox SET message = ?
          WHERE target = ? AND message IS NULL AND state = 'waiting' AND due_at <= ?
          """, fresh, target, now)
      }
      let id = known ?? fresh
      try transaction.execute(
        """
        UPDATE outbox SET lease = ?, leased_until = ?, attempts = attempts + 1 WHERE message = ?
        """, token, now + lease, id)
      return try transaction.message(id, to: target, token)
    }
  }

  /// Records that a message was delivered; false if another sender has it.
  @discardableResult
  package func finish(_ message: ClaimedMessage, now: Timestamp) async throws -> Bool {
    try await settle(message, "state = 'sent', failure = '', done_at = ?", now)
  }

  /// Records why a message was not delivered, and when it is sent again; false if another sender has
  /// it.
  @discardableResult
  package func retry(
    _ message: ClaimedMessage, at time: Timestamp, because failure: String
  ) async throws -> Bool {
    try await settle(message, "failure = ?, due_at = ?", failure, time)
  }

  /// Records that a message is not sent again; false if another sender has it.
  @discardableResult
  package func giveUp(
    _ message: ClaimedMessage, because failure: String, now: Timestamp
  ) async throws -> Bool {
    try await settle(message, "state = 'failed', failure = ?, done_at = ?", failure, now)
  }

  private func settle(
    _ message: ClaimedMessage, _ changes: String, _ values: any Storable...
  ) async throws -> Bool {
    let values = values.map(\.databaseValue) + [message.lease.databaseValue]
    return try await connection.write(.byStatement) { transaction in
      try transaction.execute(
        "UPDATE outbox SET \(changes), lease = NULL, leased_until = NULL WHERE lease = ?",
        values: values)
      return transaction.changes > 0
    }
  }

  /// Counts the facts whose messages are waiting or have failed.
  package func outboxTotals() async throws -> OutboxTotals {
    try await connection.read { transaction in
      var totals = OutboxTotals()
      for row in try transaction.execute(
        "SELECT state, COUNT(*) AS n FROM outbox WHERE state <> 'sent' GROUP BY state")
      {
        let (state, count): (String, Int) = (try row["state"], try row["n"])
        if state == "waiting" { totals.waiting = count } else { totals.failed += count }
      }
      return totals
    }
  }

  /// Gives up messages that have waited since `time`, such as those to a target that is no longer
  /// configured, and forgets those that were settled before it.
  ///
  /// - Returns: the number of facts without a delivered message.
  /// - Throws: `DatabaseError`.
  @discardableResult
  package func dropMessages(dueBefore time: Timestamp, now: Timestamp) async throws -> Int {
    try await dropRows(of: "outbox", where: "done_at < ?", time)
    return try await connection.write { transaction in
      try transaction.execute(
        """
        UPDATE outbox SET state = 'failed', failure = 'it has waited for too long', done_at = ?
        WHERE state = 'waiting' AND due_at < ? AND (leased_until IS NULL OR leased_until <= ?)
        """, now, time, now)
      return transaction.changes
    }
  }
}

extension Transaction {
  fileprivate borrowing func message(
    _ id: String, to target: String, _ lease: Int64
  ) throws -> ClaimedMessage? {
    let rows = try execute(
      """
      SELECT facts.*, \(repositoryColumn), outbox.attempts FROM outbox
      JOIN facts ON facts.id = outbox.fact_id
      JOIN repositories ON repositories.id = facts.repository_id
      WHERE outbox.message = ? ORDER BY facts.at, facts.id
      """, id)
    guard let attempts: Int = try rows.first.map({ try $0["attempts"] }) else { return nil }
    return ClaimedMessage(
      id: id, target: target, facts: try rows.map { try RepositoryFact($0) }, attempts: attempts,
      lease: lease)
  }
}
