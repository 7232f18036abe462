internal import CSQLite

/// An open database, used by one thread at a time.
final class Handle: Session {
  let pointer: OpaquePointer
  let dialect = Dialect.sqlite
  private var statements: [String: Statement] = [:]
  /// The program has a few dozen statements; the limit protects against generated SQL.
  private let statementLimit = 128

  /// Opens or creates the file and sets the options, without writing to it.
  init(path: String, busyTimeout: Duration) throws(DatabaseError) {
    if path != ":memory:", !path.isEmpty { PrivateFile.prepare(path) }
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let result = sqlite3_open_v2(path, &opened, flags, nil)
    guard result == SQLITE_OK, let opened else {
      let error = DatabaseError.latest(result, of: opened)
      sqlite3_close_v2(opened)
      throw error
    }
    pointer = opened
    sqlite3_extended_result_codes(pointer, 1)
    let milliseconds = busyTimeout / .milliseconds(1)
    sqlite3_busy_timeout(pointer, Int32(clamping: Int64(min(max(milliseconds, 0), 1e9))))
    try check(martlet_sqlite3_refuse_quoted_strings(pointer))
    try execute("PRAGMA foreign_keys = ON")
  }

  deinit {
    statements = [:]
    // `sqlite3_close_v2` waits for statements and backups that are still in use.
    sqlite3_close_v2(pointer)
  }

  /// Runs one statement and returns its rows.
  @discardableResult
  func execute(_ sql: String, _ values: [Value]) throws(DatabaseError) -> [Row] {
    var rows: [Row] = []
    try statement(sql).run(values) { row in
      rows.append(row)
      return true
    }
    return rows
  }

  /// Runs one statement without parameters.
  @discardableResult
  func execute(_ sql: String) throws(DatabaseError) -> [Row] {
    try execute(sql, [])
  }

  func scan(_ sql: String, _ body: (Row) throws -> Void) throws {
    var failure: (any Error)?
    try statement(sql).run([]) { row in
      do { try body(row) } catch { failure = error }
      return failure == nil
    }
    if let failure { throw failure }
  }

  /// Runs any number of statements without parameters.
  func executeScript(_ sql: String) throws(DatabaseError) {
    try check(sqlite3_exec(pointer, sql, nil, nil, nil), sql: sql)
  }

  /// The number of rows that the latest INSERT, UPDATE or DELETE changed.
  var changes: Int { Int(sqlite3_changes64(pointer)) }

  /// Runs `body` between BEGIN and COMMIT, and rolls back if it throws.
  func transaction<Result>(
    _ kind: TransactionKind, _ body: () throws -> Result
  ) throws -> Result {
    try execute(kind.rawValue)
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // A full disk causes a rollback already; another ROLLBACK would hide the first error.
      if sqlite3_get_autocommit(pointer) == 0 { try execute("ROLLBACK") }
      throw error
    }
  }

  /// Allows writing again after a read transaction; if this fails, later writes throw an error.
  func allowWriting() {
    _ = try? execute("PRAGMA query_only = OFF")
  }

  private func statement(_ sql: String) throws(DatabaseError) -> Statement {
    if let known = statements[sql] { return known }
    let statement = try Statement(sql, on: pointer)
    if statements.count >= statementLimit { statements = [:] }
    statements[sql] = statement
    return statement
  }

  private func check(_ result: Int32, sql: String? = nil) throws(DatabaseError) {
    guard result == SQLITE_OK else { throw .latest(result, of: pointer, sql: sql) }
  }
}

/// When a transaction acquires its locks.
enum TransactionKind: String {
  /// At its first read: a consistent snapshot that blocks no other transaction.
  case deferred = "BEGIN DEFERRED"
  /// Immediately, so that it cannot fail to acquire the lock later.
  case immediate = "BEGIN IMMEDIATE"
}
