import Database
package import Forges
package import Time

extension StateStore {
  /// Returns whether a comment has been processed, including one without a command.
  package func isProcessed(comment: Int, of repository: RepositoryID) async throws -> Bool {
    try await perform(.isProcessed(comment: comment, of: repository)) { database in
      try await database.read { transaction in
        try !transaction.execute(
          "SELECT 1 AS found FROM processed_comments WHERE \(isOfRepository) AND comment = ?",
          repository.forge, repository.name, comment
        ).isEmpty
      }
    }
  }

  /// Marks a comment as processed and deletes the rebuild that it requested.
  package func markProcessed(
    comment: Int, of repository: RepositoryID, now: Timestamp
  ) async throws {
    try await perform(.markProcessed(comment: comment, of: repository, at: now)) { database in
      try await database.write(.byStatement) { transaction in
        try transaction.save(
          ProcessedComment(comment: comment, processedAt: now), in: "processed_comments",
          of: repository, onConflict: .keep)
        try transaction.execute(
          "DELETE FROM rebuild_requests WHERE \(isOfRepository) AND comment = ?", repository.forge,
          repository.name, comment)
      }
    }
  }
}

/// A row of a processed comment.
private struct ProcessedComment: Encodable {
  var comment: Int
  var processedAt: Timestamp
}
