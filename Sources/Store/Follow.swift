import Database

/// A repository whose name changed at its forge.
package struct Renaming: Hashable, Sendable {
  /// What the state knew it by.
  package var old: String
  /// Nil: it is out of sight, and another repository has its name.
  package var new: String?
}

extension StateStore {
  /// Brings the names of repositories in line with what their forge calls them now.
  ///
  /// A repository that got another name keeps all that is known of it, and one that took over a name
  /// begins with nothing.
  ///
  /// - Parameters:
  ///   - names: by the forge's identifiers, which outlive names; one or all that can be seen.
  ///   - forge: the operator's name of it.
  /// - Returns: what changed, sorted by the old names.
  /// - Throws: `DatabaseError`.
  @discardableResult
  package func follow(_ names: [String: String], of forge: String) async throws -> [Renaming] {
    let news = try await connection.read { transaction in
      try transaction.renamings(names, of: forge)
    }
    guard !news.isEmpty else { return [] }
    return try await connection.write { transaction in
      let renamings = try transaction.renamings(names, of: forge)
      // Names may have been exchanged: all make room before any is taken.
      for (identifier, renaming) in renamings {
        try transaction.rename(Place(forge: forge, name: renaming.old), to: "#" + identifier)
      }
      for (identifier, renaming) in renamings {
        let place = Place(forge: forge, name: "#" + identifier)
        if let new = renaming.new {
          try transaction.rename(place, to: new)
        } else {
          try transaction.forget(place)
        }
      }
      return renamings.map(\.1)
    }
  }
}

extension Transaction {
  /// What the state knows under names that are no longer right.
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
  /// Names change hands; what a forge identifies a repository by does not.
  static let identifiers = Migration(
    """
    ALTER TABLE repositories ADD COLUMN identifier TEXT;
    CREATE UNIQUE INDEX repositories_by_identifier ON repositories (forge, identifier);
    """)
}
