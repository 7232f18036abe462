import Database

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
        WHERE LOWER(name) LIKE ? ESCAPE '\\' AND \(query.filter.condition)
        ORDER BY \(query.order.terms) LIMIT ? OFFSET ?
        """, pattern(containing: query.text), query.window.limit, query.window.offset)
      return Listing(
        try rows.map { try FleetRow($0) }, total: try rows.first.map { try $0["total"] } ?? 0)
    }
  }

  /// Returns one repository of the fleet; nil before its first visit.
  package func fleetRow(of repository: String, forge: String) async throws -> FleetRow? {
    try await connection.read { transaction in
      try transaction.execute(
        """
        \(counted(where: "forge = ? AND repository = ?"))
        SELECT * FROM fleet WHERE forge = ? AND name = ?
        """, forge, repository, forge, repository, forge, repository, forge, repository
      ).first.map { try FleetRow($0) }
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

/// SQL condition: the pull request `q` is open.
let isOpen = "q.state = '\(PullRequestRecord.State.open.rawValue)'"

/// Defines a table `fleet` with one row per repository.
///
/// It includes a repository without a successful visit if a problem of it is known.
private func counted(where condition: String = "1 = 1") -> String {
  """
  WITH seen AS (
    SELECT forge, repository, COUNT(*) AS dependencies,
      COUNT(CASE WHEN \(isOutdated) THEN 1 END) AS outdated,
      COUNT(CASE WHEN state IN \(ObservationState.sqlList(where: \.isHeldBack)) THEN 1 END) AS held,
      COUNT(CASE WHEN state = '\(ObservationState.problem.rawValue)' THEN 1 END) AS unevaluated
    FROM observations WHERE \(condition) GROUP BY forge, repository
  ), hit AS (
    SELECT forge, repository, COUNT(*) AS vulnerable
    FROM observations WHERE advisories <> '' AND \(condition) GROUP BY forge, repository
  ), proposed AS (
    SELECT q.forge, q.repository, COUNT(*) AS open,
      COUNT(CASE WHEN v.verdict IN \(sqlWords(VerdictRecord.Kind.red)) THEN 1 END) AS failing,
      COUNT(CASE WHEN v.verdict = '\(VerdictRecord.Kind.pending.rawValue)' THEN 1 END) AS pending
    FROM (SELECT * FROM pull_requests WHERE \(condition)) q
    LEFT JOIN verdicts v ON v.key = q.key AND v.number = q.number
    WHERE \(isOpen) GROUP BY q.forge, q.repository
  ), fleet AS (
    SELECT r.forge, r.name, r.visited_at, COALESCE(p.seconds, 0) AS seconds,
      COALESCE(p.problems, '') AS problems, COALESCE(s.dependencies, 0) AS dependencies,
      COALESCE(s.outdated, 0) AS outdated, COALESCE(s.held, 0) AS held,
      COALESCE(s.unevaluated, 0) AS unevaluated,
      COALESCE(h.vulnerable, 0) AS vulnerable, COALESCE(o.open, 0) AS open,
      COALESCE(o.failing, 0) AS failing, COALESCE(o.pending, 0) AS pending
    FROM (
      SELECT forge, name, visited_at FROM repositories
      UNION ALL
      SELECT forge, repository, at FROM passes WHERE problems <> '' AND NOT EXISTS (
        SELECT 1 FROM repositories k WHERE k.forge = passes.forge AND k.name = passes.repository)
    ) r
    LEFT JOIN passes p ON p.forge = r.forge AND p.repository = r.name
    LEFT JOIN seen s ON s.forge = r.forge AND s.repository = r.name
    LEFT JOIN hit h ON h.forge = r.forge AND h.repository = r.name
    LEFT JOIN proposed o ON o.forge = r.forge AND o.repository = r.name
  )
  """
}

extension FleetQuery.Filter {
  fileprivate var condition: String {
    switch self {
    case .all: "1 = 1"
    case .red: "failing > 0"
    case .waiting: "pending > 0"
    case .problems: "(problems <> '' OR unevaluated > 0)"
    case .vulnerable: "vulnerable > 0"
    case .outdated: "outdated > 0"
    case .held: "held > 0"
    case .open: "open > 0"
    }
  }
}

extension FleetQuery.Order {
  fileprivate var terms: String {
    switch self {
    case .attention:
      """
      CASE WHEN failing > 0 THEN 0 WHEN problems <> '' THEN 1 WHEN unevaluated > 0 THEN 2
        WHEN vulnerable > 0 THEN 3 WHEN pending > 0 THEN 4 WHEN outdated > 0 THEN 5 ELSE 6 END,
      failing DESC, vulnerable DESC, outdated DESC, forge, name
      """
    case .name: "forge, name"
    case .outdated: "outdated DESC, forge, name"
    case .oldest: "visited_at, forge, name"
    }
  }
}

extension FleetRow {
  fileprivate init(_ row: Row) throws {
    let problems: String = try row["problems"]
    self.init(
      forge: try row["forge"], name: try row["name"], visitedAt: try row["visited_at"],
      seconds: try row["seconds"], dependencies: try row["dependencies"],
      outdated: try row["outdated"], held: try row["held"], vulnerable: try row["vulnerable"],
      unevaluated: try row["unevaluated"],
      open: try row["open"], failing: try row["failing"], pending: try row["pending"],
      problems: problems.split(separator: "\n").map(String.init))
  }
}
