internal import CSQLite

/// An open database, used by one thread at a time: its connection sees to that.
final class Handle: Session {
  let pointer: OpaquePointer
  let dialect = Dialect.sqlite
  private var statements: [String: Statement] = [:]
  /// The program has some dozens of statements; text made by hand must not fill the memory.
  private let statementLimit = 128

  /// Opens or creates the file with this program's habits, and writes nothing yet.
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
    // The second version waits for statements and backups that are still alive.
    sqlite3_close_v2(pointer)
  }

  /// Runs one statement and gathers its rows.
  @discardableResult
  func execute(_ sql: String, _ values: [Value]) throws(DatabaseError) -> [Row] {
    var rows: [Row] = []
    try statement(sql).run(values) { row in
      rows.append(row)
      return true
    }
    return rows
  }

  /// Runs one statement that takes no values.
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

  /// Runs any number of statements that take no values.
  func executeScript(_ sql: String) throws(DatabaseError) {
    try check(sqlite3_exec(pointer, sql, nil, nil, nil), sql: sql)
  }

  /// Rows that the latest INSERT, UPDATE or DELETE touched.
  var changes: Int { Int(sqlite3_changes64(pointer)) }

  /// Puts `body` between BEGIN and COMMIT, or takes back what it did.
  func transaction<Result>(
    _ kind: TransactionKind, _ body: () throws -> Result
  ) throws -> Result {
    try execute(kind.rawValue)
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // A full disk rolls back by itself, then ROLLBACK would be an error that hides the first.
      if sqlite3_get_autocommit(pointer) == 0 { try execute("ROLLBACK") }
      throw error
    }
  }

  /// Ends a reader's ban on writing; were it to fail, later writes would fail loudly.
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

/// When a transaction takes its locks.
enum TransactionKind: String {
  /// At its first read: a steady view that hinders nobody.
  case deferred = "BEGIN DEFERRED"
  /// At once, so that it cannot fail later for want of the lock.
  case immediate = "BEGIN IMMEDIATE"
}
