import Database

/// What the fleet is in numbers.
package struct FleetTotals: Hashable, Sendable {
  /// All that a pass has been over, without a dependency too.
  package var repositories = 0
  /// Rows of all repositories: a package counts once for each manifest that has it.
  package var dependencies = 0
  /// Dependencies of which a newer version is known, those that policy leaves out not counted.
  package var outdated = 0
  /// Dependencies that an advisory hits.
  package var vulnerable = 0
  /// Dependencies whose newest version could not be found out.
  package var unevaluated = 0
  /// Repositories whose last pass was hindered, as a whole or at a dependency.
  package var hindered = 0
  /// Pull requests by how they stand.
  package var pullRequests: [String: Int] = [:]
  /// Open pull requests by what CI says of them.
  package var verdicts: [String: Int] = [:]
}

extension StateStore {
  /// Counts the whole fleet.
  package func fleetTotals() async throws -> FleetTotals {
    try await connection.read { transaction in
      var totals = FleetTotals()
      totals.repositories = try transaction.count("SELECT COUNT(*) AS n FROM repositories")
      totals.hindered = try transaction.count(
        """
        SELECT COUNT(*) AS n FROM repositories r
        WHERE EXISTS (SELECT 1 FROM passes p
            WHERE p.forge = r.forge AND p.repository = r.name AND p.problems <> '')
          OR EXISTS (SELECT 1 FROM observations o
            WHERE o.forge = r.forge AND o.repository = r.name AND o.state = 'problem')
        """)
      let states = try transaction.counts(
        "SELECT state AS word, COUNT(*) AS n FROM observations GROUP BY state")
      totals.dependencies = states.values.reduce(0, +)
      totals.unevaluated = states["problem"] ?? 0
      totals.outdated = try transaction.count(
        "SELECT COUNT(*) AS n FROM observations WHERE \(isOutdated)")
      totals.vulnerable = try transaction.count(
        "SELECT COUNT(*) AS n FROM observations WHERE advisories <> ''")
      totals.pullRequests = try transaction.counts(
        "SELECT state AS word, COUNT(*) AS n FROM pull_requests GROUP BY state")
      totals.verdicts = try transaction.counts(
        """
        SELECT v.verdict AS word, COUNT(*) AS n
        FROM verdicts v JOIN pull_requests q ON q.key = v.key AND q.number = v.number
        WHERE q.state = 'open' GROUP BY v.verdict
        """)
      return totals
    }
  }
}

extension Transaction {
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
