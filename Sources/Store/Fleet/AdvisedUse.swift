import Database

/// A package at versions that somewhere in the fleet a lock has, and what was known to hit them.
package struct AdvisedUse: Hashable, Sendable {
  /// As `dependabot.yml` writes it: `npm`, `bundler`, `swift`.
  package var ecosystem: String
  /// As advisories name it.
  package var package: String
  /// All that a lock has of it.
  package var versions: [String]
  /// What hit them when they were seen.
  package var advisories: [ObservedAdvisory]
  /// The column as it stands, by which rows are found again.
  let text: String
}

/// A repository that a dependency was seen in.
package struct UseSite: Hashable, Sendable {
  /// The operator's name of the forge.
  package var forge: String
  /// `owner/name`.
  package var repository: String

  /// Names a repository.
  package init(forge: String, repository: String) {
    self.forge = forge
    self.repository = repository
  }
}

extension StateStore {
  /// What of the fleet advisories can speak of, each combination once.
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

  /// The repositories of a use, sorted.
  ///
  /// - Throws: `DatabaseError`.
  package func sites(of use: AdvisedUse) async throws -> [UseSite] {
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
  /// Under which name advisories speak of a dependency, and at which versions locks have it.
  static let advisedUses = Migration(
    """
    ALTER TABLE observations ADD COLUMN advised TEXT NOT NULL DEFAULT '';
    ALTER TABLE observations ADD COLUMN versions TEXT NOT NULL DEFAULT '';
    CREATE INDEX observations_by_advised ON observations (ecosystem, advised) WHERE advised <> '';
    """)
}
