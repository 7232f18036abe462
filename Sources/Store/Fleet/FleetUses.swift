import Database
package import Forges

/// Which dependencies of the fleet to list.
package struct UseQuery: Hashable, Sendable {
  /// Only repositories of this name, at any forge.
  package var repository: RepositoryName?
  /// Only the package of this complete name.
  package var package: String?
  /// Only dependencies that this advisory affects, by its identifier or an alias, in any case.
  package var advisory: String?

  /// Selects all dependencies.
  package init() {}
}

/// More dependencies were found than fit into memory.
package struct TooManyUses: Error, Hashable {
  /// The limit.
  package var most: Int
}

extension StateStore {
  /// Returns the dependencies of the fleet, sorted by repository, branch, manifest and name.
  ///
  /// - Parameters:
  ///   - query: which dependencies.
  ///   - most: the most that fit into memory; nil: any number.
  /// - Returns: the dependencies.
  /// - Throws: `DatabaseError`, or `TooManyUses`.
  package func uses(_ query: UseQuery, most: Int? = nil) async throws -> [Use] {
    let limit = query.advisory != nil ? isVulnerable : "1 = 1"
    let name = query.repository.map { "\($0)" } ?? ""
    return try await connection.read { transaction in
      let rows = try transaction.execute(
        """
        SELECT observations.*, \(repositoryColumn) FROM observations
        JOIN repositories ON repositories.id = repository_id
        WHERE \(limit) AND (? = '' OR repositories.name = ?)
          AND (? = '' OR observations.name = ?)
        ORDER BY forge, repositories.name, branch, manifest, observations.name LIMIT ?
        """, name, name, query.package ?? "", query.package ?? "", most.map { $0 + 1 } ?? .max)
      if let most, rows.count > most { throw TooManyUses(most: most) }
      let uses = try rows.map {
        Use(repository: try $0["repository"], observation: try $0.decode())
      }
      guard let advisory = query.advisory?.lowercased() else { return uses }
      return uses.filter { use in
        use.observation.advisories.contains { known in
          ([known.id] + known.aliases).contains { $0.lowercased() == advisory }
        }
      }
    }
  }
}
