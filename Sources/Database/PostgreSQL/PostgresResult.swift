internal import CPQ

/// Owns the result of a statement.
final class PostgresResult {
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    PQclear(pointer)
  }

  /// The number of affected rows as text; empty if the statement affects none.
  var tuples: String { PQcmdTuples(pointer).map { String(cString: $0) } ?? "" }

  /// The command tag, such as `COMMIT`.
  var command: String { PQcmdStatus(pointer).map { String(cString: $0) } ?? "" }

  /// Returns the error of the statement, if it failed.
  func failure(_ sql: String, at address: PostgresAddress) -> DatabaseError? {
    switch PQresultStatus(pointer) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return nil
    default: break
    }
    let state = field(martlet_pq_sql_state)
    // The details are left out because they quote rows.
    let message =
      field(martlet_pq_primary_message)
      ?? PQresultErrorMessage(pointer).map { String(cString: $0) }
    return DatabaseError(
      state.map(DatabaseError.Code.init(sqlState:)) ?? .unreachable, sqlState: state,
      message: address.masked(message ?? ""), sql: sql)
  }

  func rows() throws(DatabaseError) -> [Row] {
    let columns = (0..<PQnfields(pointer)).map { column in
      PQfname(pointer, column).map { String(cString: $0) } ?? ""
    }
    var rows: [Row] = []
    for line in 0..<PQntuples(pointer) {
      var values: [Value] = []
      for column in columns.indices { values.append(try value(line, Int32(column), columns)) }
      rows.append(Row(columns: columns, values: values))
    }
    return rows
  }

  private func value(
    _ line: Int32, _ column: Int32, _ columns: [String]
  ) throws(DatabaseError) -> Value {
    guard PQgetisnull(pointer, line, column) == 0 else { return .null }
    let bytes = UnsafeRawBufferPointer(
      start: PQgetvalue(pointer, line, column), count: Int(PQgetlength(pointer, line, column)))
    switch PostgresType(rawValue: PQftype(pointer, column)) {
    case .integer, .middleInteger, .smallInteger: return .integer(signed(bytes))
    case .boolean: return .integer(bytes.first == 1 ? 1 : 0)
    case .text, .varyingText, .name: return .text(String(decoding: bytes, as: UTF8.self))
    case .blob: return .blob(Array(bytes))
    case .real: return .real(Double(bitPattern: UInt64(bitPattern: signed(bytes))))
    default:
      throw DatabaseError(
        .wrongType(column: columns[Int(column)]),
        message: "type \(PQftype(pointer, column)) is not read: CAST it AS BIGINT or TEXT")
    }
  }

  private func field(_ code: Int32) -> String? {
    PQresultErrorField(pointer, code).map { String(cString: $0) }
  }
}

/// Reads a big-endian number of two, four or eight bytes.
private func signed(_ bytes: UnsafeRawBufferPointer) -> Int64 {
  let isNegative = (bytes.first ?? 0) & 0x80 != 0
  return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
}
