import Database
package import Forges
package import Time

/// The stored state of a surveyed repository, which decides whether a visit could find something.
package struct SurveyState: Hashable, Codable, Sendable {
  /// The repository.
  package var repository: RepositoryID
  /// The mark of the last survey.
  package var mark: String
  /// The mark that the last whole visit began with; empty without one, or if that visit left something
  /// that a mark doesn't show.
  package var visited: String
  /// Whether that visit has planned when entries are due.
  package var isPlanned: Bool
  /// When the time alone changes something; nil: never.
  package var lookAgainAt: Timestamp?
  /// When the first entry of its file is due; nil without an entry.
  package var entryDueAt: Timestamp?
  /// Whether martlet has pull requests in it that are open or that a person closed, or follows commands
  /// that a person wrote in one.
  package var hasPullRequests: Bool
  /// Whether martlet has an issue in it, such as the dashboard.
  package var hasIssues: Bool
  /// When its visit is due; nil if it isn't in the queue, or is being visited.
  package var dueAt: Timestamp?

  /// Creates a value.
  package init(
    repository: RepositoryID, mark: String, visited: String, isPlanned: Bool,
    lookAgainAt: Timestamp? = nil, entryDueAt: Timestamp? = nil, hasPullRequests: Bool = false,
    hasIssues: Bool = false, dueAt: Timestamp? = nil
  ) {
    self.repository = repository
    self.mark = mark
    self.visited = visited
    self.isPlanned = isPlanned
    self.lookAgainAt = lookAgainAt
    self.entryDueAt = entryDueAt
    self.hasPullRequests = hasPullRequests
    self.hasIssues = hasIssues
    self.dueAt = dueAt
  }

  /// Whether a survey shows everything in which martlet waits for a change.
  package func isShown(by survey: SurveyedRepository) -> Bool {
    (!hasPullRequests || survey.shown.contains(.pullRequests))
      && (!hasIssues || survey.shown.contains(.issues))
  }

  /// Whether the forge has nothing new for a visit.
  ///
  /// - Parameters:
  ///   - mark: the mark of a new survey.
  ///   - now: the current time.
  /// - Returns: false if anything has changed, or if that isn't known.
  package func isUnchanged(by mark: String, now: Timestamp) -> Bool {
    !visited.isEmpty && visited == mark && (lookAgainAt.map { $0 > now } ?? true)
  }

  /// Whether a visit would find nothing: nothing has changed, and no entry is due.
  ///
  /// - Parameters:
  ///   - mark: the mark of a new survey.
  ///   - now: the current time.
  /// - Returns: false if that isn't known.
  package func isIdle(by mark: String, now: Timestamp) -> Bool {
    isPlanned && isUnchanged(by: mark, now: now) && (entryDueAt.map { $0 > now } ?? true)
  }
}

extension Table {
  /// The marks of surveys.
  static let surveys = ofRepositories(
    "surveys",
    """
    mark TEXT NOT NULL,
    visited TEXT NOT NULL,
    is_planned INTEGER NOT NULL,
    look_again_at INTEGER
    """, key: "repository_id")
}

extension StateStore {
  /// Returns the stored states of the surveyed repositories of a forge.
  package func surveyStates(forge: String) async throws -> [RepositoryName: SurveyState] {
    try await connection.read { transaction in
      let rows: [SurveyState] = try transaction.rows(
        """
        SELECT \(repositoryColumn), surveys.mark, surveys.visited, surveys.is_planned,
          surveys.look_again_at, jobs.due_at, (
            SELECT MIN(next_at) FROM agenda_items
            WHERE agenda_items.repository_id = surveys.repository_id
          ) AS entry_due_at,
          \(Self.presence(of: Self.conversations)) AS has_pull_requests,
          \(Self.presence(of: [(table: "own_issues", rows: "number > 0")])) AS has_issues
        FROM repositories JOIN surveys ON surveys.repository_id = repositories.id
        LEFT JOIN jobs ON jobs.repository_id = surveys.repository_id AND jobs.lease IS NULL
          AND jobs.cause = \(Job.Cause.schedule.rawValue) AND jobs.attempts = 0
          AND jobs.deaths = 0
        WHERE repositories.forge = ?
        """, forge)
      return Dictionary(rows.map { ($0.repository.name, $0) }) { $1 }
    }
  }

