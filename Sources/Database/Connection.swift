package import Logging

/// A crash-safe database: a SQLite file, or a PostgreSQL server that several instances can share.
///
///     let connection = try await Connection.open("/var/lib/martlet/martlet.db", schema: schema)
///     let rows = try await connection.read { try $0.execute("SELECT name FROM repositories") }
///
/// SQL is written once for both, with `?` for values, `ON CONFLICT … DO UPDATE` and `RETURNING`,
/// and without functions that only one of them has.
package struct Connection: Sendable {
  private let backend: any Backend

  /// Opens or creates a SQLite file and migrates its schema.
  ///
  /// Transactions run one after the other on a separate thread. They wait for those of other
  /// processes up to `busyTimeout`. Each commit waits for the disk, and SQLite's waiters have no
  /// order, so eight workers on a busy disk can exceed five seconds.
  ///
  /// - Throws: `DatabaseError`; a file of a newer program throws `newerSchema` and is not changed.
  package static func open(
    _ path: String, schema: [Migration], busyTimeout: Duration = .seconds(30)
  ) async throws -> Connection {
    Connection(backend: try await SQLiteFile.open(path, schema, busyTimeout: busyTimeout))
  }

  /// Connects to a PostgreSQL server and migrates the schema of its database.
  ///
  /// libpq parses the URL with all its options: several hosts, `sslmode`, `sslrootcert`,
  /// `passfile`, `options`. Broken connections are replaced, and transactions that were not
  /// committed are retried a few times.
  ///
  /// - Parameters:
  ///   - url: `postgres://USER:PASSWORD@HOST/DATABASE`, or libpq's `key=value` format.
  ///   - schema: all migrations; the missing ones are run.
  ///   - timeout: the time limit for a response.
  /// - Returns: a small pool of connections, which are opened on demand.
  /// - Throws: `DatabaseError`; a database of a newer program throws `newerSchema` and is not
  ///   changed.
  package static func open(
    server url: Secret, schema: [Migration], timeout: Duration = .seconds(40)
  ) async throws -> Connection {
    let address = try PostgresAddress(url, timeout: timeout)
    return Connection(backend: try await PostgresPool.open(address, schema))
  }

  /// Runs `body` in a read-only transaction with a consistent snapshot.
  package func read<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) async throws -> Result {
    try await backend.read(body)
  }

  /// Runs `body` in an atomic transaction.
  ///
  /// If `body` throws, its changes are rolled back and the error is rethrown. `body` can run more
  /// than once, so it must only use the database. After an error of a statement it must throw,
  /// because PostgreSQL accepts no further statements.
  @discardableResult
  package func write<Result: Sendable>(
    _ isolation: Isolation = .serial,
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) async throws -> Result {
    try await backend.write(isolation, body)
  }

  /// Calls `body` after each transaction that called `announce`, also of other processes.
  ///
  /// Other processes are only noticed with PostgreSQL. Announcements can be lost while the server
  /// is unreachable; after a reconnection `body` is called anyway.
  package func listen(_ body: @escaping @Sendable () -> Void) async {
    await backend.listen(body)
  }

  /// Writes a complete copy of the SQLite file in use.
  ///
  /// `path` has the old copy or the complete new one at any time. Throws `misuse` for a server.
  package func backup(to path: String) async throws {
    try await backend.backup(to: path)
  }

  /// Reads the whole SQLite file and throws `corrupt` if it is damaged; a server checks that
  /// itself.
  package func verify() async throws {
    try await backend.verify()
  }

  /// Closes the file or the connections; later calls throw `misuse`.
  package func close() async {
    await backend.close()
  }
}
