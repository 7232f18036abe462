import Database

/// A table of the state with its indexes.
struct Table: Sendable {
  var name: String
  /// The columns and constraints, with types of SQLite or PostgreSQL.
  var columns: String
  /// What follows `CREATE INDEX`.
  var indexes: [String] = []

  /// The statements that create it.
  var sql: String {
    "CREATE TABLE \(name) (\n\(columns)\n) STRICT;\n"
      + indexes.map { "CREATE INDEX \($0);\n" }.joined()
  }

  /// A table with data of repositories, which is deleted with their rows in `repositories`.
  static func ofRepositories(
    _ name: String, _ columns: String, key: String, indexes: [String] = []
  ) -> Table {
    Table(
      name: name,
      columns: """
        repository_id INTEGER NOT NULL REFERENCES repositories (id) ON DELETE CASCADE,
        \(columns),
        PRIMARY KEY (\(key))
        """, indexes: indexes)
  }
}

/// The tables; a table refers only to earlier ones.
let stateTables: [Table] =
  [.repositories] + publishing + conversation + fleet + notices
  + [
    .splits, .declinedVersions, .stepResults, .agendaItems, .surveys, .jobs, .visitHolds, .pauses,
    .writeSlots, .contentSlots,
  ] + caches

/// The schema, version 1; a released version is never changed, only followed by a migration.
let schema = [Migration(stateTables.map(\.sql).joined())]

extension Table {
  /// The identity of repositories and, from the first visit on, what is known about them.
  fileprivate static let repositories = Table(
    name: "repositories",
    columns: """
      id BIGSERIAL PRIMARY KEY,
      forge TEXT NOT NULL,
      name TEXT NOT NULL,
      identifier TEXT,
      default_branch TEXT,
      confirmed_at INTEGER,
      branch_mark TEXT,
      visited_at INTEGER,
      channels TEXT NOT NULL DEFAULT '',
      owners TEXT NOT NULL DEFAULT '[]',
      submitted TEXT NOT NULL DEFAULT '',
      UNIQUE (forge, name),
      UNIQUE (forge, identifier)
      """)
}

/// Data that does not belong to a repository.
private let caches = [
  Table(
    name: "deliveries",
    columns: """
      forge TEXT NOT NULL,
      id TEXT NOT NULL,
      received_at INTEGER NOT NULL,
      PRIMARY KEY (forge, id)
      """, indexes: ["deliveries_by_age ON deliveries (received_at)"]),
  Table(
    name: "roles",
    columns: """
      name TEXT PRIMARY KEY NOT NULL,
      holder TEXT NOT NULL,
      held_until INTEGER NOT NULL
      """),
  Table(
    name: "first_seen",
    columns: """
      source TEXT NOT NULL,
      version TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (source, version)
      """),
  Table(
    name: "contents",
    columns: """
      name TEXT PRIMARY KEY NOT NULL,
      bytes BLOB NOT NULL,
      used_at INTEGER NOT NULL
      """, indexes: ["contents_by_age ON contents (used_at)"]),
  Table(
    name: "responses",
    columns: """
      key TEXT PRIMARY KEY NOT NULL,
      url TEXT NOT NULL,
      headers TEXT NOT NULL,
      body BLOB NOT NULL,
      validated_at INTEGER NOT NULL
      """, indexes: ["responses_by_age ON responses (validated_at)"]),
  Table(
    name: "runs",
    columns: """
      id TEXT PRIMARY KEY NOT NULL,
      started_at INTEGER NOT NULL,
      finished_at INTEGER,
      repositories INTEGER NOT NULL DEFAULT 0,
      problems INTEGER NOT NULL DEFAULT 0
      """, indexes: ["runs_by_age ON runs (started_at)"]),
]
