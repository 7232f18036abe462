import Database

extension StateStore {
  /// Writes down that a run begins.
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
}
