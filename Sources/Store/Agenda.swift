import Database

/// When an entry of a repository's file is looked at next.
package struct AgendaItem: Hashable, Sendable {
  /// What tells the entry from the file's others.
  package var entry: String
  /// Its schedule as text: another one is planned anew.
  package var rhythm: String
  /// The branch that it updates; empty for the default branch.
  package var target: String
  /// The commit of the default branch at which it was last looked at.
  package var head: String
  /// Seconds since 1970.
  package var nextAt: Int64

  /// Describes when an entry is due.
  package init(entry: String, rhythm: String, target: String, head: String, nextAt: Int64) {
    self.entry = entry
    self.rhythm = rhythm
    self.target = target
    self.head = head
    self.nextAt = nextAt
  }
}

extension Migration {
  /// The next times of entries.
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
  /// What is planned for a repository; empty before the first visit.
  package func agenda(of repository: String, forge: String) async throws -> [AgendaItem] {
    try await connection.read { transaction in
      try transaction.execute(
        "SELECT * FROM agendas WHERE forge = ? AND repository = ? ORDER BY entry", forge,
        repository
      ).map { row in
        AgendaItem(
          entry: try row["entry"], rhythm: try row["rhythm"], target: try row["target"],
          head: try row["head"], nextAt: try row["next_at"])
      }
    }
  }

  /// Plans a repository anew; entries that are not named are forgotten.
  package func plan(
    _ items: [AgendaItem], for repository: String, forge: String
  ) async throws {
    try await connection.write { transaction in
      try transaction.execute(
        "DELETE FROM agendas WHERE forge = ? AND repository = ?", forge, repository)
      for item in items {
        try transaction.execute(
          "INSERT INTO agendas VALUES (?, ?, ?, ?, ?, ?, ?)", forge, repository, item.entry,
          item.rhythm, item.target, item.head, item.nextAt)
      }
    }
  }
}
