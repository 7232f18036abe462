import Database

/// What is known of a repository before its forge is asked.
package struct RepositoryRecord: Hashable, Sendable {
  /// The operator's name of the forge.
  package var forge: String
  /// `owner/name`.
  package var name: String
  /// By which the forge knows it whatever its name; nil where none was told.
  package var identifier: String?
  /// As the forge named it at the last pass: `main`.
  package var defaultBranch: String
  /// Seconds since 1970 when the forge last named it.
  package var confirmedAt: Int64
  /// The forge's identifier of that branch, another one for one of another repository; nil where none
  /// was told.
  package var branchMark: String?
  /// Seconds since 1970 of the last whole pass.
  package var visitedAt: Int64

  /// Describes a repository.
  package init(
    forge: String, name: String, identifier: String? = nil, defaultBranch: String,
    confirmedAt: Int64 = 0, branchMark: String? = nil, visitedAt: Int64
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
  /// What the last pass over a repository left; nil before the first.
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

  /// When each repository of a forge was last gone over as a whole, in seconds since 1970, by name.
  package func visits(forge: String) async throws -> [String: Int64] {
    try await connection.read { transaction in
      let rows = try transaction.execute(
        "SELECT name, visited_at FROM repositories WHERE forge = ?", forge)
      return Dictionary(try rows.map { (try $0["name"], try $0["visited_at"]) }) { $1 }
    }
  }

  /// Remembers a repository in place of what was known of it, but for an identifier that is not told.
  package func save(_ record: RepositoryRecord) async throws {
    try await connection.write { transaction in
      // What is seen last counts, should another row claim to be the same repository.
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

  /// Lets the next pass ask the forge again which branch is the default one.
  package func doubtBranch(of name: String, forge: String) async throws {
    try await connection.write { transaction in
      _ = try transaction.execute(
        "UPDATE repositories SET confirmed_at = 0 WHERE forge = ? AND name = ?", forge, name)
    }
  }
}

extension Migration {
  /// A default branch that was changed while the old one stays shows only where the forge is asked.
  static let confirmedBranches = Migration(
    "ALTER TABLE repositories ADD COLUMN confirmed_at INTEGER NOT NULL DEFAULT 0;")

  /// A repository that took over a name has a branch of its own, though it may have the same name.
  static let branchMarks = Migration("ALTER TABLE repositories ADD COLUMN branch_mark TEXT;")
}
