import Database

/// How far the talk on a pull request has been read.
package struct ConversationRecord: Hashable, Sendable {
  /// Of the pull request, or of a plain issue that the forge counts with them.
  package var number: Int
  /// How many comments there were; -1 where the forge does not count them.
  package var comments: Int
  /// Seconds since 1970 by the forge's clock.
  package var updatedAt: Int64

  /// Describes a point in a talk.
  package init(number: Int, comments: Int, updatedAt: Int64) {
    self.number = number
    self.comments = comments
    self.updatedAt = updatedAt
  }
}

extension StateStore {
  /// How far each talk of a repository has been read, by the pull request's number.
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

  /// Remembers how far a talk has been read.
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

  /// Up to which time of the forge's clock everything was heeded; nil before the first time.
  package func activityMark(of repository: String, forge: String) async throws -> Int64? {
    try await connection.read { transaction in
      let found: Int64? = try transaction.execute(
        "SELECT reached_at FROM activity_marks WHERE forge = ? AND repository = ?",
        forge, repository
      ).first.map { try $0["reached_at"] }
      return found
    }
  }

  /// Remembers that everything up to a time, in seconds since 1970, was heeded.
  package func saveActivityMark(
    _ time: Int64, of repository: String, forge: String
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
