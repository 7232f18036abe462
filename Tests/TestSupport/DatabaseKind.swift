/// Which database a test runs on; PostgreSQL only where it is installed.
package enum DatabaseKind: String, Sendable {
  case sqlite
  case postgres

  /// For tests that shall hold on either.
  package static let present: [DatabaseKind] =
    PostgresServer.programs == nil ? [.sqlite] : [.sqlite, .postgres]
}
