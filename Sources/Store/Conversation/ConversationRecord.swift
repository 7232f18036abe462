import Database
package import Time

/// The part of a pull request's comments that has been read.
package struct ConversationRecord: Hashable, Sendable {
  /// The number of the pull request, or of an issue with the same numbering.
  package var number: Int
  /// The number of comments; -1 if the forge does not report it.
  package var comments: Int
  /// The last change, by the forge's clock.
  package var updatedAt: Timestamp

  /// Creates a record.
  package init(number: Int, comments: Int, updatedAt: Timestamp) {
    self.number = number
    self.comments = comments
    self.updatedAt = updatedAt
  }
}

extension StateStore {
  /// Returns the records of a repository by the pull request's number.
  package func conversations(
    of repository: String, forge: String
  ) async throws -> [Int: ConversationRecord] {
    try await connection.read { transaction in
      let rows = try transaction.execute(
        "SELECT number, comments, updated_at FROM conversations WHERE forge = ? AND repository = ?",
        forge, repository)
      var found: [Int: ConversationRecord] = [:]
      for row in rows {
        let record = ConversationRecord(
          number: try row["number"], comments: try row["comments"],
          updatedAt: try row["updated_at"])
        found[record.number] = record
      }
      return found
    }
  }

  /// Stores a record.
  package func save(
    _ record: ConversationRecord, of repository: String, forge: String
  ) async throws {
    try await connection.write { transaction in
      _ = try transaction.execute(
        """
        INSERT INTO conversations VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (forge, repository, number)
        DO UPDATE SET comments = excluded.comments, updated_at = excluded.updated_at
        """, forge, repository, record.number, record.comments, record.updatedAt)
    }
  }

  /// Returns the time, by the forge's clock, up to which all activity was processed; nil before the
  /// first pass.
  package func activityMark(of repository: String, forge: String) async throws -> Timestamp? {
    try await connection.read { transaction in
      let found: Timestamp? = try transaction.execute(
        "SELECT reached_at FROM activity_marks WHERE forge = ? AND repository = ?",
        forge, repository
      ).first.map { try $0["reached_at"] }
      return found
    }
  }

  /// Stores the time up to which all activity was processed.
  package func saveActivityMark(
    _ time: Timestamp, of repository: String, forge: String
  ) async throws {
    try await connection.write { transaction in
      _ = try transaction.execute(
        """
        INSERT INTO activity_marks VALUES (?, ?, ?)
        ON CONFLICT (forge, repository) DO UPDATE SET reached_at = excluded.reached_at
        """, forge, repository, time)
    }
  }
}
