internal import CSQLite

extension DatabaseError {
  /// Creates the error of the last call on `database`.
  static func latest(_ result: Int32, of database: OpaquePointer?, sql: String? = nil)
    -> DatabaseError
  {
    let extended = database.map { sqlite3_extended_errcode($0) } ?? result
    let text = database.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(result)
    return DatabaseError(
      Code(sqliteCode: extended & 0xff == result & 0xff ? extended : result),
      sqliteCode: extended & 0xff == result & 0xff ? extended : result,
      message: text.map { String(cString: $0) } ?? "", sql: sql)
  }
}

extension DatabaseError.Code {
  /// Maps a primary or extended result code of SQLite.
  init(sqliteCode: Int32) {
    // There is no space for the index of the write-ahead log.
    if sqliteCode == martlet_sqlite3_no_room_for_index {
      self = .full
      return
    }
    // The low byte of an extended code is the primary code.
    switch sqliteCode & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
    case SQLITE_CONSTRAINT: self = .constraint
    case SQLITE_FULL: self = .full
    case SQLITE_IOERR: self = .inputOutput
    case SQLITE_READONLY: self = .readOnly
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: self = .cannotOpen
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .corrupt
    case SQLITE_ERROR, SQLITE_MISUSE, SQLITE_RANGE: self = .misuse
    case SQLITE_INTERRUPT: self = .interrupted
    default: self = .other
    }
  }
}
