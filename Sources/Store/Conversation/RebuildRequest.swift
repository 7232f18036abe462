import Database
package import Forges
package import Time

/// A request to rebuild the branch of a pull request, which has not been fulfilled yet.
package struct RebuildRequest: Hashable, Codable, Sendable {
  /// The commits that the rebuild may discard.
  package enum Kind: String, Hashable, Codable, Sendable {
    /// Only martlet's own commits.
    case rebase
    /// All commits, including those of other people.
    case recreate
  }

  /// The repository.
  package var repository: RepositoryID
  /// The update key as text, unique in the repository.
  package var key: String
  /// The command: `@martlet rebase` or `@martlet recreate`.
  package var kind: Kind
  /// The number of the pull request.
  package var number: Int
  /// The forge's identifier of the comment; the negative number of the pull request if no comment waits
  /// for an answer, as after `rebase all` or a request of an operator.
  package var comment: Int
  /// The login of the comment's author.
  package var author: String
  /// The branch's commit when the request was read; when the branch has moved, the request is
  /// fulfilled.
  package var head: String
  /// The time of the comment.
  package var createdAt: Timestamp

  /// Creates a request.
  package init(
    repository: RepositoryID, key: String, kind: Kind, number: Int, comment: Int,
    author: String, head: String, createdAt: Timestamp
  ) {
    self.repository = repository
    self.key = key
    self.kind = kind
    self.number = number
    self.comment = comment
    self.author = author
    self.head = head
    self.createdAt = createdAt
  }
}

extension StateStore {
  /// Returns the pending requests of a repository, oldest first.
  package func rebuildRequests(of repository: RepositoryID) async throws -> [RebuildRequest] {
    try await perform(.rebuildRequests(of: repository)) { database in
      try await database.read { transaction in
        try transaction.rows(of: repository, in: "rebuild_requests", by: "created_at, comment")
      }
    }
  }

  /// Stores a request, unless one of the same comment exists.
  package func save(_ request: RebuildRequest) async throws {
    try await perform(.saveRebuildRequest(request)) { database in
      try await database.write(.byStatement) { transaction in
        try transaction.save(
          request, in: "rebuild_requests", of: request.repository, onConflict: .keep)
      }
    }
  }

  /// Deletes a request.
  package func remove(_ request: RebuildRequest) async throws {
    try await perform(.removeRebuildRequest(request)) { database in
      try await database.write(.byStatement) { transaction in
        _ = try transaction.execute(
          "DELETE FROM rebuild_requests WHERE \(isOfRepository) AND key = ? AND comment = ?",
          request.repository.forge, request.repository.name, request.key, request.comment)
      }
    }
  }
}
