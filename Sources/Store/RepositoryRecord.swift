import Database
package import Time

/// The data about a repository that is known without a request to its forge.
package struct RepositoryRecord: Hashable, Sendable {
  /// The name of the forge in the configuration.
  package var forge: String
  /// `owner/name`.
  package var name: String
  /// The forge's permanent identifier of the repository; nil if unknown.
  package var identifier: String?
  /// The name of the default branch at the last pass, such as `main`.
  package var defaultBranch: String
  /// The time when the forge last confirmed the default branch.
  package var confirmedAt: Timestamp
  /// The forge's identifier of the default branch, which differs between repositories; nil if
  /// unknown.
  package var branchMark: String?
  /// The time of the last complete pass.
  package var visitedAt: Timestamp

  /// Creates a record.
  package init(
    forge: String, name: String, identifier: String? = nil, defaultBranch: String,
    confirmedAt: Timestamp = .epoch, branchMark: String? = nil, visitedAt: Timestamp
  ) {
    self.forge = forge
    self.name = name
    self.identifier = identifier
    self.defaultBranch = defaultBranch
    self.confirmedAt = confirmedAt
    self.branchMark = branchMark
    self.visitedAt = visitedAt
  }
}

extension StateStore {
  /// Returns the record of a repository; nil before its first pass.
  package func repository(_ name: String, forge: String) async throws -> RepositoryRecord? {
    try await connection.read { transaction in
      try transaction.execute(
        """
        SELECT identifier, default_branch, confirmed_at, branch_mark, visited_at
        FROM repositories WHERE forge = ? AND name = ?
        """, forge, name
      ).first.map { row in
        RepositoryRecord(
          forge: forge, name: name, identifier: try row["identifier"],
          defaultBranch: try row["default_branch"],
          confirmedAt: try row["confirmed_at"], branchMark: try row["branch_mark"],
          visitedAt: try row["visited_at"])
      }
    }
  }

  /// Returns the times of the last complete passes of a forge by repository.
  package func visits(forge: String) async throws -> [String: Timestamp] {
    try await connection.read { transaction in
      let rows = try transaction.execute(
        "SELECT name, visited_at FROM repositories WHERE forge = ?", forge)
      return Dictionary(try rows.map { (try $0["name"], try $0["visited_at"]) }) { $1 }
    }
  }

  /// Stores the record of a repository; a nil identifier keeps the stored one.
  package func save(_ record: RepositoryRecord) async throws {
    try await connection.write { transaction in
      // If another row has the same identifier, this one is newer.
      try transaction.execute(
        """
        UPDATE repositories SET identifier = NULL
        WHERE forge = ? AND identifier = ? AND name <> ?
        """, record.forge, record.identifier, record.name)
      _ = try transaction.execute(
        """
        INSERT INTO repositories
          (forge, name, identifier, default_branch, confirmed_at, branch_mark, visited_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (forge, name) DO UPDATE SET
          identifier = COALESCE(excluded.identifier, repositories.identifier),
          default_branch = excluded.default_branch, confirmed_at = excluded.confirmed_at,
          branch_mark = excluded.branch_mark, visited_at = excluded.visited_at
        """, record.forge, record.name, record.identifier, record.defaultBranch,
        record.confirmedAt, record.branchMark, record.visitedAt)
    }
  }

  /// Makes the next pass ask the forge for the default branch.
  package func invalidateDefaultBranch(of name: String, forge: String) async throws {
    try await connection.write { transaction in
      _ = try transaction.execute(
        "UPDATE repositories SET confirmed_at = 0 WHERE forge = ? AND name = ?", forge, name)
    }
  }
}

extension Migration {
  /// Only the forge knows whether the default branch was changed while the old branch still exists.
  static let confirmedBranches = Migration(
    "ALTER TABLE repositories ADD COLUMN confirmed_at INTEGER NOT NULL DEFAULT 0;")

  /// A repository that took over a name has a different default branch, even with the same name.
  static let branchMarks = Migration("ALTER TABLE repositories ADD COLUMN branch_mark TEXT;")
}
