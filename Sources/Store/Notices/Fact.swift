import Database
package import Forges
package import Time

/// Something that happened in a repository, for notifications and the history.
package struct Fact: Hashable, Codable, Sendable {
  /// The kinds, with the words of the key `events` in the configuration.
  package enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
    /// The checks of a pull request failed or timed out.
    case red
    /// A pull request was merged, by anyone.
    case merged
    /// An advisory affects a locked version that it didn't affect before.
    case security
    /// A tag, a digest or a checksum changed after a pull request proposed it.
    case moved
    /// A version that is proposed has another origin than the one before.
    case origin
    /// A pull request is green and waits for people.
    case waiting
    /// A repository without problems has one.
    case problem
    /// All problems of a repository are solved, or failed checks of a pull request passed.
    case recovered
  }

  /// What happened.
  package var kind: Kind
  /// Identifies it among the facts of this kind in the repository; a second one is not stored.
  package var subject: String
  /// When it was recorded.
  package var at: Timestamp
  /// The number of the pull request; nil if it concerns none.
  package var number: Int?
  /// One line for people, without the names of the repository and the pull request.
  package var summary: String
  /// How severe an advisory is; nil for other kinds.
  package var severity: AdvisorySeverity?

  /// Creates a fact; its summary is limited to one short line.
  package init(
    _ kind: Kind, _ subject: String, at: Timestamp, number: Int? = nil, summary: String,
    severity: AdvisorySeverity? = nil
  ) {
    self.kind = kind
    self.subject = subject
    self.at = at
    self.number = number
    self.summary = Self.line(summary)
    self.severity = severity
  }

  private static let longestSummary = 300

  private static func line(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > longestSummary ? words.prefix(longestSummary - 1) + "…" : words
  }
}

/// A fact of a repository, as stored.
package struct RepositoryFact: Hashable, Sendable {
  /// The repository.
  package var repository: RepositoryID
  /// What happened.
  package var fact: Fact
  /// The channels that the repository's file chooses, as in `RepositoryRecord`; empty if they weren't
  /// read.
  package var channels = ""

  /// Combines both.
  package init(repository: RepositoryID, fact: Fact) {
    self.repository = repository
    self.fact = fact
  }

  init(_ row: Row) throws {
    self.init(repository: try row["repository"], fact: try row.decode())
  }
}

extension StateStore {
  /// Returns the newest facts of a repository, latest first.
  package func facts(of repository: RepositoryID, limit: Int) async throws -> [Fact] {
    try await connection.read { transaction in
      try transaction.rows(
        "SELECT * FROM facts WHERE \(isOfRepository) ORDER BY at DESC, id DESC LIMIT ?",
        repository.forge, repository.name, limit)
    }
  }

  /// Deletes facts before `time` about which no message is waiting.
  package func dropFacts(before time: Timestamp) async throws {
    try await dropRows(
      of: "facts",
      where: """
        at < ? AND is_planned = 1 AND NOT EXISTS (
          SELECT 1 FROM outbox WHERE fact_id = facts.id AND state = 'waiting')
        """, time)
  }
}

extension Transaction {
  /// Stores facts of a repository that are not stored yet.
  ///
  /// The recovery of a pull request is left out unless its last news was that checks failed.
  borrowing func note(_ facts: [Fact], of id: Int64) throws {
    for fact in facts {
      if fact.kind == .recovered, let number = fact.number {
        let last: String? = try execute(
          """
          SELECT kind FROM facts WHERE repository_id = ? AND number = ?
            AND kind IN ('red', 'recovered') ORDER BY id DESC LIMIT 1
          """, id, number
        ).first.map { try $0["kind"] }
        guard last == Fact.Kind.red.rawValue else { continue }
      }
      try insert(
        try Row(encoding: fact).setting("repository_id", to: id), into: "facts", onConflict: .keep)
    }
  }
}
