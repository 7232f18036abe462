import Database
package import Forges
package import Time

/// What changed in a week: of a repository, or of all that were visited in it.
package struct Trend: Hashable, Codable, Sendable {
  /// The start of the week: Monday, 00:00 UTC.
  package var week: Timestamp
  /// Open pull requests at the last visit of the week.
  package var open: Int
  /// Pull requests that were merged in the week, by anyone.
  package var merged: Int
  /// Those whose opening is known.
  package var timed: Int
  /// The seconds that those were open, in all.
  package var mergeSeconds: Int
  /// The seconds that dependencies were behind their newest releases at the last visit of the week.
  package var behind: Int

  /// Creates a week.
  package init(
    week: Timestamp, open: Int, merged: Int, timed: Int, mergeSeconds: Int, behind: Int
  ) {
    self.week = week
    self.open = open
    self.merged = merged
    self.timed = timed
    self.mergeSeconds = mergeSeconds
    self.behind = behind
  }

  /// The mean seconds from opening to merge; nil if nothing was merged whose opening is known.
  package var secondsToMerge: Int? { timed > 0 ? mergeSeconds / timed : nil }

  /// The sum of the ages of dependencies in years.
  package var libyears: Double { Double(behind) / (365.25 * 86_400) }
}

extension Timestamp {
  /// The start of its week: Monday, 00:00 UTC.
  package var startOfWeek: Timestamp {
    // 1970 began on a Thursday.
    let day = Int64(86_400)
    let sinceMonday = ((seconds + 3 * day) % (7 * day) + 7 * day) % (7 * day)
    return Timestamp(seconds: seconds - sinceMonday)
  }
}

extension StateStore {
  /// Returns the weeks of the fleet, or of a repository, from a time on, oldest first.
  ///
  /// - Parameters:
  ///   - start: the week of this time is the first.
  ///   - repository: only this one; nil: the sum of all.
  /// - Returns: weeks in which something was visited.
  /// - Throws: `DatabaseError`.
  package func trends(
    since start: Timestamp, of repository: RepositoryID? = nil
  ) async throws -> [Trend] {
    let sums = ["open", "merged", "timed", "merge_seconds", "behind"]
      .map { "CAST(SUM(\($0)) AS \(bigint)) AS \($0)" }.joined(separator: ", ")
    return try await connection.read { transaction in
      let first = start.startOfWeek
      guard let repository else {
        return try transaction.rows(
          "SELECT week, \(sums) FROM trends WHERE week >= ? GROUP BY week ORDER BY week", first)
      }
      return try transaction.rows(
        "SELECT * FROM trends WHERE \(isOfRepository) AND week >= ? ORDER BY week",
        repository.forge, repository.name, first)
    }
  }

  /// Deletes weeks before `time`.
  package func dropTrends(before time: Timestamp) async throws {
    try await dropRows(of: "trends", where: "week < ?", time)
  }
}

/// The type of sums, which PostgreSQL makes numeric.
private let bigint = "BIGINT"

extension Transaction {
  /// Counts the week of a visit, and completes the week before it.
  borrowing func countWeek(of id: Int64, now: Timestamp) throws {
    let week = now.startOfWeek
    let open: Int =
      try execute(
        """
        SELECT COUNT(*) AS n FROM pull_requests q WHERE repository_id = ? AND \(isOpen)
        """, id
      ).first.map { try $0["n"] } ?? 0
    let behind: Int =
      try execute(
        """
        SELECT CAST(COALESCE(SUM(behind), 0) AS \(bigint)) AS n FROM observations
        WHERE repository_id = ?
        """, id
      ).first.map { try $0["n"] } ?? 0
    var trend = try merges(of: id, from: week, to: now + .seconds(1))
    trend.open = open
    trend.behind = behind
    try insert(
      try Row(encoding: trend).setting("repository_id", to: id), into: "trends",
      onConflict: .replace(key: ["repository_id", "week"]))
    let last = week - .days(7)
    let before = try merges(of: id, from: last, to: week)
    try execute(
      """
      UPDATE trends SET merged = ?, timed = ?, merge_seconds = ?
      WHERE repository_id = ? AND week = ?
      """, before.merged, before.timed, before.mergeSeconds, id, last)
  }

  /// Returns a week with the merges between two times.
  private borrowing func merges(
    of id: Int64, from start: Timestamp, to end: Timestamp
  ) throws -> Trend {
    struct Merge: Decodable {
      var at: Timestamp
      var openedAt: Timestamp?
    }
    let merges: [Merge] = try rows(
      """
      SELECT f.at, (SELECT MIN(e.at) FROM events e WHERE e.repository_id = f.repository_id
        AND e.number = f.number AND e.kind = 'opened') AS opened_at
      FROM facts f WHERE f.repository_id = ? AND f.kind = '\(Fact.Kind.merged.rawValue)'
        AND f.at >= ? AND f.at < ?
      """, id, start, end)
    let times = merges.compactMap { merge in
      merge.openedAt.map { Int((merge.at - $0).components.seconds) }
    }
    return Trend(
      week: start.startOfWeek, open: 0, merged: merges.count, timed: times.count,
      mergeSeconds: times.reduce(0) { $0 + max(0, $1) }, behind: 0)
  }
}
