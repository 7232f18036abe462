import Database

extension StateStore {
  /// Carries over to a repository's new name all that is known of it.
  ///
  /// What is known under the new name already counts; what people said adds up.
  package func rename(_ old: String, to new: String, forge: String) async throws {
    try await connection.write { transaction in
      try transaction.rename(Place(forge: forge, name: old), to: new)
    }
  }
}

/// A repository as the rows of the state name it.
struct Place {
  var forge: String
  var name: String
}

extension Transaction {
  /// Gives all rows of a repository another name.
  borrowing func rename(_ old: Place, to new: String) throws(DatabaseError) {
    guard old.name != new else { return }
    for (table, columns) in sayings {
      try execute(
        """
        INSERT INTO \(table) (forge, repository, \(columns))
        SELECT forge, ?, \(columns) FROM \(table) WHERE forge = ? AND repository = ?
        ON CONFLICT DO NOTHING
        """, new, old.forge, old.name)
    }
    for table in keyed { try carry(table, of: old, to: new) }
    for table in plain {
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

  /// Deletes all rows of a repository but its job, which the list of repositories decides about.
  borrowing func forget(_ place: Place) throws(DatabaseError) {
    for table in sayings.map(\.table) + keyed.map(\.name) + plain {
      try execute(
        "DELETE FROM \(table) WHERE forge = ? AND repository = ?", place.forge, place.name)
    }
    try execute("DELETE FROM repositories WHERE forge = ? AND name = ?", place.forge, place.name)
  }

  /// The keys of these rows begin with the forge's name and the repository's.
  private borrowing func carry(
    _ table: KeyedTable, of old: Place, to new: String
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
      guard changes > 0, let (part, columns) = table.part else { continue }
      try execute(
        """
        INSERT INTO \(part) (key, \(columns)) SELECT ?, \(columns) FROM \(part) WHERE key = ?
        """, present, key)
    }
  }

  private borrowing func renameRow(of old: Place, to new: String) throws(DatabaseError) {
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
    // No two rows may have one identifier, not even for a moment.
    try execute("DELETE FROM repositories WHERE forge = ? AND name = ?", old.forge, old.name)
    try execute(
      """
      UPDATE repositories SET identifier = COALESCE(identifier, ?) WHERE forge = ? AND name = ?
      """, identifier, old.forge, new)
  }
}

/// What people said, which adds up.
private let sayings = [
  (
    table: "ignores",
    columns:
      "ecosystem, directory, dependency, condition, version, author, number, comment, created_at"
  ),
  (table: "heeded_comments", columns: "comment, heeded_at"),
]

/// A table whose rows have an update's key.
private struct KeyedTable {
  var name: String
  /// All but `key`, `forge` and `repository`.
  var columns: String
  /// A table that belongs to the rows, with its columns but `key`.
  var part: (name: String, columns: String)?
}

private let keyed = [
  KeyedTable(
    name: "pull_requests", columns: "number, branch, head, base, digest, state, updated_at",
    part: ("pull_request_versions", "dependency, version")),
  KeyedTable(
    name: "verdicts",
    columns:
      "number, head, since, verdict, steps, merging, merging_note, looked_at, is_final, is_doubted, comment, said",
    part: ("verdict_checks", "place, name, state, url")),
  KeyedTable(name: "rebuild_requests", columns: "comment, number, kind, author, head, created_at"),
]

/// Of these the rows of one name count.
private let plain = [
  "conversations", "activity_marks", "agendas", "observations", "events", "passes",
]
