/// One step of the schema; the database remembers how many it has taken.
///
///     let schema = [
///       Migration("CREATE TABLE runs (id TEXT PRIMARY KEY NOT NULL, at INTEGER NOT NULL) STRICT"),
///       Migration("ALTER TABLE runs ADD COLUMN verdict TEXT"),
///     ]
///
/// A step that was released is never edited: a new one follows it.
package struct Migration: Hashable, Sendable {
  /// Any number of statements, separated by semicolons; types as SQLite or PostgreSQL call them.
  package var sql: String

  /// Describes a step by its statements.
  package init(_ sql: String) {
    self.sql = sql
  }
}
