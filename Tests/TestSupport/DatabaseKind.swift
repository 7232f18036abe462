/// The database that a test runs on.
///
/// PostgreSQL is used only if it is installed.
package enum DatabaseKind: String, Sendable {
  case sqlite
  case postgres

  /// The available databases, for tests that run on each.
  package static let present: [DatabaseKind] =
    PostgresServer.programs == nil ? [.sqlite] : [.sqlite, .postgres]
}
