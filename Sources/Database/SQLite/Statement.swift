internal import CSQLite

/// A compiled statement, used by one thread at a time.
final class Statement {
  let sql: String
  private let database: OpaquePointer
  private let statement: OpaquePointer

  /// Compiles exactly one statement.
  init(_ sql: String, on database: OpaquePointer) throws(DatabaseError) {
    var compiled: OpaquePointer?
    var result = SQLITE_OK
    var rest = ""
    sql.withCString { text in
      var tail: UnsafePointer<CChar>?
      result = sqlite3_prepare_v3(
        database, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, &tail)
      rest = tail.map { String(cString: $0) } ?? ""
    }
    guard result == SQLITE_OK, let compiled else {
      throw result == SQLITE_OK
        ? DatabaseError(.misuse, message: "no statement", sql: sql)
        : .latest(result, of: database, sql: sql)
    }
    self.sql = sql
    self.database = database
    statement = compiled
    guard rest.allSatisfy(\.isWhitespace) else {
      throw DatabaseError(.misuse, message: "more than one statement", sql: sql)
    }
  }

  deinit {
    sqlite3_finalize(statement)
  }

  /// Runs the statement and passes each row to `body`, until it returns false.
  func run(_ values: [Value], body: (Row) -> Bool) throws(DatabaseError) {
    defer {
      // Resetting repeats the failure of the last step, which is already known.
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    try bind(values)
    var columns: [String]?
    while true {
      let result = sqlite3_step(statement)
      if result == SQLITE_DONE { return }
      guard result == SQLITE_ROW else { throw .latest(result, of: database, sql: sql) }
      // Read the columns after the first step, which recompiles the statement after a schema
      // change.
      let names = columns ?? self.columns
      columns = names
      let row = Row(columns: names, values: names.indices.map { value(at: Int32($0)) })
      guard body(row) else { return }
    }
  }

  private var columns: [String] {
    (0..<sqlite3_column_count(statement)).map { index in
      sqlite3_column_name(statement, index).map { String(cString: $0) } ?? ""
    }
  }

  private func bind(_ values: [Value]) throws(DatabaseError) {
    guard values.count == Int(sqlite3_bind_parameter_count(statement)) else {
      throw DatabaseError(.misuse, message: "\(values.count) values bound", sql: sql)
    }
    for (index, value) in zip(Int32(1)..., values) {
      let result = bind(value, at: index)
      guard result == SQLITE_OK else { throw .latest(result, of: database, sql: sql) }
    }
  }

  private func bind(_ value: Value, at index: Int32) -> Int32 {
    switch value {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let number): sqlite3_bind_int64(statement, index, number)
    case .real(let number): sqlite3_bind_double(statement, index, number)
    case .text(var text):
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          // A null address would bind NULL.
          characters.isEmpty
            ? martlet_sqlite3_bind_text(statement, index, "", 0)
            : martlet_sqlite3_bind_text(
              statement, index, characters.baseAddress, UInt64(characters.count))
        }
      }
    case .blob(let bytes):
      bytes.isEmpty
        ? sqlite3_bind_zeroblob(statement, index, 0)
        : martlet_sqlite3_bind_blob(statement, index, bytes, UInt64(bytes.count))
    }
  }

  private func value(at index: Int32) -> Value {
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: .real(sqlite3_column_double(statement, index))
    case SQLITE_TEXT:
      .text(
        String(decoding: bytes(sqlite3_column_text(statement, index), at: index), as: UTF8.self))
    case SQLITE_BLOB: .blob(Array(bytes(sqlite3_column_blob(statement, index), at: index)))
    default: .null
    }
  }

  /// Returns the bytes of a value, which are valid until the next step.
  private func bytes(_ start: UnsafeRawPointer?, at index: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index)))
  }
}
