/// A failure of the database.
///
/// It contains neither values of a statement nor passwords.
package struct DatabaseError: Error, Codable, Hashable, Sendable {
  /// The kinds of error that callers distinguish.
  package enum Code: Codable, Hashable, Sendable {
    /// Another connection locked the database for longer than the timeout, or the server has too
    /// many connections.
    case busy
    /// A uniqueness, foreign key, NOT NULL or CHECK constraint is violated.
    case constraint
    /// The disk is full or the page limit is reached; nothing was written.
    case full
    /// Reading from or writing to the disk failed.
    case inputOutput
    /// The file, the folder or the server is read-only.
    case readOnly
    /// The folder or database does not exist, permission is denied, or the password is wrong.
    case cannotOpen
    /// The file is damaged or not a database.
    case corrupt
    /// A newer version of the program wrote the database, which was not changed.
    case newerSchema(found: Int, known: Int)
    /// Another program, or a martlet before 1.0, wrote the database, which was not changed.
    case otherSchema
    /// The statement has no column of that name.
    case noSuchColumn(String)
    /// The value has another type than requested, or is NULL.
    case wrongType(column: String)
    /// A programming error: invalid SQL, a wrong number of values, or a closed connection.
    case misuse
    /// SQLite was interrupted during a statement.
    case interrupted
    /// The server is unreachable, or the connection was lost before the commit.
    case unreachable
    /// The connection was lost during a commit, so its result is unknown.
    case outcomeUnknown
    /// A statement exceeded the time limit of the server or of this program.
    case timedOut
    /// Concurrent transactions conflicted in all attempts.
    case conflict
    /// Any other error; `sqliteCode` or `sqlState` has the code.
    case other
  }

  /// The kind of error, common to SQLite and PostgreSQL.
  package var code: Code
  /// SQLite's extended result code; 0 for errors of PostgreSQL.
  package var sqliteCode: Int32
  /// PostgreSQL's code of five characters; nil for errors of SQLite.
  package var sqlState: String?
  /// The database's message.
  package var message: String
  /// The statement with its placeholders.
  package var sql: String?

  /// Creates an error with the codes and the message of the database.
  package init(
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
