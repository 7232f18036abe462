import Database

/// One `martlet run` over all repositories.
package struct RunRecord: Hashable, Sendable {
  /// Drawn for the run, letters and digits; its lines of the log carry it as `run`.
  package var id: String
  /// Seconds since 1970.
  package var startedAt: Int64
  /// Seconds since 1970; nil where a crash came between writing both times down.
  package var finishedAt: Int64?
  /// How many the run was over, those with problems included.
  package var repositories: Int
  /// How many the run met, in all repositories.
  package var problems: Int
}

extension StateStore {
  /// Writes down that a run began.
  package func startRun(_ id: String, now: Int64) async throws {
    try await connection.write { transaction in
      _ = try transaction.execute(
        "INSERT INTO runs (id, started_at) VALUES (?, ?)", id, now)
    }
  }

  /// Writes down how a run ended.
  package func finishRun(
    _ id: String, repositories: Int, problems: Int, now: Int64
  ) async throws {
    try await connection.write { transaction in
      _ = try transaction.execute(
        "UPDATE runs SET finished_at = ?, repositories = ?, problems = ? WHERE id = ?", now,
        repositories, problems, id)
    }
  }

  /// The newest runs, the latest first.
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
