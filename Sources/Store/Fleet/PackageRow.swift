import Database

/// A package as the list of all packages shows it.
package struct PackageRow: Hashable, Sendable {
  /// As `dependabot.yml` writes it: `npm`, `bundler`, `swift`.
  package var ecosystem: String
  /// As manifests spell it.
  package var name: String
  /// Repositories that use it.
  package var repositories: Int
  /// Manifests that lead to it.
  package var places: Int
  /// Different versions in use.
  package var versions: Int
  /// Places for which a newer version is known, those that policy leaves out not counted.
  package var outdated: Int
}

/// A version of a package and how often it is used.
package struct VersionUse: Hashable, Sendable {
  /// Nil where no lock says which.
  package var version: String?
  /// Manifests that lead to it there.
  package var places: Int
}

extension StateStore {
  /// Packages whose name contains a text, the most used first.
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
            repositories: try row["repositories"], places: try row["places"],
            versions: try row["versions"], outdated: try row["outdated"])
        }, total: try rows.first.map { try $0["total"] } ?? 0)
    }
  }

  /// The versions at which a package is used, the most frequent first.
  package func versions(of name: String, ecosystem: String) async throws -> [VersionUse] {
    try await connection.read { transaction in
      try transaction.execute(
        """
        SELECT current, COUNT(*) AS places FROM observations WHERE ecosystem = ? AND name = ?
        GROUP BY current ORDER BY 2 DESC, 1 LIMIT 1000
        """, ecosystem, name
      ).map { VersionUse(version: try $0["current"], places: try $0["places"]) }
    }
  }

  /// Where a package is used, by repository.
  ///
  /// - Parameters:
  ///   - name: of the package, whole.
  ///   - ecosystem: as `dependabot.yml` names it, `npm`.
  ///   - version: that is in use there; nil: any.
  ///   - window: which part of the list.
  /// - Returns: places.
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

/// A place where a package is used.
package struct Use: Hashable, Sendable {
  /// The operator's name of the forge.
  package var forge: String
  /// `owner/name`.
  package var repository: String
  /// What the last pass saw there.
  package var observation: Observation
}
