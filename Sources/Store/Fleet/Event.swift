import Database
package import Forges
package import Time

/// An event in the history of a pull request.
package struct Event: Hashable, Codable, Sendable {
  /// The number of the pull request.
  package var number: Int
  /// When it happened.
  package var at: Timestamp
  /// One word: `opened`, `updated`, `closed`, `verdict`, `merge`.
  package var kind: String
  /// The details for the page: `passed at 0a1b2c3d`, `queued: #12 merges first`.
  package var details: String

  /// Creates an event.
  package init(number: Int, at: Timestamp, kind: String, details: String) {
    self.number = number
    self.at = at
    self.kind = kind
    self.details = details
  }
}

extension StateStore {
  /// Stores events of pull requests, except for an unchanged verdict or merge state.
  package func save(_ events: [Event], of repository: RepositoryID) async throws {
    try await perform(.saveEvents(events, of: repository)) { database in
      guard !events.isEmpty else { return }
      try await database.write { transaction in
        let id = try transaction.id(of: repository)
        for event in events {
          let last: String? = try transaction.execute(
            """
            SELECT details FROM events WHERE repository_id = ? AND number = ? AND kind = ?
            ORDER BY at DESC LIMIT 1
            """, id, event.number, event.kind
          ).first.map { try $0["details"] }
          guard last != event.details || !event.isState else { continue }
          try transaction.insert(
            try Row(encoding: event).setting("repository_id", to: id), into: "events",
            onConflict: .keep)
        }
      }
    }
  }

  /// Returns the events of a pull request, newest first.
  package func events(of number: Int, in repository: RepositoryID) async throws -> [Event] {
    try await perform(.events(of: number, in: repository)) { database in
      try await database.read { transaction in
        try transaction.rows(
          """
          SELECT * FROM events WHERE \(isOfRepository) AND number = ?
          ORDER BY at DESC, kind LIMIT 500
          """, repository.forge, repository.name, number)
      }
    }
  }

  /// Returns the newest events of all pull requests of a repository, latest first.
  package func events(of repository: RepositoryID, limit: Int) async throws -> [Event] {
    try await connection.read { transaction in
      try transaction.rows(
        "SELECT * FROM events WHERE \(isOfRepository) ORDER BY at DESC, number, kind LIMIT ?",
        repository.forge, repository.name, limit)
    }
  }

  /// Deletes events before `time`.
  package func dropEvents(before time: Timestamp) async throws {
    try await dropRows(of: "events", where: "at < ?", time)
  }
}

extension Event {
  /// Whether it describes a state instead of an action.
  fileprivate var isState: Bool { kind == "verdict" || kind == "merge" }
}
