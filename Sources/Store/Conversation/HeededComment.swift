import Database

extension StateStore {
  /// Whether a comment has been acted upon, or found to be none of our business.
  package func isHeeded(
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

  /// Remembers that a comment needs no more attention, and strikes out what it asked for.
  package func heed(
    comment: Int, of repository: String, forge: String, now: Int64
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
