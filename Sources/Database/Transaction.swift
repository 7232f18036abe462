/// The database inside of a transaction; it cannot leave the closure that it was given to.
///
///     try await connection.write { transaction in
///       try transaction.execute("INSERT INTO runs (repository, at) VALUES (?, ?)", name, now)
///     }
package struct Transaction: ~Copyable {
  private let handle: Handle

  init(on handle: Handle) {
    self.handle = handle
  }

  /// Runs one statement with values for its placeholders, and answers with its rows.
  @discardableResult
  package borrowing func execute(
    _ sql: String, _ values: any Storable...
  ) throws(DatabaseError) -> [Row] {
    try handle.execute(sql, values.map(\.databaseValue))
  }

  /// Runs one statement whose number of values is only known at run time.
  @discardableResult
  package borrowing func execute(
    _ sql: String, values: [Value]
  ) throws(DatabaseError) -> [Row] {
    try handle.execute(sql, values)
  }

  /// Rows that the latest INSERT, UPDATE or DELETE touched.
  package var changes: Int { handle.changes }

  /// The identifier that the latest INSERT gave to its row.
  package var lastInserted: Int64 { handle.lastInserted }
}
