import Database
package import Time

/// A request to rebuild the branch of a pull request, which has not been fulfilled yet.
package struct RebuildRequest: Hashable, Sendable {
  /// The commits that the rebuild may discard.
  package enum Kind: String, Hashable, Sendable {
    /// Only martlet's own commits.
    case rebase
    /// All commits, including those of other people.
    case recreate
  }

  /// The name of the forge in the configuration.
  package var forge: String
  /// `owner/name`.
  package var repository: String
  /// The update key as one line of text.
  package var key: String
  /// The command: `@martlet rebase` or `@martlet recreate`.
  package var kind: Kind
  /// The number of the pull request.
  package var number: Int
  /// The forge's identifier of the comment.
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
    forge: String, repository: String, key: String, kind: Kind, number: Int, comment: Int,
    author: String, head: String, createdAt: Timestamp
  ) {
    self.forge = forge
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
  package func requests(of repository: String, forge: String) async throws -> [RebuildRequest] {
    try await connection.read { transaction in
      try transaction.execute(
        """
        SELECT * FROM rebuild_requests WHERE forge = ? AND repository = ? ORDER BY created_at, comment
        """, forge, repository
      ).map { try RebuildRequest($0) }
    }
  }

  /// Stores a request, unless one of the same comment exists.
  package func save(_ request: RebuildRequest) async throws {
    try await connection.write { transaction in
      _ = try transaction.execute(
        """
        INSERT INTO rebuild_requests VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (key, comment) DO NOTHING
        """, request.forge, request.repository, request.key, request.comment, request.number,
        request.kind.rawValue, request.author, request.head, request.createdAt)
    }
  }

  /// Deletes a request.
  package func remove(_ request: RebuildRequest) async throws {
    try await connection.write { transaction in
      _ = try transaction.execute(
        "DELETE FROM rebuild_requests WHERE key = ? AND comment = ?", request.key, request.comment)
    }
  }
}

extension RebuildRequest {
  fileprivate init(_ row: Row) throws {
    let kind: String = try row["kind"]
    self.init(
      forge: try row["forge"], repository: try row["repository"], key: try row["key"],
      kind: Kind(rawValue: kind) ?? .rebase, number: try row["number"],
      comment: try row["comment"], author: try row["author"], head: try row["head"],
      createdAt: try row["created_at"])
  }
}
