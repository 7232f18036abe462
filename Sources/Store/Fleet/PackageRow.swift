import Database

/// A package in the list of all packages.
package struct PackageRow: Hashable, Sendable {
  /// The word in `dependabot.yml`: `npm`, `bundler`, `swift`.
  package var ecosystem: String
  /// The name in manifests.
  package var name: String
  /// The number of repositories that use it.
  package var repositories: Int
  /// The number of manifests that lead to it.
  package var uses: Int
  /// The number of different versions in use.
  package var versions: Int
  /// The number of manifests with a known newer version, except those excluded by policy.
  package var outdated: Int
}

/// A version of a package and its number of uses.
package struct VersionUse: Hashable, Sendable {
  /// The version; nil without a lock file.
  package var version: String?
  /// The number of manifests that lead to this version.
  package var uses: Int
}

extension StateStore {
  /// Returns the packages whose name contains a text, most used first.
  ///
  /// - Throws: `DatabaseError`.
  package func packages(
    matching text: String, _ window: Window
  ) async throws -> Listing<PackageRow> {
    try await connection.read { transaction in
      let rows = try transaction.execute(
        """
        SELECT ecosystem, name, COUNT(DISTINCT forge || ' ' || repository) AS repositories,
          COUNT(*) AS places, COUNT(DISTINCT current) AS versions,
          COUNT(CASE WHEN \(isOutdated) THEN 1 END) AS outdated,
          COUNT(*) OVER () AS total
        FROM observations WHERE LOWER(name) LIKE ? ESCAPE '\\' GROUP BY ecosystem, name
        ORDER BY 3 DESC, name, ecosystem LIMIT ? OFFSET ?
        """, pattern(containing: text), window.limit, window.offset)
      return Listing(
        try rows.map { row in
          PackageRow(
            ecosystem: try row["ecosystem"], name: try row["name"],
            repositories: try row["repositories"], uses: try row["places"],
            versions: try row["versions"], outdated: try row["outdated"])
        }, total: try rows.first.map { try $0["total"] } ?? 0)
    }
  }

  /// Returns the versions of a package in use, most frequent first.
  package func versions(of name: String, ecosystem: String) async throws -> [VersionUse] {
    try await connection.read { transaction in
      try transaction.execute(
        """
        SELECT current, COUNT(*) AS places FROM observations WHERE ecosystem = ? AND name = ?
        GROUP BY current ORDER BY 2 DESC, 1 LIMIT 1000
        """, ecosystem, name
      ).map { VersionUse(version: try $0["current"], uses: try $0["places"]) }
    }
  }

  /// Returns the uses of a package, sorted by repository.
  ///
  /// - Parameters:
  ///   - name: the complete name of the package.
  ///   - ecosystem: the word in `dependabot.yml`, such as `npm`.
  ///   - version: the version in use; nil for any.
  ///   - window: the page of the list.
  /// - Returns: the uses.
  /// - Throws: `DatabaseError`.
  package func uses(
    of name: String, ecosystem: String, at version: String? = nil, _ window: Window
  ) async throws -> Listing<Use> {
    try await connection.read { transaction in
      let rows = try transaction.execute(
        """
        SELECT *, COUNT(*) OVER () AS total FROM observations
        WHERE ecosystem = ? AND name = ? AND (? = '' OR current = ?)
        ORDER BY forge, repository, branch, manifest LIMIT ? OFFSET ?
        """, ecosystem, name, version ?? "", version ?? "", window.limit, window.offset)
      return Listing(
        try rows.map { row in
          Use(
            forge: try row["forge"], repository: try row["repository"],
            observation: try Observation(row))
        }, total: try rows.first.map { try $0["total"] } ?? 0)
    }
  }
}

/// A use of a package in a repository.
package struct Use: Hashable, Sendable {
  /// The name of the forge in the configuration.
  package var forge: String
  /// `owner/name`.
  package var repository: String
  /// The dependency as read by the last pass.
  package var observation: Observation
}
