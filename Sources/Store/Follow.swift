import Database
package import Forges

/// A repository whose name has changed on its forge.
package struct Renaming: Hashable, Codable, Sendable {
  /// The name in the state.
  package var old: RepositoryName
  /// The new name; nil if the repository is no longer visible and another one has its name.
  package var new: RepositoryName?
}

extension StateStore {
  /// Updates the names of repositories to those on the forge.
  ///
  /// A renamed repository keeps its data. A repository that took over a name starts without data.
  ///
  /// - Parameters:
  ///   - names: the names by the forge's permanent identifiers; one repository or all visible ones.
  ///   - forge: the name of the forge in the configuration.
  /// - Returns: the changes, sorted by the old names.
  /// - Throws: `DatabaseError`.
  @discardableResult
  package func follow(
    _ names: [String: RepositoryName], of forge: String
  ) async throws -> [Renaming] {
    try await perform(.follow(names, forge: forge)) { database in
      let news = try await database.read { transaction in
        try transaction.renamings(names, of: forge)
      }
      guard !news.isEmpty else { return [] }
      return try await database.write { transaction in
        let found = try transaction.renamings(names, of: forge)
        // Repositories can have swapped names, so first all of them get temporary names.
        for (id, renaming) in found {
          guard renaming.new != nil else {
            try transaction.forget(id, RepositoryID(forge: forge, name: renaming.old))
            continue
          }
          try transaction.execute(
            "UPDATE repositories SET name = ? WHERE id = ?", RepositoryName.temporary(id), id)
        }
        for (id, renaming) in found {
          guard let new = renaming.new, let temporary = RepositoryName.temporary(id) else {
            continue
          }
          try transaction.rename(RepositoryID(forge: forge, name: temporary), to: new)
        }
        return found.map(\.1)
      }
    }
  }
}

extension Transaction {
  /// Returns the repositories whose names have changed, by their numbers.
  fileprivate borrowing func renamings(
    _ names: [String: RepositoryName], of forge: String
  ) throws(DatabaseError) -> [(id: Int64, Renaming)] {
    let taken = Set(names.values)
    var renamings: [(Int64, Renaming)] = []
    for row in try execute(
      """
      SELECT id, name, identifier FROM repositories
      WHERE forge = ? AND identifier IS NOT NULL ORDER BY name
      """, forge)
    {
      let (old, identifier): (RepositoryName, String) = (try row["name"], try row["identifier"])
      let new = names[identifier]
      guard new != old, new != nil || taken.contains(old) else { continue }
      renamings.append((try row["id"], Renaming(old: old, new: new)))
    }
    return renamings
  }
}
