import Database
package import Time

extension StateStore {
  /// Stores a webhook delivery together with the jobs that it triggers.
  ///
  /// Both are stored in one transaction, so a delivery that was acknowledged is not lost by a
  /// crash.
  ///
  /// - Parameters:
  ///   - forge: the name of the forge in the configuration.
  ///   - id: the forge's identifier, which a redelivery has, too.
  ///   - now: the current time.
  ///   - jobs: enqueued only if the delivery is new.
  /// - Returns: false if the delivery is already known.
  /// - Throws: `DatabaseError`.
  package func recordDelivery(
    forge: String, id: String, now: Timestamp, enqueueing jobs: [Job] = []
  ) async throws -> Bool {
    let isNew = try await connection.write(.byStatement) { transaction in
      try transaction.execute(
        """
        INSERT INTO deliveries (forge, id, received_at) VALUES (?, ?, ?)
        ON CONFLICT (forge, id) DO NOTHING
        """, forge, id, now)
      guard transaction.changes == 1 else { return false }
      // Use the same order everywhere, so that two transactions cannot deadlock.
      for job in jobs.sorted(by: { $0.repository < $1.repository }) {
        try transaction.enqueue(job)
      }
      if !jobs.isEmpty { try transaction.announce() }
      return true
    }
    if isNew, !jobs.isEmpty { wakeUps.signal() }
    return isNew
  }

  /// Deletes deliveries received before `time`, except for the newest ones.
  ///
  /// Keep them for longer than the forge redelivers: GitHub does so for three days. The newest ones
  /// stay in any case, because a clock that jumps ahead makes all of them old, and a replay of them
  /// would be taken for a new delivery.
  package func dropDeliveries(
    receivedBefore time: Timestamp, keepingNewest count: Int = 10_000
  ) async throws {
    let newest = try await connection.read { transaction -> Timestamp? in
      try transaction.execute(
        "SELECT received_at FROM deliveries ORDER BY received_at DESC LIMIT 1 OFFSET ?",
        max(count, 1) - 1
      ).first.map { try $0["received_at"] }
    }
    guard let newest else { return }
    try await dropRows(of: "deliveries", where: "received_at < ?", min(time, newest))
  }
}
