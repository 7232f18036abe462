import Database
package import Forges
package import Time

/// A pull request in the list of the whole fleet.
package struct ProposalRow: Hashable, Codable, Sendable {
  /// The repository.
  package var repository: RepositoryID
  /// The number on the forge.
  package var number: Int
  /// The state after the last pass.
  package var state: PullRequestRecord.State
  /// The proposed versions by dependency.
  package var versions: [String: String]
  /// The verdict about its head; nil before the checks were first read.
  package var verdict: VerdictRecord.Kind?
  /// The checks that contribute to the verdict, or that are expected.
  package var checks: [VerdictRecord.Check]
  /// The state of automatic merging; `unwanted` before the checks were first read.
  package var merging: VerdictRecord.Merging
  /// The reason why the merge is waiting, or empty.
  package var mergingNote: String
  /// The time of martlet's last change.
  package var updatedAt: Timestamp
  /// The kinds of version steps, such as `minor patch`; empty if unknown.
  package var steps: String
  /// When it was opened; nil if that was before the state was created.
  package var openedAt: Timestamp?

  /// The names of the checks that are neither successful nor neutral.
  package var unsettled: [String] {
    checks.filter { !["success", "neutral", "skipped"].contains($0.state) }.map(\.name)
  }
}

/// A filter for pull requests of the fleet.
package struct ProposalQuery: Hashable, Codable, Sendable {
  /// The pull requests to return.
  package enum Filter: String, CaseIterable, Hashable, Codable, Sendable {
    case open, red, waiting, passed, unchecked, declined, merged, closed
  }

  /// A part of the repository's name or of a dependency's name; empty for all.
  package var text: String
  /// The owner, with all groups below it, case-insensitive; empty for all.
  package var owner = ""
  /// A person or team of `CODEOWNERS`, case-insensitive, with or without `@`; empty for all.
  package var team = ""
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
    let text = pattern(containing: query.text)
    let (owner, team) = (pattern(ofOwner: query.owner), pattern(ofTeam: query.team))
    return try await connection.read { transaction in
      let rows = try transaction.execute(
        """
        SELECT q.number, q.state, q.versions, q.updated_at, \(repositoryColumn), v.verdict,
          COALESCE(v.steps, '') AS steps,
          (SELECT MIN(at) FROM events e WHERE e.repository_id = q.repository_id
            AND e.number = q.number AND e.kind = 'opened') AS opened_at,
          COALESCE(v.checks, '[]') AS checks, COALESCE(v.merging_note, '') AS merging_note,
          COALESCE(v.merging, '\(VerdictRecord.Merging.unwanted.rawValue)') AS merging,
          COUNT(*) OVER () AS total
        FROM pull_requests q JOIN repositories ON repositories.id = q.repository_id
          \(joiningVerdicts)
        WHERE \(query.filter.condition) AND LOWER(repositories.name) LIKE ? ESCAPE '\\'
          AND LOWER(repositories.owners) LIKE ? ESCAPE '\\'
          AND (LOWER(repositories.name) LIKE ? ESCAPE '\\'
          OR LOWER(q.dependencies) LIKE ? ESCAPE '\\')
        ORDER BY CASE v.verdict WHEN '\(Kind.failed.rawValue)' THEN 0
            WHEN '\(Kind.timedOut.rawValue)' THEN 1 WHEN '\(Kind.pending.rawValue)' THEN 2
            ELSE 3 END,
          q.updated_at DESC, forge, repositories.name, q.number LIMIT ? OFFSET ?
        """, owner, team, text, text, query.window.limit, query.window.offset)
      return try Listing(rows)
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
