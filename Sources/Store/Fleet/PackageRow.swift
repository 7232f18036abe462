import Database
package import Forges

/// A package in the list of all packages.
package struct PackageRow: Hashable, Codable, Sendable {
  /// The word in `dependabot.yml`: `npm`, `bundler`, `swift`.
  package var ecosystem: String
  /// The name in manifests.
  package var name: String
  /// The number of repositories that use it.
  package var repositories: Int
  /// The number of manifests that lead to it.
  package var manifests: Int
  /// The number of different versions in use.
  package var versions: Int
  /// The number of manifests with a known newer version, except those excluded by policy.
  package var outdated: Int
}

/// A version of a package and its number of uses.
package struct VersionUse: Hashable, Codable, Sendable {
  /// The version; nil without a lock file.
  package var version: String?
  /// The number of manifests that lead to this version.
  package var manifests: Int
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
        SELECT ecosystem, name, COUNT(DISTINCT repository_id) AS repositories,
          COUNT(*) AS manifests, COUNT(DISTINCT current) AS versions,
          COUNT(CASE WHEN \(isOutdated) THEN 1 END) AS outdated,
          COUNT(*) OVER () AS total
        FROM observations WHERE LOWER(name) LIKE ? ESCAPE '\\' GROUP BY ecosystem, name
        ORDER BY 3 DESC, name, ecosystem LIMIT ? OFFSET ?
        """, pattern(containing: text), window.limit, window.offset)
      return try Listing(rows)
    }
  }

  /// Returns the versions of a package in use, most frequent first.
  package func versions(of name: String, ecosystem: String) async throws -> [VersionUse] {
    try await connection.read { transaction in
      try transaction.rows(
        """
        SELECT current AS version, COUNT(*) AS manifests FROM observations
        WHERE ecosystem = ? AND name = ? GROUP BY current ORDER BY 2 DESC, 1 LIMIT 1000
        """, ecosystem, name)
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
        SELECT observations.*, \(repositoryColumn), COUNT(*) OVER () AS total FROM observations
        JOIN repositories ON repositories.id = repository_id
        WHERE ecosystem = ? AND observations.name = ? AND (? = '' OR current = ?)
        ORDER BY forge, repositories.name, branch, manifest LIMIT ? OFFSET ?
        """, ecosystem, name, version ?? "", version ?? "", window.limit, window.offset)
      return Listing(
        try rows.map { Use(repository: try $0["repository"], observation: try $0.decode()) },
        total: try rows.first.map { try $0["total"] } ?? 0)
    }
  }
}

/// A use of a package in a repository.
package struct Use: Hashable, Codable, Sendable {
  /// The repository.
  package var repository: RepositoryID
  /// The dependency as read by the last pass.
  package var observation: Observation

  /// Describes a use.
  package init(repository: RepositoryID, observation: Observation) {
    self.repository = repository
    self.observation = observation
  }
}
