import Database

extension StateStore {
  /// Moves the data of a repository to its new name.
  ///
  /// Existing data of the new name is kept; ignore rules and processed comments of both are
  /// combined.
  package func rename(_ old: String, to new: String, forge: String) async throws {
    try await connection.write { transaction in
      try transaction.rename(RepositoryKey(forge: forge, name: old), to: new)
    }
  }
}

/// The key of a repository in the tables.
struct RepositoryKey {
  var forge: String
  var name: String
}

extension Transaction {
  /// Moves all rows of a repository to another name.
  borrowing func rename(_ old: RepositoryKey, to new: String) throws(DatabaseError) {
    guard old.name != new else { return }
    for (table, columns) in combinedTables {
      try execute(
        """
        INSERT INTO \(table) (forge, repository, \(columns))
        SELECT forge, ?, \(columns) FROM \(table) WHERE forge = ? AND repository = ?
        ON CONFLICT DO NOTHING
        """, new, old.forge, old.name)
    }
    for table in keyedTables { try carry(table, of: old, to: new) }
    for table in exclusiveTables {
      let isKnown = try !execute(
        "SELECT 1 FROM \(table) WHERE forge = ? AND repository = ? LIMIT 1", old.forge, new
      ).isEmpty
      guard !isKnown else { continue }
      try execute(
        "UPDATE \(table) SET repository = ? WHERE forge = ? AND repository = ?", new, old.forge,
        old.name)
    }
    try renameRow(of: old, to: new)
    try forget(old)
  }

  /// Deletes all rows of a repository except its job, which depends on the list of repositories.
  borrowing func forget(_ key: RepositoryKey) throws(DatabaseError) {
    for table in renamedTables.keys.sorted() {
      try execute(
        "DELETE FROM \(table) WHERE forge = ? AND repository = ?", key.forge, key.name)
    }
    try execute("DELETE FROM repositories WHERE forge = ? AND name = ?", key.forge, key.name)
  }

  /// Moves rows whose keys begin with the names of the forge and the repository.
  private borrowing func carry(
    _ table: KeyedTable, of old: RepositoryKey, to new: String
  ) throws(DatabaseError) {
    let keys = try execute(
      "SELECT DISTINCT key FROM \(table.name) WHERE forge = ? AND repository = ?", old.forge,
      old.name)
    for row in keys {
      let key: String = try row["key"]
      let rest = key.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).last
      let present = "\(old.forge)\n\(new)\n\(rest ?? "")"
      try execute(
        """
        INSERT INTO \(table.name) (key, forge, repository, \(table.columns))
        SELECT ?, forge, ?, \(table.columns) FROM \(table.name) WHERE key = ?
        ON CONFLICT DO NOTHING
        """, present, new, key)
      guard changes > 0 else { continue }
      for (part, columns) in table.parts {
        try execute(
          """
          INSERT INTO \(part) (key, \(columns)) SELECT ?, \(columns) FROM \(part) WHERE key = ?
          """, present, key)
      }
    }
  }

  private borrowing func renameRow(of old: RepositoryKey, to new: String) throws(DatabaseError) {
    let isKnown = try !execute(
      "SELECT 1 FROM repositories WHERE forge = ? AND name = ?", old.forge, new
    ).isEmpty
    guard isKnown else {
      try execute(
        "UPDATE repositories SET name = ? WHERE forge = ? AND name = ?", new, old.forge, old.name)
      return
    }
    let identifier: String? = try execute(
      "SELECT identifier FROM repositories WHERE forge = ? AND name = ?", old.forge, old.name
    ).first.flatMap { row throws(DatabaseError) in try row["identifier"] }
    // Delete first, because the identifier is unique.
    try execute("DELETE FROM repositories WHERE forge = ? AND name = ?", old.forge, old.name)
    try execute(
      """
      UPDATE repositories SET identifier = COALESCE(identifier, ?) WHERE forge = ? AND name = ?
      """, identifier, old.forge, new)
  }
}

/// Tables whose rows of both names are kept.
private let combinedTables = [
  (
    table: "ignores",
    columns:
      "ecosystem, directory, dependency, condition, version, author, number, comment, created_at"
  ),
  (table: "heeded_comments", columns: "comment, heeded_at"),
  (table: "begun_branches", columns: "branch, base, imprints"),
]

/// A table whose rows have an update key.
private struct KeyedTable {
  var name: String
  /// All columns except `key`, `forge` and `repository`.
  var columns: String
  /// The tables that refer to the rows, with their columns except `key`.
  var parts: [(name: String, columns: String)] = []
}

private let keyedTables = [
  KeyedTable(
    name: "pull_requests",
    columns: "number, branch, head, base, digest, state, updated_at, imprint",
    parts: [
      ("pull_request_versions", "dependency, version"),
      ("pull_request_pins", "subject, value, later"),
    ]),
  KeyedTable(
    name: "verdicts",
    columns:
      """
      number, head, since, verdict, steps, merging, merging_note, looked_at, is_final, is_doubted,
      comment, said, events, seen_events
      """,
    parts: [("verdict_checks", "place, name, state, url")]),
  KeyedTable(name: "rebuild_requests", columns: "comment, number, kind, author, head, created_at"),
]

/// Tables in which the rows of only one of the two names are kept.
private let exclusiveTables = [
  "conversations", "activity_marks", "agendas", "observations", "events", "passes",
]

/// The tables whose rows are moved, with the columns that are copied; nil if rows are updated.
let renamedTables: [String: Set<String>?] = {
  var tables: [String: Set<String>?] = [:]
  for table in exclusiveTables { tables[table] = .some(nil) }
  for (table, columns) in combinedTables { tables[table] = columnSet(columns) }
  for table in keyedTables { tables[table.name] = columnSet(table.columns).union(["key"]) }
  return tables
}()

private func columnSet(_ list: String) -> Set<String> {
  let names = list.split(separator: ",").map { String($0.filter { !$0.isWhitespace }) }
  return Set(names + ["forge", "repository"])
}
