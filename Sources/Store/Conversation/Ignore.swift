import Database
package import Forges
package import Time

/// An ignore rule for a dependency, created by a comment.
package struct Ignore: Hashable, Codable, Sendable {
  /// The ignored versions, relative to the proposed version.
  package enum Condition: String, CaseIterable, Hashable, Codable, Sendable {
    /// All versions.
    case all
    /// All versions with the same major number: `2.x`.
    case major
    /// All versions with the same major and minor numbers: `2.1.x`.
    case minor
    /// Only that version: `2.1.3`.
    case patch
  }

  /// The repository.
  package var repository: RepositoryID
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
    repository: RepositoryID, ecosystem: String, directory: String, dependency: String,
    condition: Condition, version: String, author: String, number: Int, comment: String = "",
    createdAt: Timestamp
  ) {
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
  package func ignores(of repository: RepositoryID) async throws -> [Ignore] {
    try await perform(.ignores(of: repository)) { database in
      try await database.read { transaction in
        try transaction.rows(
          of: repository, in: "ignores",
          by: "ecosystem, directory, dependency, created_at, condition, version")
      }
    }
  }

  /// Returns the rules of all repositories.
  package func ignores() async throws -> [Ignore] {
    try await connection.read { transaction in
      try transaction.rows("\(select("ignores")) ORDER BY forge, name, dependency, created_at")
    }
  }

  /// Stores a rule; it replaces one with the same condition.
  package func save(_ ignore: Ignore) async throws {
    try await perform(.saveIgnore(ignore)) { database in
      try await database.write(.byStatement) { transaction in
        try transaction.save(
          ignore, in: "ignores", of: ignore.repository,
          onConflict: .replace(
            key: ["repository_id", "ecosystem", "directory", "dependency", "condition", "version"]))
      }
    }
  }

  /// Deletes a rule, if it exists.
  package func remove(_ ignore: Ignore) async throws {
    try await perform(.removeIgnore(ignore)) { database in
      try await database.write(.byStatement) { transaction in
        _ = try transaction.execute(
          """
          DELETE FROM ignores WHERE \(isOfRepository) AND ecosystem = ?
          AND directory = ? AND dependency = ? AND condition = ? AND version = ?
          """, ignore.repository.forge, ignore.repository.name, ignore.ecosystem, ignore.directory,
          ignore.dependency, ignore.condition.rawValue, ignore.version)
      }
    }
  }
}
