import Database

/// One `martlet run` over all repositories.
package struct RunRecord: Hashable, Sendable {
  /// A random identifier of letters and digits, logged as `run`.
  package var id: String
  /// Seconds since 1970.
  package var startedAt: Int64
  /// In seconds since 1970; nil if the run was interrupted.
  package var finishedAt: Int64?
  /// The number of repositories, including those with problems.
  package var repositories: Int
  /// The number of problems in all repositories.
  package var problems: Int
}

extension StateStore {
  /// Stores the start of a run.
  package func startRun(_ id: String, now: Int64) async throws {
    try await connection.write { transaction in
      _ = try transaction.execute(
        "INSERT INTO runs (id, started_at) VALUES (?, ?)", id, now)
    }
  }

  /// Stores the end of a run.
  package func finishRun(
    _ id: String, repositories: Int, problems: Int, now: Int64
  ) async throws {
    try await connection.write { transaction in
      _ = try transaction.execute(
        "UPDATE runs SET finished_at = ?, repositories = ?, problems = ? WHERE id = ?", now,
        repositories, problems, id)
    }
  }

  /// Returns the newest runs, latest first.
  package func runs(limit: Int) async throws -> [RunRecord] {
    try await connection.read { transaction in
      try transaction.execute(
        "SELECT * FROM runs ORDER BY started_at DESC, id LIMIT ?", limit
      ).map { row in
        RunRecord(
          id: try row["id"], startedAt: try row["started_at"],
          finishedAt: try row["finished_at"], repositories: try row["repositories"],
          problems: try row["problems"])
      }
    }
  }
}
