import Database
package import Time

extension StateStore {
  /// Stores the result of the last pass over a repository.
  package func finishPass(
    over repository: String, forge: String, lasting duration: Duration, problems: [String],
    now: Timestamp
  ) async throws {
    try await connection.write { transaction in
      _ = try transaction.execute(
        """
        INSERT INTO passes VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (forge, repository) DO UPDATE SET
          at = excluded.at, seconds = excluded.seconds, problems = excluded.problems
        """, forge, repository, now, duration.components.seconds, problems.joined(separator: "\n"))
    }
  }
}
