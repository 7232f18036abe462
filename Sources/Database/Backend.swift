/// A database of either kind, as used by `Connection`.
protocol Backend: Sendable {
  func read<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) async throws -> Result

  func write<Result: Sendable>(
    _ isolation: Isolation, _ body: @Sendable (borrowing Transaction) throws -> Result
  ) async throws -> Result

  /// Calls `body` after each announcement, also of other processes.
  func listen(_ body: @escaping @Sendable () -> Void) async

  func backup(to path: String) async throws

  func verify() async throws

  func close() async
}

/// A database connection, used by one thread at a time.
protocol Session: AnyObject {
  var dialect: Dialect { get }

  /// The number of rows that the latest INSERT, UPDATE or DELETE changed.
  var changes: Int { get }

  func execute(_ sql: String, _ values: [Value]) throws(DatabaseError) -> [Row]

  /// Passes rows to a closure one by one, so that a large table is never in memory as a whole.
  func scan(_ sql: String, _ body: (Row) throws -> Void) throws
}

/// The isolation of a writing transaction from concurrent ones.
package enum Isolation: Hashable, Sendable {
  /// Serializable; PostgreSQL may run `body` again.
  case serial
  /// Read committed, for transactions whose statements depend on no row that another one changes.
  ///
  /// SQLite is always serializable.
  case byStatement
}
