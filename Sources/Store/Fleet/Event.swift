import Database
package import Time

/// An event in the history of a pull request.
package struct Event: Hashable, Sendable {
  /// The number of the pull request.
  package var number: Int
  /// When it happened.
  package var at: Timestamp
  /// One word: `opened`, `updated`, `closed`, `verdict`, `merge`.
  package var kind: String
  /// The details for the page: `passed at 0a1b2c3d`, `queued: #12 merges first`.
  package var words: String

  /// Creates an event.
  package init(number: Int, at: Timestamp, kind: String, words: String) {
    self.number = number
    self.at = at
    self.kind = kind
    self.words = words
  }
}

extension StateStore {
  /// Stores events of pull requests, except for an unchanged verdict or merge state.
  package func save(_ events: [Event], of repository: String, forge: String) async throws {
    guard !events.isEmpty else { return }
    try await connection.write { transaction in
      for event in events {
        let last: String? = try transaction.execute(
          """
          SELECT words FROM events WHERE forge = ? AND repository = ? AND number = ? AND kind = ?
          ORDER BY at DESC LIMIT 1
          """, forge, repository, event.number, event.kind
        ).first.map { try $0["words"] }
        guard last != event.words || !event.isState else { continue }
        try transaction.execute(
          """
          INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT (forge, repository, number, at, kind, words) DO NOTHING
          """, forge, repository, event.number, event.at, event.kind, event.words)
      }
    }
  }

  /// Returns the events of a pull request, newest first.
  package func events(
    of number: Int, in repository: String, forge: String
  ) async throws -> [Event] {
    try await connection.read { transaction in
      try transaction.execute(
        """
        SELECT * FROM events WHERE forge = ? AND repository = ? AND number = ?
        ORDER BY at DESC, kind LIMIT 500
        """, forge, repository, number
      ).map { row in
        Event(
          number: try row["number"], at: try row["at"], kind: try row["kind"],
          words: try row["words"])
      }
    }
  }

  /// Deletes events before `time`.
  package func dropEvents(before time: Timestamp) async throws {
    try await connection.write { transaction in
      _ = try transaction.execute("DELETE FROM events WHERE at < ?", time)
    }
  }
}

extension Event {
  /// Whether it describes a state instead of an action.
  fileprivate var isState: Bool { kind == "verdict" || kind == "merge" }
}
