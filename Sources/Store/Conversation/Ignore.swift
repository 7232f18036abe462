import Database

/// Versions of a dependency that somebody asked by a comment not to see again.
package struct Ignore: Hashable, Sendable {
  /// How much is ignored, counted from the version that was proposed then.
  package enum Condition: String, CaseIterable, Hashable, Sendable {
    /// Every version.
    case all
    /// All versions of the same major number: `2.x`.
    case major
    /// All versions of the same major and minor number: `2.1.x`.
    case minor
    /// That version alone: `2.1.3`.
    case patch
  }

  /// The operator's name of the forge.
  package var forge: String
  /// `owner/name`.
  package var repository: String
  /// As `dependabot.yml` writes it: `npm`, `bundler`, `swift`.
  package var ecosystem: String
  /// As `dependabot.yml` writes it.
  package var directory: String
  /// As the manifest or the lock spells it.
  package var dependency: String
  /// How far around `version` it reaches.
  package var condition: Condition
  /// What the pull request proposed.
  package var version: String
  /// The login of who asked.
  package var author: String
  /// The pull request on which it was asked.
  package var number: Int
  /// Where people read the comment; empty where the forge does not tell.
  package var comment: String
  /// Seconds since 1970.
  package var createdAt: Int64

  /// Describes a wish.
  package init(
    forge: String, repository: String, ecosystem: String, directory: String, dependency: String,
    condition: Condition, version: String, author: String, number: Int, comment: String = "",
    createdAt: Int64
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
  /// Everything that comments on a repository's pull requests ignore, by name, then oldest first.
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

  /// Everything that comments ignore anywhere.
  package func ignores() async throws -> [Ignore] {
    try await connection.read { transaction in
      try transaction.execute(
        "SELECT * FROM ignores ORDER BY forge, repository, dependency, created_at"
      ).map { try Ignore($0) }
    }
  }

  /// Remembers a wish; one of the same extent takes the place of the older one.
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

  /// Takes a wish back; one that is not there is no error.
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
      // What a later martlet may have written ignores too much rather than too little.
      condition: Condition(rawValue: condition) ?? .all, version: try row["version"],
      author: try row["author"], number: try row["number"], comment: try row["comment"],
      createdAt: try row["created_at"])
  }
}
