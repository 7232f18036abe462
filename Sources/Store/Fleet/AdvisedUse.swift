import Database

/// A package with versions that lock files of the fleet have, and the advisories known then.
package struct AdvisedUse: Hashable, Sendable {
  /// The word in `dependabot.yml`: `npm`, `bundler`, `swift`.
  package var ecosystem: String
  /// The package name in advisories.
  package var package: String
  /// All versions in one lock file.
  package var versions: [String]
  /// The advisories that affected the versions when they were read.
  package var advisories: [ObservedAdvisory]
  /// The text of the column, to find the rows again.
  let text: String
}

/// A repository that uses a package.
package struct UseSite: Hashable, Sendable {
  /// The name of the forge in the configuration.
  package var forge: String
  /// `owner/name`.
  package var repository: String

  /// Creates a site.
  package init(forge: String, repository: String) {
    self.forge = forge
    self.repository = repository
  }
}

extension StateStore {
  /// Returns each combination of package, versions and advisories in the fleet once.
  ///
  /// - Throws: `DatabaseError`.
  package func advisedUses() async throws -> [AdvisedUse] {
    try await connection.read { transaction in
      try transaction.execute(
        """
        SELECT DISTINCT ecosystem, advised, versions, advisories FROM observations
        WHERE advised <> '' ORDER BY ecosystem, advised, versions
        """
      ).map { row in
        let (versions, text): (String, String) = (try row["versions"], try row["advisories"])
        return AdvisedUse(
          ecosystem: try row["ecosystem"], package: try row["advised"],
          versions: versions.split(separator: "\n").map(String.init),
          advisories: [ObservedAdvisory](text: text), text: text)
      }
    }
  }

  /// Returns the repositories with a use, sorted.
  ///
  /// - Throws: `DatabaseError`.
  package func useSites(of use: AdvisedUse) async throws -> [UseSite] {
    try await connection.read { transaction in
      try transaction.execute(
        """
        SELECT DISTINCT forge, repository FROM observations
        WHERE advised <> '' AND ecosystem = ? AND advised = ? AND versions = ? AND advisories = ?
        ORDER BY forge, repository
        """, use.ecosystem, use.package, use.versions.joined(separator: "\n"), use.text
      ).map { UseSite(forge: try $0["forge"], repository: try $0["repository"]) }
    }
  }
}

extension Migration {
  /// The package name in advisories, and the versions in lock files.
  static let advisedUses = Migration(
    """
    ALTER TABLE observations ADD COLUMN advised TEXT NOT NULL DEFAULT '';
    ALTER TABLE observations ADD COLUMN versions TEXT NOT NULL DEFAULT '';
    CREATE INDEX observations_by_advised ON observations (ecosystem, advised) WHERE advised <> '';
    """)
}
