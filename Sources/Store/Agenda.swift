import Database
package import Time

/// The next due time of an entry of a repository's `dependabot.yml`.
package struct AgendaItem: Hashable, Sendable {
  /// The key of the entry in its file.
  package var entry: String
  /// The schedule as text; an entry with another schedule is planned again.
  package var scheduleText: String
  /// The branch that the entry updates; empty for the default branch.
  package var target: String
  /// The commit of the default branch at the last visit.
  package var head: String
  /// The next due time.
  package var nextAt: Timestamp

  /// Creates an item.
  package init(
    entry: String, scheduleText: String, target: String, head: String, nextAt: Timestamp
  ) {
    self.entry = entry
    self.scheduleText = scheduleText
    self.target = target
    self.head = head
    self.nextAt = nextAt
  }
}

extension Migration {
  /// The next due times of entries.
  static let agendas = Migration(
    """
    CREATE TABLE agendas (
      forge TEXT NOT NULL,
      repository TEXT NOT NULL,
      entry TEXT NOT NULL,
      rhythm TEXT NOT NULL,
      target TEXT NOT NULL,
      head TEXT NOT NULL,
      next_at INTEGER NOT NULL,
      PRIMARY KEY (forge, repository, entry)
    ) STRICT;
    """)
}

extension StateStore {
  /// Returns the planned entries of a repository; empty before the first visit.
  package func agenda(of repository: String, forge: String) async throws -> [AgendaItem] {
    try await connection.read { transaction in
      try transaction.execute(
        "SELECT * FROM agendas WHERE forge = ? AND repository = ? ORDER BY entry", forge,
        repository
      ).map { row in
        AgendaItem(
          entry: try row["entry"], scheduleText: try row["rhythm"], target: try row["target"],
          head: try row["head"], nextAt: try row["next_at"])
      }
    }
  }

  /// Replaces the planned entries of a repository.
  package func plan(
    _ items: [AgendaItem], for repository: String, forge: String
  ) async throws {
    try await connection.write { transaction in
      try transaction.execute(
        "DELETE FROM agendas WHERE forge = ? AND repository = ?", forge, repository)
      for item in items {
        try transaction.execute(
          "INSERT INTO agendas VALUES (?, ?, ?, ?, ?, ?, ?)", forge, repository, item.entry,
          item.scheduleText, item.target, item.head, item.nextAt)
      }
    }
  }
}