  /// The rows in which martlet waits for what people do to its pull requests.
  private static let conversations: [(table: String, rows: String)] = [
    ("pull_requests", "state IN ('open', 'declined')"), ("ignores", "TRUE"),
    ("declined_versions", "TRUE"), ("onboardings", "state IN ('begun', 'open')"),
  ]

  /// SQL: 1 if a surveyed repository has rows in one of the tables, else 0.
  private static func presence(of parts: [(table: String, rows: String)]) -> String {
    let conditions = parts.map { part in
      """
      EXISTS (SELECT 1 FROM \(part.table)
        WHERE \(part.table).repository_id = surveys.repository_id AND \(part.rows))
      """
    }
    return "CASE WHEN \(conditions.joined(separator: " OR ")) THEN 1 ELSE 0 END"
  }

  /// Stores the marks of a survey; the next passes read the pull requests of those that changed, also the
  /// ones with final verdicts.
  package func save(_ found: [SurveyedRepository], of forge: String) async throws {
    for start in stride(from: 0, to: found.count, by: Self.surveyPage) {
      let page = found[start..<min(start + Self.surveyPage, found.count)]
      try await connection.write { transaction in
        for survey in page {
          let repository = RepositoryID(forge: forge, name: survey.name)
          try transaction.execute(
            """
            INSERT INTO surveys (repository_id, mark, visited, is_planned) VALUES (?, ?, '', 0)
            ON CONFLICT (repository_id) DO UPDATE SET mark = excluded.mark
            WHERE surveys.mark <> excluded.mark
            """, try transaction.id(of: repository), survey.mark)
          if transaction.changes > 0 { try transaction.invalidateVerdicts(of: repository) }
        }
      }
    }
  }

  /// The rows of a transaction, so that others don't wait long.
  private static let surveyPage = 500

  /// Returns the mark of the last survey; nil without one.
  package func surveyMark(of repository: RepositoryID) async throws -> String? {
    try await connection.read { transaction in
      try transaction.execute(
        "SELECT mark FROM surveys WHERE \(isOfRepository)", repository.forge, repository.name
      ).first.map { try $0["mark"] }
    }
  }

  /// Stores the mark that a whole visit began with.
  ///
  /// - Parameters:
  ///   - mark: the mark; empty if the repository has to be visited again in any case.
  ///   - lookAgainAt: when the time alone changes something; nil: never.
  ///   - isPlanned: whether the visit has planned when entries are due.
  ///   - repository: the visited repository, which has a survey.
  /// - Throws: `DatabaseError`.
  package func saveVisited(
    _ mark: String, until lookAgainAt: Timestamp?, isPlanned: Bool, of repository: RepositoryID
  ) async throws {
    try await connection.write(.byStatement) { transaction in
      _ = try transaction.execute(
        """
        UPDATE surveys SET visited = ?, look_again_at = ?, is_planned = ? WHERE \(isOfRepository)
        """, mark, lookAgainAt, isPlanned, repository.forge, repository.name)
    }
  }

  /// Moves scheduled visits that have not begun to other times.
  ///
  /// - Parameters:
  ///   - times: the new times.
  ///   - forge: the forge of the repositories.
  /// - Returns: the number of visits that moved; one that was claimed or asked for meanwhile doesn't.
  /// - Throws: `DatabaseError`.
  @discardableResult
  package func reschedule(
    _ times: [RepositoryName: (from: Timestamp, to: Timestamp)], of forge: String
  ) async throws -> Int {
    var moved = 0
    let sorted = times.sorted { $0.key < $1.key }
    for start in stride(from: 0, to: sorted.count, by: Self.surveyPage) {
      let page = sorted[start..<min(start + Self.surveyPage, sorted.count)]
      moved += try await connection.write { transaction in
        var count = 0
        for (name, time) in page {
          try transaction.execute(
            """
            UPDATE jobs SET due_at = ?, enqueued_at = ?
            WHERE \(isOfRepository) AND lease IS NULL AND due_at = ?
              AND cause = \(Job.Cause.schedule.rawValue) AND attempts = 0 AND deaths = 0
            """, time.to, time.to, forge, name, time.from)
          count += transaction.changes
        }
        return count
      }
    }
    if moved > 0 { wakeUps.signal() }
    return moved
  }
}
