import Database
package import Time

/// An ignore rule for a dependency, created by a comment.
package struct Ignore: Hashable, Sendable {
  /// The ignored versions, relative to the proposed version.
  package enum Condition: String, CaseIterable, Hashable, Sendable {
    /// All versions.
    case all
    /// All versions with the same major number: `2.x`.
    case major
    /// All versions with the same major and minor numbers: `2.1.x`.
    case minor
    /// Only that version: `2.1.3`.
    case patch
  }

  /// The name of the forge in the configuration.
  package var forge: String
  /// `owner/name`.
  package var repository: String
  /// The word in `dependabot.yml`: `npm`, `bundler`, `swift`.
  package var ecosystem: String
  /// In the format of `dependabot.yml`.
  package var directory: String
  /// The name in the manifest or the lock file.
  package var dependency: String
  /// The ignored versions, relative to `version`.
  package var condition: Condition
  /// The proposed version.
  package var version: String
  /// The login of the comment's author.
  package var author: String
  /// The number of the pull request.
  package var number: Int
  /// The URL of the comment; empty if the forge reports none.
  package var comment: String
  /// The time of the comment.
  package var createdAt: Timestamp

  /// Creates a rule.
  package init(
    forge: String, repository: String, ecosystem: String, directory: String, dependency: String,
    condition: Condition, version: String, author: String, number: Int, comment: String = "",
    createdAt: Timestamp
  ) {
    self.forge = forge
    self.repository = repository
    self.ecosystem = ecosystem
    self.directory = directory
    self.dependency = dependency
    self.condition = condition
    self.version = version
    self.author = author
    self.number = number
    self.comment = comment
    self.createdAt = createdAt
  }
}

extension StateStore {
  /// Returns the rules of a repository, sorted by name, then oldest first.
  package func ignores(of repository: String, forge: String) async throws -> [Ignore] {
    try await connection.read { transaction in
      try transaction.execute(
        """
        SELECT * FROM ignores WHERE forge = ? AND repository = ?
        ORDER BY ecosystem, directory, dependency, created_at, condition, version
        """, forge, repository
      ).map { try Ignore($0) }
    }
  }

  /// Returns the rules of all repositories.
  package func ignores() async throws -> [Ignore] {
    try await connection.read { transaction in
      try transaction.execute(
        "SELECT * FROM ignores ORDER BY forge, repository, dependency, created_at"
      ).map { try Ignore($0) }
    }
  }

  /// Stores a rule; it replaces one with the same condition.
  package func save(_ ignore: Ignore) async throws {
    try await connection.write { transaction in
      _ = try transaction.execute(
        """
        INSERT INTO ignores VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (forge, repository, ecosystem, directory, dependency, condition, version)
        DO UPDATE SET author = excluded.author, number = excluded.number,
          comment = excluded.comment, created_at = excluded.created_at
        """, ignore.forge, ignore.repository, ignore.ecosystem, ignore.directory,
        ignore.dependency, ignore.condition.rawValue, ignore.version, ignore.author,
        ignore.number, ignore.comment, ignore.createdAt)
    }
  }

  /// Deletes a rule, if it exists.
  package func remove(_ ignore: Ignore) async throws {
    try await connection.write { transaction in
      _ = try transaction.execute(
        """
        DELETE FROM ignores WHERE forge = ? AND repository = ? AND ecosystem = ?
        AND directory = ? AND dependency = ? AND condition = ? AND version = ?
        """, ignore.forge, ignore.repository, ignore.ecosystem, ignore.directory,
        ignore.dependency, ignore.condition.rawValue, ignore.version)
    }
  }
}

extension Ignore {
  fileprivate init(_ row: Row) throws {
    let condition: String = try row["condition"]
    self.init(
      forge: try row["forge"], repository: try row["repository"],
      ecosystem: try row["ecosystem"], directory: try row["directory"],
      dependency: try row["dependency"],
      // An unknown condition of a newer martlet ignores too much rather than too little.
      condition: Condition(rawValue: condition) ?? .all, version: try row["version"],
      author: try row["author"], number: try row["number"], comment: try row["comment"],
      createdAt: try row["created_at"])
  }
}
