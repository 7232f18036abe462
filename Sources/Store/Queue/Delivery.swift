import Database

extension StateStore {
  /// Remembers a webhook's delivery together with the visits that it asks for.
  ///
  /// Both or neither are written: what was answered with success is not lost by a crash.
  ///
  /// - Parameters:
  ///   - forge: the operator's name of it.
  ///   - id: the forge's identifier, which a redelivery keeps.
  ///   - now: seconds since 1970.
  ///   - jobs: enqueued only where the delivery is new.
  /// - Returns: false where it was seen before.
  /// - Throws: `DatabaseError`.
  package func recordDelivery(
    forge: String, id: String, now: Int64, enqueueing jobs: [Job] = []
  ) async throws -> Bool {
    let isNew = try await connection.write(.byStatement) { transaction in
      try transaction.execute(
        """
        INSERT INTO deliveries (forge, id, received_at) VALUES (?, ?, ?)
        ON CONFLICT (forge, id) DO NOTHING
        """, forge, id, now)
      guard transaction.changes == 1 else { return false }
      // Always in the same order, so that two transactions cannot wait for each other.
      for job in jobs.sorted(by: { ($0.forge, $0.repository) < ($1.forge, $1.repository) }) {
        try transaction.enqueue(job)
      }
      if !jobs.isEmpty { try transaction.announce() }
      return true
    }
    if isNew, !jobs.isEmpty { wakeUps.signal() }
    return isNew
  }

  /// Forgets deliveries received before `time`, in seconds since 1970.
  ///
  /// Keep them for longer than the forge redelivers: GitHub does for three days.
  package func dropDeliveries(receivedBefore time: Int64) async throws {
    try await connection.write(.byStatement) { transaction in
      _ = try transaction.execute("DELETE FROM deliveries WHERE received_at < ?", time)
    }
  }
}
