/// A database of one kind or the other, as `Connection` uses it.
protocol Backend: Sendable {
  func read<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) async throws -> Result

  func write<Result: Sendable>(
    _ isolation: Isolation, _ body: @Sendable (borrowing Transaction) throws -> Result
  ) async throws -> Result

  /// Calls `body` whenever a transaction announced something, also another process's.
  func listen(_ body: @escaping @Sendable () -> Void) async

  func backup(to path: String) async throws

  func verify() async throws

  func close() async
}

/// The end of a backend's line, used by one thread at a time.
protocol Session: AnyObject {
  var dialect: Dialect { get }

  /// Rows that the latest INSERT, UPDATE or DELETE touched.
  var changes: Int { get }

  func execute(_ sql: String, _ values: [Value]) throws(DatabaseError) -> [Row]

  /// Hands over rows one by one, so that a large table is never in memory whole.
  func scan(_ sql: String, _ body: (Row) throws -> Void) throws
}

/// How much a writing transaction may see of others that run at the same time.
package enum Isolation: Hashable, Sendable {
  /// Nothing: as if all came one after the other. PostgreSQL may run `body` again.
  case serial
  /// What others have committed, statement by statement; for transactions of one statement.
  ///
  /// SQLite knows no such thing and is serial.
  case byStatement
}
