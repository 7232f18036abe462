import Database
package import Time

extension StateStore {
  /// Ends the leases of workers that no longer exist, so that their jobs are claimed immediately.
  ///
  /// - Parameters:
  ///   - workers: the names that they claimed with.
  ///   - now: the current time.
  /// - Throws: `DatabaseError`.
  package func abandon(_ workers: [String], now: Timestamp) async throws {
    try await connection.write { transaction in
      for worker in workers {
        try transaction.execute(
          "UPDATE jobs SET leased_until = ? WHERE worker = ? AND leased_until > ?", now, worker,
          now)
      }
    }
    wakeUps.signal()
  }
}
