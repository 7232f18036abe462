import Database
package import Time

/// A pull request in the list of the whole fleet.
package struct ProposalRow: Hashable, Sendable {
  /// The name of the forge in the configuration.
  package var forge: String
  /// `owner/name`.
  package var repository: String
  /// The number on the forge.
  package var number: Int
  /// The state after the last pass.
  package var state: PullRequestRecord.State
  /// The proposed versions by dependency.
  package var versions: [String: String]
  /// The verdict about its head; nil before the checks were first read.
  package var verdict: VerdictRecord.Kind?
  /// The names of the checks that are neither successful nor neutral.
  package var unsettled: [String]
  /// The state of automatic merging; `unwanted` before the checks were first read.
  package var merging: VerdictRecord.Merging
  /// The reason why the merge is waiting, or empty.
  package var mergingNote: String
  /// The time of martlet's last change.
  package var updatedAt: Timestamp
}

/// A filter for pull requests of the fleet.
package struct ProposalQuery: Hashable, Sendable {
  /// The pull requests to return.
  package enum Filter: String, CaseIterable, Hashable, Sendable {
    case open, red, waiting, passed, unchecked, declined, merged, closed
  }

  /// A part of the repository's name or of a dependency's name; empty for all.
  package var text: String
  /// The filter.
  package var filter: Filter
  /// The page of the list.
  package var window: Window

  /// Creates a query.
  package init(_ text: String = "", _ filter: Filter = .open, window: Window) {
    self.text = text
    self.filter = filter
    self.window = window
  }
}

extension StateStore {
  /// Returns pull requests of the fleet: failed ones first, then waiting ones; latest first.
  ///
  /// - Throws: `DatabaseError`.
  package func proposals(_ query: ProposalQuery) async throws -> Listing<ProposalRow> {
    let pattern = pattern(containing: query.text)
    return try await connection.read { transaction in
      let rows = try transaction.execute(
        """
        SELECT q.*, v.verdict, v.merging, v.merging_note, COUNT(*) OVER () AS total
        FROM pull_requests q LEFT JOIN verdicts v ON v.key = q.key AND v.number = q.number
        WHERE \(query.filter.condition) AND (LOWER(q.repository) LIKE ? ESCAPE '\\' OR EXISTS (
          SELECT 1 FROM pull_request_versions n
          WHERE n.key = q.key AND LOWER(n.dependency) LIKE ? ESCAPE '\\'))
        ORDER BY CASE v.verdict WHEN '\(Kind.failed.rawValue)' THEN 0
            WHEN '\(Kind.timedOut.rawValue)' THEN 1 WHEN '\(Kind.pending.rawValue)' THEN 2
            ELSE 3 END,
          q.updated_at DESC, q.forge, q.repository, q.number LIMIT ? OFFSET ?
        """, pattern, pattern, query.window.limit, query.window.offset)
      let found = try rows.map { row in
        let key: String = try row["key"]
        let versions = try transaction.execute(
          "SELECT dependency, version FROM pull_request_versions WHERE key = ?", key)
        let checks = try transaction.execute(
          """
          SELECT name FROM verdict_checks
          WHERE key = ? AND state NOT IN ('success', 'neutral', 'skipped') ORDER BY place
          """, key)
        return try ProposalRow(row, versions, checks)
      }
      return Listing(found, total: try rows.first.map { try $0["total"] } ?? 0)
    }
  }
}

private typealias Kind = VerdictRecord.Kind

extension ProposalQuery.Filter {
  fileprivate var condition: String {
    switch self {
    case .open: isOpen
    case .red: "\(isOpen) AND v.verdict IN \(sqlWords(Kind.red))"
    case .waiting: "\(isOpen) AND v.verdict = '\(Kind.pending.rawValue)'"
    case .passed: "\(isOpen) AND v.verdict = '\(Kind.passed.rawValue)'"
    case .unchecked: "\(isOpen) AND (v.verdict = '\(Kind.none.rawValue)' OR v.verdict IS NULL)"
    case .declined, .merged, .closed: "q.state = '\(rawValue)'"
    }
  }
}

extension ProposalRow {
  fileprivate init(_ row: Row, _ versions: [Row], _ checks: [Row]) throws {
    let state: String = try row["state"]
    let verdict: String? = try row["verdict"]
    let merging: String? = try row["merging"]
    let note: String? = try row["merging_note"]
    self.init(
      forge: try row["forge"], repository: try row["repository"], number: try row["number"],
      state: PullRequestRecord.State(rawValue: state) ?? .closed,
      versions: Dictionary(
        try versions.map { (try $0["dependency"], try $0["version"]) }, uniquingKeysWith: { $1 }),
      verdict: verdict.flatMap(VerdictRecord.Kind.init(rawValue:)),
      unsettled: verdict == nil ? [] : try checks.map { try $0["name"] },
      merging: merging.flatMap(VerdictRecord.Merging.init(rawValue:)) ?? .unwanted,
      mergingNote: note ?? "", updatedAt: try row["updated_at"])
  }
}
