package import Logging

/// A database that survives crashes: a SQLite file, or a PostgreSQL server where several instances
/// share it.
///
///     let connection = try await Connection.open("/var/lib/martlet/martlet.db", schema: schema)
///     let rows = try await connection.read { try $0.execute("SELECT name FROM repositories") }
///
/// SQL is written once for both, with `?` for values: `ON CONFLICT … DO UPDATE`, `RETURNING`, and
/// no function that only one of them knows.
package struct Connection: Sendable {
  private let backend: any Backend

  /// Opens or creates a file and brings its schema up to date.
  ///
  /// Transactions run one after the other on a thread outside of the cooperative pool; those of
  /// other processes are waited for up to `busyTimeout`.
  ///
  /// - Throws: `DatabaseError`; a file of a later program is refused with `newerSchema` and left as
  ///   it was.
  package static func open(
    _ path: String, schema: [Migration], busyTimeout: Duration = .seconds(5)
  ) async throws -> Connection {
    Connection(backend: try await SQLiteFile.open(path, schema, busyTimeout: busyTimeout))
  }

  /// Connects to a server and brings the schema of its database up to date.
  ///
  /// The URL is libpq's, with all that it knows: several hosts, `sslmode`, `sslrootcert`, `passfile`,
  /// `options`. Connections that break are made anew, transactions that were not committed yet are
  /// tried again a few times.
  ///
  /// - Parameters:
  ///   - url: `postgres://USER:PASSWORD@HOST/DATABASE`, or libpq's `key=value` words.
  ///   - schema: all steps, of which the missing ones are taken.
  ///   - patience: how long an answer may take.
  /// - Returns: a pool of a few connections, made when they are needed.
  /// - Throws: `DatabaseError`; a database of a later program is refused with `newerSchema` and left
  ///   as it was.
  package static func open(
    server url: Secret, schema: [Migration], patience: Duration = .seconds(40)
  ) async throws -> Connection {
    let address = try PostgresAddress(url, patience: patience)
    return Connection(backend: try await PostgresPool.open(address, schema))
  }

  /// Runs `body` with one steady view of the data, in a transaction that may not write.
  package func read<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) async throws -> Result {
    try await backend.read(body)
  }

  /// Runs `body` in a transaction that others see whole or not at all.
  ///
  /// What `body` throws undoes all that it did, and is thrown on. It may run more than once: it
  /// does nothing but speak to the database. After an error of a statement it must end, too, since
  /// PostgreSQL takes no further ones.
  @discardableResult
  package func write<Result: Sendable>(
    _ isolation: Isolation = .serial,
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) async throws -> Result {
    try await backend.write(isolation, body)
  }

  /// Calls `body` after each transaction, also of other processes, that called `announce`.
  ///
  /// Hears other processes on PostgreSQL alone. Announcements can be lost while the server is away;
  /// once it is back `body` is called in any case.
  package func listen(_ body: @escaping @Sendable () -> Void) async {
    await backend.listen(body)
  }

  /// Writes a complete copy beside the running SQLite file, and puts it in place at once.
  ///
  /// `path` holds the old copy or the new one, never half of one. Fails with `misuse` on a server.
  package func backup(to path: String) async throws {
    try await backend.backup(to: path)
  }

  /// Reads the whole SQLite file and fails with `corrupt` when it is damaged; a server sees to that
  /// itself.
  package func verify() async throws {
    try await backend.verify()
  }

  /// Lets go of file or server; whatever is asked later fails with `misuse`.
  package func close() async {
    await backend.close()
  }
}
