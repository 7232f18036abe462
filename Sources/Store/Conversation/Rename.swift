import Database

extension StateStore {
  /// Carries over to a repository's new name what its forge cannot tell again.
  ///
  /// That is what people said. Its pull requests are forgotten under the old name, and found again
  /// by their markers under the new one.
  package func rename(_ old: String, to new: String, forge: String) async throws {
    try await connection.write { transaction in
      for (table, columns) in [
        (
          "ignores",
          "ecosystem, directory, dependency, condition, version, author, number, comment, created_at"
        ), ("heeded_comments", "comment, heeded_at"),
      ] {
        try transaction.execute(
          """
          INSERT INTO \(table) (forge, repository, \(columns))
          SELECT forge, ?, \(columns) FROM \(table) WHERE forge = ? AND repository = ?
          ON CONFLICT DO NOTHING
          """, new, forge, old)
      }
      let keys = "SELECT key FROM pull_requests WHERE forge = ? AND repository = ?"
      try transaction.execute(
        "DELETE FROM pull_request_versions WHERE key IN (\(keys))", forge, old)
      for table in [
        "ignores", "heeded_comments", "rebuild_requests", "conversations", "activity_marks",
        "pull_requests",
      ] {
        try transaction.execute(
          "DELETE FROM \(table) WHERE forge = ? AND repository = ?", forge, old)
      }
      _ = try transaction.execute(
        "DELETE FROM repositories WHERE forge = ? AND name = ?", forge, old)
    }
  }
}
