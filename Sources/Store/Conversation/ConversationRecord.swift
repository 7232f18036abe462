import Database
package import Forges
package import Time

/// The part of a pull request's comments that has been read.
package struct ConversationRecord: Hashable, Codable, Sendable {
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
    of repository: RepositoryID
  ) async throws -> [Int: ConversationRecord] {
    try await perform(.conversations(of: repository)) { database in
      let records: [ConversationRecord] = try await database.read { transaction in
        try transaction.rows(of: repository, in: "conversations", by: "number")
      }
      return Dictionary(records.map { ($0.number, $0) }) { $1 }
    }
  }

  /// Stores a record.
  package func save(_ record: ConversationRecord, of repository: RepositoryID) async throws {
    try await perform(.saveConversation(record, of: repository)) { database in
      try await database.write(.byStatement) { transaction in
        try transaction.save(
          record, in: "conversations", of: repository,
          onConflict: .replace(key: ["repository_id", "number"]))
      }
    }
  }

  /// Returns the time, by the forge's clock, up to which all activity was processed; nil before the
  /// first pass.
  package func activityMark(of repository: RepositoryID) async throws -> Timestamp? {
    try await perform(.activityMark(of: repository)) { database in
      let marks: [ActivityMark] = try await database.read { transaction in
        try transaction.rows(of: repository, in: "activity_marks", by: "reached_at")
      }
      return marks.first?.reachedAt
    }
  }

  /// Stores the time up to which all activity was processed.
  package func saveActivityMark(_ time: Timestamp, of repository: RepositoryID) async throws {
    try await perform(.saveActivityMark(time, of: repository)) { database in
      try await database.write(.byStatement) { transaction in
        try transaction.save(
          ActivityMark(reachedAt: time), in: "activity_marks", of: repository,
          onConflict: .replace(key: ["repository_id"]))
      }
    }
  }
}

/// A row of a repository's processed activity.
private struct ActivityMark: Codable {
  var reachedAt: Timestamp
}
