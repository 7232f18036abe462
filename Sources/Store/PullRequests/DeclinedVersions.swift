import Database
package import Forges

/// The versions of a pull request that a person closed.
///
/// The record of a pull request is replaced by that of the next one for its key; this outlives it.
package struct DeclinedVersions: Hashable, Codable, Sendable {
  /// The repository.
  package var repository: RepositoryID
  /// The number of the closed pull request on the forge.
  package var number: Int
  /// The update key as text.
  package var key: String
  /// The declined versions by dependency, in the form of the record.
  package var versions: [String: String]

  /// Creates a value.
  package init(repository: RepositoryID, number: Int, key: String, versions: [String: String]) {
    self.repository = repository
    self.number = number
    self.key = key
    self.versions = versions
  }
}

extension Table {
  /// What people declined.
  static let declinedVersions = ofRepositories(
    "declined_versions",
    """
    number INTEGER NOT NULL,
    key TEXT NOT NULL,
    versions TEXT NOT NULL
    """, key: "repository_id, number")
}

extension StateStore {
  /// Returns what people declined in a repository, sorted by number.
  package func declinedVersions(of repository: RepositoryID) async throws -> [DeclinedVersions] {
    try await perform(.declinedVersions(of: repository)) { database in
      try await database.read { transaction in
        try transaction.rows(of: repository, in: "declined_versions", by: "number")
      }
    }
  }

  /// Stores what a closed pull request declines, replacing what is known of it; nothing if it has no
  /// versions.
  package func save(_ declined: DeclinedVersions) async throws {
    try await perform(.saveDeclinedVersions(declined)) { database in
      try await database.write { transaction in try transaction.replace(declined) }
    }
  }
}

extension Transaction {
  /// Stores what a pull request declines, or that it declines nothing.
  borrowing func replace(_ declined: DeclinedVersions) throws {
    try execute(
      "DELETE FROM declined_versions WHERE \(isOfRepository) AND number = ?",
      declined.repository.forge, declined.repository.name, declined.number)
    guard !declined.versions.isEmpty else { return }
    try save(
      declined, in: "declined_versions", of: declined.repository,
      onConflict: .replace(key: ["repository_id", "number"]))
  }
}
