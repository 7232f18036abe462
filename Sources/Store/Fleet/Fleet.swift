import Database
package import Forges

extension StateStore {
  /// Returns repositories of the fleet.
  ///
  /// - Throws: `DatabaseError`.
  package func fleet(_ query: FleetQuery) async throws -> Listing<FleetRow> {
    try await connection.read { transaction in
      let rows = try transaction.execute(
        """
        \(counted())
        SELECT fleet.*, COUNT(*) OVER () AS total FROM fleet
        WHERE LOWER(name) LIKE ? ESCAPE '\\' AND LOWER(name) LIKE ? ESCAPE '\\'
          AND LOWER(owners) LIKE ? ESCAPE '\\'
          AND \(query.filter.condition)
        ORDER BY \(query.order.terms) LIMIT ? OFFSET ?
        """, pattern(containing: query.text), pattern(ofOwner: query.owner),
        pattern(ofTeam: query.team), query.window.limit,
        query.window.offset)
      return try Listing(rows)
    }
  }

  /// Returns one repository of the fleet; nil if no visit of it is known or planned.
  package func fleetRow(of repository: RepositoryID) async throws -> FleetRow? {
    try await connection.read { transaction -> FleetRow? in
      guard let id = try transaction.knownID(of: repository) else { return nil }
      return try transaction.row(
        FleetRow.self,
        "\(counted(where: "repository_id = ?")) SELECT * FROM fleet WHERE id = ?", id, id)
    }
  }

  /// Returns the problems of a repository that no pass has found solved.
  package func problems(of repository: RepositoryID) async throws -> [KnownProblem] {
    try await perform(.problems(of: repository)) { _ in
      try await fleetRow(of: repository)?.problems ?? []
    }
  }
}

/// SQL condition: a newer version is known and the dependency is not excluded by policy.
///
/// If the last pass could not look it up, the previous result counts.
let isOutdated = """
  (state IN \(ObservationState.sqlList { $0.isOutdated == true })
    OR state IN \(ObservationState.sqlList { $0.isOutdated == nil }) AND latest <> current)
  """

/// Joins the verdict `v` to the pull request `q`, if there is one.
let joiningVerdicts = """
  LEFT JOIN verdicts v ON v.repository_id = q.repository_id AND v.key = q.key
    AND v.number = q.number
  """

/// SQL condition: the pull request `q` is open.
let isOpen = "q.state = '\(PullRequestRecord.State.open.rawValue)'"

/// SQL condition: `repositories` with its last pass `p` is of the fleet.
///
/// A repository without a successful visit is, too, if a problem of it is known, or the reason why it
/// gets no updates, or if its first visit is planned.
let isOfFleet = """
  (repositories.visited_at IS NOT NULL OR p.problems <> '[]'
    OR p.condition <> '\(RepositoryCondition.active.rawValue)'
    OR EXISTS (SELECT 1 FROM jobs WHERE jobs.repository_id = repositories.id))
  """

/// Defines a table `fleet` with one row per repository.
private func counted(where condition: String = "1 = 1") -> String {
  """
  WITH proposed AS (
    SELECT q.repository_id, COUNT(*) AS open,
      COUNT(CASE WHEN v.verdict IN \(sqlWords(VerdictRecord.Kind.red)) THEN 1 END) AS failing,
      COUNT(CASE WHEN v.verdict = '\(VerdictRecord.Kind.pending.rawValue)' THEN 1 END) AS pending
    FROM (SELECT * FROM pull_requests WHERE \(condition)) q \(joiningVerdicts)
    WHERE \(isOpen) GROUP BY q.repository_id
  ), fleet AS (
    SELECT repositories.id, repositories.forge, repositories.name, \(repositoryColumn),
      repositories.owners,
      COALESCE(repositories.visited_at, p.at) AS visited_at, COALESCE(p.seconds, 0) AS seconds,
      COALESCE(p.problems, '[]') AS problems,
      COALESCE(p.condition, '\(RepositoryCondition.active.rawValue)') AS condition, COALESCE(c.dependencies, 0) AS dependencies,
      COALESCE(c.outdated, 0) AS outdated, COALESCE(c.held, 0) AS held,
      COALESCE(c.unevaluated, 0) AS unevaluated,
      COALESCE(c.vulnerable, 0) AS vulnerable, COALESCE(o.open, 0) AS open,
      COALESCE(o.failing, 0) AS failing, COALESCE(o.pending, 0) AS pending
    FROM repositories
    LEFT JOIN passes p ON p.repository_id = repositories.id
    LEFT JOIN dependency_counts c ON c.repository_id = repositories.id
    LEFT JOIN proposed o ON o.repository_id = repositories.id
    WHERE \(isOfFleet)
  )
  """
}

extension FleetQuery.Filter {
  fileprivate var condition: String {
    switch self {
    case .all: "1 = 1"
    case .red: "failing > 0"
    case .waiting: "pending > 0"
    case .problems: "(problems <> '[]' OR unevaluated > 0)"
    case .vulnerable: "vulnerable > 0"
    case .outdated: "outdated > 0"
    case .held: "held > 0"
    case .open: "open > 0"
    case .noFile: "condition = '\(RepositoryCondition.noFile.rawValue)'"
    case .unvisited: "visited_at IS NULL"
    case .inactive: "condition <> '\(RepositoryCondition.active.rawValue)'"
    }
  }
}

extension FleetQuery.Order {
  fileprivate var terms: String {
    switch self {
    case .attention:
      """
      CASE WHEN failing > 0 THEN 0 WHEN problems <> '[]' THEN 1 WHEN unevaluated > 0 THEN 2
        WHEN vulnerable > 0 THEN 3 WHEN pending > 0 THEN 4 WHEN outdated > 0 THEN 5 ELSE 6 END,
      failing DESC, vulnerable DESC, outdated DESC, forge, name
      """
    case .name: "forge, name"
    case .outdated: "outdated DESC, forge, name"
    case .oldest: "COALESCE(visited_at, 0), forge, name"
    }
  }
}
