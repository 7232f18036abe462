import Database
package import Forges
package import Logging

/// The data that one pass stores for the next one: a cache and the service's queue.
///
/// All of it can be lost, because the forge's branches and pull requests are the source of truth.
package struct StateStore: Sendable {
  let connection: Connection
  /// Sends the calls of a visit to the process that has the database; nil if this one has it.
  var send: Sender?
  /// Whether a repository is one of the operator's canaries, which get updates first.
  package var isCanary: @Sendable (RepositoryID) -> Bool = { _ in false }
  /// Whether other processes, perhaps on other machines, are expected to use the state.
  package private(set) var isShared = false
  let wakeUps = WakeUps()

  /// Opens or creates the file at `path`.
  ///
  /// - Throws: `DatabaseError`, such as `newerSchema` for a file of a newer martlet, which is not
  ///   changed.
  package static func open(_ path: String) async throws -> StateStore {
    StateStore(connection: try await Connection.open(path, schema: schema))
  }

  /// Connects to a PostgreSQL database, which several instances can share.
  ///
  /// `url` is `postgres://USER:PASSWORD@HOST/DATABASE`, with libpq's options after a `?`.
  ///
  /// - Throws: `DatabaseError`, such as `newerSchema` for a database of a newer martlet, which is
  ///   not changed. It never contains a password.
  package static func open(server url: Secret) async throws -> StateStore {
    var store = StateStore(connection: try await Connection.open(server: url, schema: schema))
    store.isShared = true
    return store
  }

  /// Returns a store in memory, for dry runs and tests.
  package static func inMemory() async throws -> StateStore {
    try await open(":memory:")
  }

  /// Writes a row and removes it again, to check that the state can be written.
  package func checkWritable() async throws {
    let name = "doctor"
    try await connection.write { transaction in
      try transaction.execute(
        "INSERT INTO contents VALUES (?, ?, 0) ON CONFLICT DO NOTHING", name, [UInt8]())
      _ = try transaction.execute("DELETE FROM contents WHERE name = ?", name)
    }
  }

  /// Reads from the state, and returns whether it accepts writes: a standby server doesn't.
  ///
  /// - Throws: `DatabaseError` if the state can't be reached.
  package func acceptsWrites() async throws -> Bool {
    try await connection.read { transaction in
      try transaction.execute("SELECT holder FROM roles LIMIT 1")
      guard transaction.dialect == .postgres else { return true }
      let row = try transaction.execute(
        "SELECT CASE WHEN pg_is_in_recovery() THEN 0 ELSE 1 END AS is_primary"
      ).first
      return try row?["is_primary"] ?? false
    }
  }

  /// Writes a complete copy of a SQLite file to `path`, while others use the file.
  package func backup(to path: String) async throws {
    try await connection.backup(to: path)
  }

  /// Closes the file or the connections.
  package func close() async {
    wakeUps.finish()
    await connection.close()
  }
}
