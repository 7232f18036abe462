import Database

/// Somebody's wish that a pull request's branch be built anew, not yet fulfilled.
package struct RebuildRequest: Hashable, Sendable {
  /// What may be thrown away for it.
  package enum Kind: String, Hashable, Sendable {
    /// Nothing but commits of martlet's own.
    case rebase
    /// Other people's commits, too.
    case recreate
  }

  /// The operator's name of the forge.
  package var forge: String
  /// `owner/name`.
  package var repository: String
  /// The update key's line.
  package var key: String
  /// What the comment said: `@martlet rebase` or `@martlet recreate`.
  package var kind: Kind
  /// The pull request on which it was asked.
  package var number: Int
  /// The forge's number of the comment.
  package var comment: Int
  /// The login of who asked.
  package var author: String
  /// Where the branch was when the wish was read: once it is elsewhere, the wish is fulfilled.
  package var head: String
  /// Seconds since 1970.
  package var createdAt: Int64

  /// Describes a wish.
  package init(
    forge: String, repository: String, key: String, kind: Kind, number: Int, comment: Int,
    author: String, head: String, createdAt: Int64
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
  /// Wishes of a repository that wait, oldest first.
  package func requests(of repository: String, forge: String) async throws -> [RebuildRequest] {
    try await connection.read { transaction in
      try transaction.execute(
        """
        SELECT * FROM rebuild_requests WHERE forge = ? AND repository = ? ORDER BY created_at, comment
        """, forge, repository
      ).map { try RebuildRequest($0) }
    }
  }

  /// Writes a wish down; the first reading of a comment counts.
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

  /// Strikes a wish out.
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
