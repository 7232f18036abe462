import Database

/// A write to the forge that was begun: after a crash the next pass looks there first.
package struct Intent: Hashable, Sendable {
  /// The update key's line.
  package var key: String
  /// Where the write may have got to: the branch that is looked at.
  package var branch: String
  /// Seconds since 1970.
  package var startedAt: Int64

  /// Announces a write.
  package init(key: String, branch: String, startedAt: Int64) {
    self.key = key
    self.branch = branch
    self.startedAt = startedAt
  }
}

extension StateStore {
  /// Writes down what is about to be done; `save` of the pull request strikes it out.
  package func begin(_ intent: Intent) async throws {
    try await connection.write { transaction in
      _ = try transaction.execute(
        """
        INSERT INTO intents (key, branch, started_at) VALUES (?, ?, ?) ON CONFLICT (key)
        DO UPDATE SET branch = excluded.branch, started_at = excluded.started_at
        """, intent.key, intent.branch, intent.startedAt)
    }
  }

  /// Intents that no saved pull request has struck out, oldest first.
  package func intents() async throws -> [Intent] {
    try await connection.read { transaction in
      try transaction.execute("SELECT * FROM intents ORDER BY started_at, key").map { row in
        Intent(key: try row["key"], branch: try row["branch"], startedAt: try row["started_at"])
      }
    }
  }

  /// Strikes out an intent that came to nothing.
  package func forgetIntent(_ key: String) async throws {
    try await connection.write { transaction in
      _ = try transaction.execute("DELETE FROM intents WHERE key = ?", key)
    }
  }
}
