import Database

/// A pull request as a list of the whole fleet shows it.
package struct ProposalRow: Hashable, Sendable {
  /// The operator's name of the forge.
  package var forge: String
  /// `owner/name`.
  package var repository: String
  /// The forge's number of it.
  package var number: Int
  /// As the last pass left it.
  package var state: PullRequestRecord.State
  /// Proposed versions by dependency.
  package var versions: [String: String]
  /// What CI says of its head; nil before the first look.
  package var verdict: VerdictRecord.Kind?
  /// Names of the checks that are neither green nor neutral.
  package var unsettled: [String]
  /// How far the merge by martlet is; `unwanted` before CI was looked at.
  package var merging: VerdictRecord.Merging
  /// What the merge waits for, in words; empty where nothing is to be said.
  package var mergingNote: String
  /// Seconds since 1970 at which martlet last changed it.
  package var updatedAt: Int64
}

/// Which pull requests of the fleet are wanted.
package struct ProposalQuery: Hashable, Sendable {
  /// How a pull request must stand.
  package enum Filter: String, CaseIterable, Hashable, Sendable {
    case open, red, waiting, passed, unchecked, declined, merged, closed
  }

  /// A part of the repository's name or of a dependency's; empty: any.
  package var text: String
  /// What the pull requests have in common.
  package var filter: Filter
  /// A page of the list.
  package var window: Window

  /// Asks for pull requests.
  package init(_ text: String = "", _ filter: Filter = .open, window: Window) {
    self.text = text
    self.filter = filter
    self.window = window
  }
}

extension StateStore {
  /// Pull requests of the fleet: red ones first, then those that wait; the latest above.
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
        ORDER BY CASE v.verdict WHEN 'failed' THEN 0 WHEN 'timed-out' THEN 1
            WHEN 'pending' THEN 2 ELSE 3 END,
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

extension ProposalQuery.Filter {
  fileprivate var condition: String {
    switch self {
    case .open: "q.state = 'open'"
    case .red: "q.state = 'open' AND v.verdict IN ('failed', 'timed-out')"
    case .waiting: "q.state = 'open' AND v.verdict = 'pending'"
    case .passed: "q.state = 'open' AND v.verdict = 'passed'"
    case .unchecked: "q.state = 'open' AND (v.verdict = 'none' OR v.verdict IS NULL)"
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
