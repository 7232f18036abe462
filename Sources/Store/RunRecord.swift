import Database
package import Time

/// One `martlet run` over all repositories.
package struct RunRecord: Hashable, Codable, Sendable {
  /// A random identifier of letters and digits, logged as `run`.
  package var id: String
  /// The start of the run.
  package var startedAt: Timestamp
  /// The end of the run; nil if it was interrupted.
  package var finishedAt: Timestamp?
  /// The number of repositories, including those with problems.
  package var repositories: Int
  /// The number of problems in all repositories.
  package var problems: Int
}

extension StateStore {
  /// Stores the start of a run.
  package func startRun(_ id: String, now: Timestamp) async throws {
    try await connection.write(.byStatement) { transaction in
      _ = try transaction.execute(
        "INSERT INTO runs (id, started_at) VALUES (?, ?)", id, now)
    }
  }

  /// Stores the end of a run.
  package func finishRun(
    _ id: String, repositories: Int, problems: Int, now: Timestamp
  ) async throws {
    try await connection.write(.byStatement) { transaction in
      _ = try transaction.execute(
        "UPDATE runs SET finished_at = ?, repositories = ?, problems = ? WHERE id = ?", now,
        repositories, problems, id)
    }
  }

  /// Returns the newest runs, latest first.
  package func runs(limit: Int) async throws -> [RunRecord] {
    try await connection.read { transaction in
      try transaction.rows("SELECT * FROM runs ORDER BY started_at DESC, id LIMIT ?", limit)
    }
  }
  /// Deletes runs that began before `time`.
  package func dropRuns(before time: Timestamp) async throws {
    try await dropRows(of: "runs", where: "started_at < ?", time)
  }
}
