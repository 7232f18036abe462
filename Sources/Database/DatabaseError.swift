/// Why the database did not do as asked.
///
/// Values bound to a statement never show in it, nor a password.
package struct DatabaseError: Error, Hashable, Sendable {
  /// What went wrong, in terms a caller can act on.
  package enum Code: Hashable, Sendable {
    /// Another connection held the database longer than the busy timeout, or the server has no
    /// place for one more.
    case busy
    /// A uniqueness, foreign key, NOT NULL or CHECK rule stood against it.
    case constraint
    /// Disk or page limit: nothing of the transaction was written.
    case full
    /// The disk, or what lies between it and us, failed.
    case inputOutput
    /// The file, the folder or the server takes no writes.
    case readOnly
    /// No such folder or database, no right to it, or a wrong password.
    case cannotOpen
    /// The file is damaged or is no database.
    case corrupt
    /// The database was written by a later version of the program, and was left as it was.
    case newerSchema(found: Int, known: Int)
    /// The program asks a row for a column that the statement does not name.
    case noSuchColumn(String)
    /// The cell holds something else than the program asks for, NULL included.
    case wrongType(column: String)
    /// Wrong SQL, a wrong number of values, a closed connection: a mistake of the program.
    case misuse
    /// SQLite was told to stop in the midst of a statement.
    case interrupted
    /// The server is not there, or was lost before the transaction was sent to be committed.
    case unreachable
    /// The server was lost while it committed: the transaction was done whole or not at all.
    case outcomeUnknown
    /// A statement took longer than the server or this program allow.
    case timedOut
    /// Transactions that ran at the same time stood against each other, try after try.
    case conflict
    /// Anything else; `sqliteCode` or `sqlState` says it.
    case other
  }

  /// The same for SQLite and PostgreSQL; their own codes stand beside it.
  package var code: Code
  /// SQLite's extended result code, 0 if the failure is not SQLite's.
  package var sqliteCode: Int32
  /// PostgreSQL's five characters, nil if the failure is not the server's.
  package var sqlState: String?
  /// The database's own words.
  package var message: String
  /// The statement, with its placeholders.
  package var sql: String?

  init(
    _ code: Code, sqliteCode: Int32 = 0, sqlState: String? = nil, message: String = "",
    sql: String? = nil
  ) {
    self.code = code
    self.sqliteCode = sqliteCode
    self.sqlState = sqlState
    self.message = message
    self.sql = sql
  }
}
