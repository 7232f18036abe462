import Database
package import Forges
package import Time

/// The next due time of an entry of a repository's `dependabot.yml`.
package struct AgendaItem: Hashable, Codable, Sendable {
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

extension Table {
  /// The next due times of entries.
  static let agendaItems = ofRepositories(
    "agenda_items",
    """
    entry TEXT NOT NULL,
    schedule_text TEXT NOT NULL,
    target TEXT NOT NULL,
    head TEXT NOT NULL,
    next_at INTEGER NOT NULL
    """, key: "repository_id, entry")
}

extension StateStore {
  /// Returns the planned entries of a repository; empty before the first visit.
  package func agenda(of repository: RepositoryID) async throws -> [AgendaItem] {
    try await connection.read { transaction in
      try transaction.rows(of: repository, in: "agenda_items", by: "entry")
    }
  }

  /// Replaces the planned entries of a repository.
  package func plan(_ items: [AgendaItem], for repository: RepositoryID) async throws {
    try await connection.write { transaction in
      try transaction.execute(
        "DELETE FROM agenda_items WHERE \(isOfRepository)", repository.forge, repository.name)
      for item in items {
        try transaction.save(item, in: "agenda_items", of: repository, onConflict: .fail)
      }
    }
  }
}
