import Database
package import Time

extension StateStore {
  /// Returns whether a comment has been processed, including one without a command.
  package func isProcessed(
    comment: Int, of repository: String, forge: String
  ) async throws -> Bool {
    try await connection.read { transaction in
      try !transaction.execute(
        """
        SELECT 1 AS found FROM heeded_comments
        WHERE forge = ? AND repository = ? AND comment = ?
        """, forge, repository, comment
      ).isEmpty
    }
  }

  /// Marks a comment as processed and deletes the rebuild that it requested.
  package func markProcessed(
    comment: Int, of repository: String, forge: String, now: Timestamp
  ) async throws {
    try await connection.write { transaction in
      try transaction.execute(
        """
        INSERT INTO heeded_comments VALUES (?, ?, ?, ?)
        ON CONFLICT (forge, repository, comment) DO NOTHING
        """, forge, repository, comment, now)
      _ = try transaction.execute(
        "DELETE FROM rebuild_requests WHERE forge = ? AND repository = ? AND comment = ?", forge,
        repository, comment)
    }
  }
}
