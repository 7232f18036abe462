import Database
package import Logging

/// What one pass remembers for the next: a cache and a log of intents, never the truth.
///
/// All of it can be lost: the forge's branches and pull requests say what was done.
package struct StateStore: Sendable {
  let connection: Connection
  let wakeUps = WakeUps()

  /// Opens or creates the file at `path`.
  ///
  /// - Throws: `DatabaseError`, such as `newerSchema` for a file of a later martlet, which is left
  ///   untouched.
  package static func open(_ path: String) async throws -> StateStore {
    StateStore(connection: try await Connection.open(path, schema: schema))
  }

  /// Connects to a database of PostgreSQL, which several instances may share.
  ///
  /// `url` is `postgres://USER:PASSWORD@HOST/DATABASE`, with libpq's options behind a `?`.
  ///
  /// - Throws: `DatabaseError`, such as `newerSchema` for a database of a later martlet, which is
  ///   left untouched; no password shows in it.
  package static func open(server url: Secret) async throws -> StateStore {
    StateStore(connection: try await Connection.open(server: url, schema: schema))
  }

  /// A store that ends with the process, for dry runs and tests.
  package static func inMemory() async throws -> StateStore {
    try await open(":memory:")
  }

  /// Writes a complete copy of a SQLite file to `path` while others go on.
  package func backup(to path: String) async throws {
    try await connection.backup(to: path)
  }

  /// Lets go of file or server.
  package func close() async {
    wakeUps.finish()
    await connection.close()
  }
}
