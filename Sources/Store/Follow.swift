import Database

/// A repository whose name has changed on its forge.
package struct Renaming: Hashable, Sendable {
  /// The name in the state.
  package var old: String
  /// The new name; nil if the repository is no longer visible and another one has its name.
  package var new: String?
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
  package func follow(_ names: [String: String], of forge: String) async throws -> [Renaming] {
    let news = try await connection.read { transaction in
      try transaction.renamings(names, of: forge)
    }
    guard !news.isEmpty else { return [] }
    return try await connection.write { transaction in
      let renamings = try transaction.renamings(names, of: forge)
      // Repositories can have swapped names, so first move all of them to temporary names.
      for (identifier, renaming) in renamings {
        try transaction.rename(
          RepositoryKey(forge: forge, name: renaming.old), to: "#" + identifier)
      }
      for (identifier, renaming) in renamings {
        let key = RepositoryKey(forge: forge, name: "#" + identifier)
        if let new = renaming.new {
          try transaction.rename(key, to: new)
        } else {
          try transaction.forget(key)
        }
      }
      return renamings.map(\.1)
    }
  }
}

extension Transaction {
  /// Returns the repositories whose names have changed.
  fileprivate borrowing func renamings(
    _ names: [String: String], of forge: String
  ) throws(DatabaseError) -> [(identifier: String, Renaming)] {
    let taken = Set(names.values)
    var renamings: [(String, Renaming)] = []
    for row in try execute(
      """
      SELECT name, identifier FROM repositories
      WHERE forge = ? AND identifier IS NOT NULL ORDER BY name
      """, forge)
    {
      let (old, identifier): (String, String) = (try row["name"], try row["identifier"])
      let new = names[identifier]
      guard new != old, new != nil || taken.contains(old) else { continue }
      renamings.append((identifier, Renaming(old: old, new: new)))
    }
    return renamings
  }
}

extension Migration {
  /// A repository's name can pass to another one, but its identifier on the forge cannot.
  static let identifiers = Migration(
    """
    ALTER TABLE repositories ADD COLUMN identifier TEXT;
    CREATE UNIQUE INDEX repositories_by_identifier ON repositories (forge, identifier);
    """)
}
