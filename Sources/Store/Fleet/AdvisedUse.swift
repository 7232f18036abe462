import Database
package import Forges

/// A package with versions that lock files of the fleet have, and the advisories known then.
package struct AdvisedUse: Hashable, Codable, Sendable {
  /// The word in `dependabot.yml`: `npm`, `bundler`, `swift`.
  package var ecosystem: String
  /// The package name in advisories.
  package var advised: String
  /// All versions in one lock file.
  package var versions: [String]
  /// The advisories that affected the versions when they were read.
  package var advisories: [ObservedAdvisory]
}

extension StateStore {
  /// Returns each combination of package, versions and advisories in the fleet once.
  ///
  /// - Throws: `DatabaseError`.
  package func advisedUses() async throws -> [AdvisedUse] {
    try await connection.read { transaction in
      try transaction.rows(
        """
        SELECT DISTINCT ecosystem, advised, versions, advisories FROM observations
        WHERE advised IS NOT NULL ORDER BY ecosystem, advised, versions
        """)
    }
  }

  /// Returns the repositories with a use, sorted.
  ///
  /// - Throws: `DatabaseError`.
  package func repositories(with use: AdvisedUse) async throws -> [RepositoryID] {
    let (versions, advisories) = (
      try Value(encoding: use.versions), try Value(encoding: use.advisories)
    )
    return try await connection.read { transaction in
      try transaction.execute(
        """
        SELECT \(repositoryColumn) FROM repositories WHERE id IN (
          SELECT repository_id FROM observations
          WHERE ecosystem = ? AND advised = ? AND versions = ? AND advisories = ?)
        ORDER BY forge, name
        """, use.ecosystem, use.advised, versions, advisories
      ).map { try $0["repository"] }
    }
  }
}
