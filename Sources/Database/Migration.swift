/// One migration of the schema; the database stores the number of migrations that were run.
///
///     let schema = [
///       Migration("CREATE TABLE runs (id TEXT PRIMARY KEY NOT NULL, at INTEGER NOT NULL) STRICT"),
///       Migration("ALTER TABLE runs ADD COLUMN verdict TEXT"),
///     ]
///
/// A released migration is never changed; append a new one.
package struct Migration: Hashable, Sendable {
  /// Any number of statements, separated by semicolons, with types of SQLite or PostgreSQL.
  package var sql: String

  /// Creates a migration.
  package init(_ sql: String) {
    self.sql = sql
  }
}
