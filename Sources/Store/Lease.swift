import Database
package import Time

extension StateStore {
  /// Takes or keeps a role that one of several instances has at a time, such as showing the fleet's
  /// metrics.
  ///
  /// - Parameters:
  ///   - role: the name of the role.
  ///   - holder: the instance.
  ///   - now: the current time.
  ///   - duration: how long the instance has the role without asking again.
  /// - Returns: false while another instance has it.
  /// - Throws: `DatabaseError`.
  package func take(
    role: String, by holder: String, now: Timestamp, for duration: Duration
  ) async throws -> Bool {
    try await connection.write(.byStatement) { transaction in
      try transaction.execute(
        """
        INSERT INTO roles (name, holder, held_until) VALUES (?, ?, ?) ON CONFLICT (name)
        DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
        WHERE roles.holder = excluded.holder OR roles.held_until <= ?
        """, role, holder, now + duration, now)
      return transaction.changes == 1
    }
  }
}
