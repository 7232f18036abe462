import Database

extension Table {
  /// The numbers of dependencies by repository, which the pages and the metrics show.
  static let dependencyCounts = ofRepositories(
    "dependency_counts",
    """
    dependencies INTEGER NOT NULL,
    outdated INTEGER NOT NULL,
    held INTEGER NOT NULL,
    unevaluated INTEGER NOT NULL,
    vulnerable INTEGER NOT NULL
    """, key: "repository_id")
}

extension Transaction {
  /// Counts the dependencies of a repository after its observations have changed.
  borrowing func countDependencies(of id: Int64) throws(DatabaseError) {
    let columns = ["dependencies", "outdated", "held", "unevaluated", "vulnerable"]
    try execute(
      """
      INSERT INTO dependency_counts (repository_id, \(columns.joined(separator: ", ")))
      SELECT ?, COUNT(*), COUNT(CASE WHEN \(isOutdated) THEN 1 END),
        COUNT(CASE WHEN state IN \(ObservationState.sqlList(where: \.isHeldBack)) THEN 1 END),
        COUNT(CASE WHEN state = '\(ObservationState.problem.rawValue)' THEN 1 END),
        COUNT(CASE WHEN \(isVulnerable) THEN 1 END)
      FROM observations WHERE repository_id = ?
      ON CONFLICT (repository_id) DO UPDATE SET
        \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
      """, id, id)
  }
}
