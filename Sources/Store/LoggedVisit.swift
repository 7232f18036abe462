import Database
package import Forges
package import Time

/// The log of a visit.
package struct LoggedVisit: Hashable, Codable, Sendable {
  /// The repository.
  package var repository: RepositoryID
  /// Identifies the visit: the field `job` of its lines.
  package var job: String
  /// The start of the visit.
  package var at: Timestamp
  /// How long it took.
  package var seconds: Int
  /// Why it was made, and how it ended: `push, finished`.
  package var outcome: String
  /// The lines, without secrets, oldest first.
  package var lines: [String]

  /// The most lines of a visit that are kept.
  package static let mostLines = 200
  /// The most characters of a line.
  package static let longestLine = 1_000
  /// The most visits of a repository that are kept.
  package static let mostVisits = 20

  /// Creates a log; further lines are counted only.
  package init(
    repository: RepositoryID, job: String, at: Timestamp, seconds: Int, outcome: String,
    lines: [String]
  ) {
    self.repository = repository
    self.job = job
    self.at = at
    self.seconds = seconds
    self.outcome = outcome
    self.lines = Self.limited(lines)
  }

  /// The lines within the limits; the last one counts those that are left out.
  package static func limited(_ lines: [String]) -> [String] {
    let kept = lines.prefix(mostLines).map { line in
      line.count > longestLine ? line.prefix(longestLine - 1) + "…" : line
    }
    let rest = lines.count - kept.count
    return rest > 0 ? kept + ["… and \(rest) more line\(rest == 1 ? "" : "s")"] : kept
  }
}

extension StateStore {
  /// Stores the log of a visit, and forgets the oldest ones of the repository.
  package func save(_ visit: LoggedVisit) async throws {
    try await connection.write { transaction in
      let id = try transaction.id(of: visit.repository)
      try transaction.save(
        visit, in: "visit_logs", of: visit.repository,
        onConflict: .replace(key: ["repository_id", "job"]))
      _ = try transaction.execute(
        """
        DELETE FROM visit_logs WHERE repository_id = ? AND job NOT IN (
          SELECT job FROM visit_logs WHERE repository_id = ? ORDER BY at DESC, job LIMIT ?)
        """, id, id, LoggedVisit.mostVisits)
    }
  }

  /// Returns the logs of a repository's visits, latest first.
  package func logs(of repository: RepositoryID) async throws -> [LoggedVisit] {
    try await connection.read { transaction in
      try transaction.rows(of: repository, in: "visit_logs", by: "at DESC, job")
    }
  }

  /// Returns the logs of the visits of all repositories with a name, which several forges can have.
  package func logs(named name: RepositoryName) async throws -> [LoggedVisit] {
    try await connection.read { transaction in
      try transaction.rows(
        "\(select("visit_logs")) WHERE repositories.name = ? ORDER BY at DESC, job", name)
    }
  }

  /// Deletes the logs of visits that began before `time`.
  package func dropLogs(before time: Timestamp) async throws {
    try await dropRows(of: "visit_logs", where: "at < ?", time)
  }
}
