/// The database inside of a transaction; it cannot leave the closure that it was given to.
///
///     try await connection.write { transaction in
///       try transaction.execute("INSERT INTO runs (id, started_at) VALUES (?, ?)", id, now)
///     }
package struct Transaction: ~Copyable {
  private let session: any Session

  init(on session: any Session) {
    self.session = session
  }

  /// Which database it is, for the few words in which they differ.
  package var dialect: Dialect { session.dialect }

  /// Runs one statement with values for its placeholders, and answers with its rows.
  @discardableResult
  package borrowing func execute(
    _ sql: String, _ values: any Storable...
  ) throws(DatabaseError) -> [Row] {
    try session.execute(sql, values.map(\.databaseValue))
  }

  /// Runs one statement whose number of values is only known at run time.
  @discardableResult
  package borrowing func execute(
    _ sql: String, values: [Value]
  ) throws(DatabaseError) -> [Row] {
    try session.execute(sql, values)
  }

  /// Hands over the rows of a SELECT one by one, however many there are.
  ///
  /// `body` runs no statement of its own. What it throws ends the scan and is thrown on.
  package borrowing func scan(_ sql: String, _ body: (Row) throws -> Void) throws {
    try session.scan(sql, body)
  }

  /// Lets listeners know once this transaction is committed.
  package borrowing func announce() throws(DatabaseError) {
    guard session.dialect == .postgres else { return }
    // Its result is of a type without values.
    try execute("SELECT pg_notify(\(PostgresListener.channel), '') IS NULL AS done")
  }

  /// Rows that the latest INSERT, UPDATE or DELETE touched.
  package var changes: Int { session.changes }
}
