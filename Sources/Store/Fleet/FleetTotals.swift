import Database

/// The totals of the fleet.
package struct FleetTotals: Hashable, Codable, Sendable {
  /// All repositories of the fleet, including those without dependencies or a visit.
  package var repositories = 0
  /// Repositories whose first visit is planned.
  package var unvisited = 0
  /// All dependencies; a package counts once for each manifest.
  package var dependencies = 0
  /// Dependencies with a known newer version, except those excluded by policy.
  package var outdated = 0
  /// Dependencies with an advisory.
  package var vulnerable = 0
  /// Dependencies whose newest version is unknown.
  package var unevaluated = 0
  /// Repositories with a problem, as a whole, with a project or with a dependency.
  package var hindered = 0
  /// Visited repositories by condition.
  package var conditions: [String: Int] = [:]
  /// Advisories of dependencies by severity; one counts once for each dependency.
  package var advisories: [AdvisorySeverity: Int] = [:]
  /// Pull requests by state.
  package var pullRequests: [String: Int] = [:]
  /// Open pull requests by verdict.
  package var verdicts: [String: Int] = [:]
}

extension StateStore {
  /// Counts the whole fleet.
  package func fleetTotals() async throws -> FleetTotals {
    try await connection.read { transaction in
      var totals = FleetTotals()
      totals.conditions = try transaction.counts(
        """
        SELECT CASE WHEN repositories.visited_at IS NULL AND p.at IS NULL THEN ''
          ELSE COALESCE(p.condition, '\(RepositoryCondition.active.rawValue)') END AS word,
          COUNT(*) AS n
        FROM repositories LEFT JOIN passes p ON p.repository_id = repositories.id
        WHERE \(isOfFleet) GROUP BY 1
        """)
      totals.repositories = totals.conditions.values.reduce(0, +)
      totals.unvisited = totals.conditions.removeValue(forKey: "") ?? 0
      totals.hindered = try transaction.count(
        """
        SELECT COUNT(*) AS n FROM repositories r
        LEFT JOIN passes p ON p.repository_id = r.id
        LEFT JOIN dependency_counts c ON c.repository_id = r.id
        WHERE p.problems <> '[]' OR c.unevaluated > 0
        """)
      try transaction.addDependencies(to: &totals)
      let affected: [Affected] = try transaction.rows(
        "SELECT advisories FROM observations WHERE \(isVulnerable)")
      for advisory in affected.flatMap(\.advisories) {
        totals.advisories[AdvisorySeverity(advisory.severity), default: 0] += 1
      }
      totals.pullRequests = try transaction.counts(
        "SELECT state AS word, COUNT(*) AS n FROM pull_requests GROUP BY state")
      totals.verdicts = try transaction.counts(
        """
        SELECT v.verdict AS word, COUNT(*) AS n
        FROM pull_requests q \(joiningVerdicts)
        WHERE \(isOpen) AND v.verdict IS NOT NULL GROUP BY v.verdict
        """)
      return totals
    }
  }
}

/// The advisories of a dependency.
private struct Affected: Codable {
  var advisories: [ObservedAdvisory]
}

extension Transaction {
  /// Adds the counts of all repositories.
  fileprivate borrowing func addDependencies(to totals: inout FleetTotals) throws(DatabaseError) {
    let names = ["dependencies", "outdated", "unevaluated", "vulnerable"]
    let sums = names.map { "CAST(COALESCE(SUM(\($0)), 0) AS BIGINT) AS \($0)" }
    let row = try execute(
      "SELECT \(sums.joined(separator: ", ")) FROM dependency_counts"
    ).first
    guard let row else { return }
    totals.dependencies = try row["dependencies"]
    totals.outdated = try row["outdated"]
    totals.unevaluated = try row["unevaluated"]
    totals.vulnerable = try row["vulnerable"]
  }

  fileprivate borrowing func count(_ sql: String) throws(DatabaseError) -> Int {
    guard let row = try execute(sql).first else { return 0 }
    return try row["n"]
  }

  fileprivate borrowing func counts(_ sql: String) throws(DatabaseError) -> [String: Int] {
    var result: [String: Int] = [:]
    for row in try execute(sql) { result[try row["word"]] = try row["n"] }
    return result
  }
}
