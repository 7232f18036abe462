/// A transaction of the database; it cannot leave its closure.
///
///     try await connection.write { transaction in
///       try transaction.execute("INSERT INTO runs (id, started_at) VALUES (?, ?)", id, now)
///     }
package struct Transaction: ~Copyable {
  private let session: any Session

  init(on session: any Session) {
    self.session = session
  }

  /// The SQL dialect of the database.
  package var dialect: Dialect { session.dialect }

  /// Runs one statement with values for its placeholders and returns its rows.
  @discardableResult
  package borrowing func execute(
    _ sql: String, _ values: any Storable...
  ) throws(DatabaseError) -> [Row] {
    try execute(sql, values: values.map(\.databaseValue))
  }

  /// Runs one statement with any number of values.
  @discardableResult
  package borrowing func execute(
    _ sql: String, values: [Value]
  ) throws(DatabaseError) -> [Row] {
    QueryTrace.observer?(sql, values)
    return try session.execute(sql, values)
  }

  /// Passes the rows of a SELECT to a closure one by one.
  ///
  /// `body` must not run statements. If it throws, the scan ends and the error is rethrown.
  package borrowing func scan(_ sql: String, _ body: (Row) throws -> Void) throws {
    QueryTrace.observer?(sql, [])
    try session.scan(sql, body)
  }

  /// Notifies listeners after this transaction is committed.
  package borrowing func announce() throws(DatabaseError) {
    guard session.dialect == .postgres else { return }
    // The result of `pg_notify` is of a type without values.
    try execute("SELECT pg_notify(\(PostgresListener.channel), '') IS NULL AS done")
  }

  /// The number of rows that the latest INSERT, UPDATE or DELETE changed.
  package var changes: Int { session.changes }
}
