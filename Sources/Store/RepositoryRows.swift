package import Database
import Forges

// Tables with data of repositories have a column `repository_id`, which refers to the table
// `repositories`. The number stays the same when a repository is renamed, and deleting its row
// deletes the data.

/// Selects the rows of a table with a further column `repository` that identifies the repository.
func select(_ table: String) -> String {
  """
  SELECT \(table).*, \(repositoryColumn) FROM \(table)
  JOIN repositories ON repositories.id = \(table).repository_id
  """
}

/// The column `repository` of a SELECT from `repositories`.
let repositoryColumn = "repositories.forge || '/' || repositories.name AS repository"

/// Limits `select` to one repository: forge and name.
let ofRepository = "\nWHERE repositories.forge = ? AND repositories.name = ?"

/// Limits another statement to the rows of one repository: forge and name.
let isOfRepository = "repository_id = (SELECT id FROM repositories WHERE forge = ? AND name = ?)"

extension Transaction {
  /// Returns the rows of a repository in a table.
  ///
  /// - Parameters:
  ///   - repository: the repository.
  ///   - table: a table with a column `repository_id`.
  ///   - order: the columns to sort by.
  /// - Returns: the records; empty for an unknown repository.
  /// - Throws: `DatabaseError`.
  borrowing func rows<Record: Decodable>(
    of repository: RepositoryID, in table: String, by order: String
  ) throws -> [Record] {
    try rows(
      "\(select(table)) \(ofRepository) ORDER BY \(order)", repository.forge, repository.name)
  }

  /// Returns the number of a repository; nil if nothing about it is stored.
  borrowing func knownID(of repository: RepositoryID) throws(DatabaseError) -> Int64? {
    guard
      let row = try execute(
        "SELECT id FROM repositories WHERE forge = ? AND name = ?", repository.forge,
        repository.name
      ).first
    else { return nil }
    return try row["id"]
  }

  /// Returns the number of a repository, which gets one if it has none.
  borrowing func id(of repository: RepositoryID) throws(DatabaseError) -> Int64 {
    if let known = try knownID(of: repository) { return known }
    try execute(
      "INSERT INTO repositories (forge, name) VALUES (?, ?) ON CONFLICT (forge, name) DO NOTHING",
      repository.forge, repository.name)
    // Another process may have inserted it meanwhile.
    guard let id = try knownID(of: repository) else {
      throw DatabaseError(.conflict, message: "the repository was removed meanwhile")
    }
    return id
  }

  /// Stores a record of a repository.
  ///
  /// - Parameters:
  ///   - record: its properties are the columns; `repository` is replaced by the number.
  ///   - table: a table with a column `repository_id`.
  ///   - repository: the repository.
  ///   - conflict: what happens to a row with the same key.
  /// - Throws: `DatabaseError`.
  borrowing func save(
    _ record: some Encodable, in table: String, of repository: RepositoryID,
    onConflict conflict: Conflict
  ) throws {
    let row = try Row(encoding: record).removing("repository")
      .setting("repository_id", to: try id(of: repository))
    try insert(row, into: table, onConflict: conflict)
  }
}

extension RepositoryName: Storable {
  /// The form `owner/name`.
  package var databaseValue: Value { .text(description) }

  /// Converts a valid name only.
  package init?(databaseValue: Value) {
    guard let text = String(databaseValue: databaseValue) else { return nil }
    self.init(text)
  }
}

extension RepositoryID: Storable {
  /// The form `forge/owner/name`, as in the column `repository` of a SELECT.
  package var databaseValue: Value { .text(description) }

  /// Converts a text of that form only.
  package init?(databaseValue: Value) {
    guard let text = String(databaseValue: databaseValue) else { return nil }
    self.init(text)
  }
}
