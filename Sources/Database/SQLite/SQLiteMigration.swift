extension Handle {
  /// The mark of martlet's files in the header: `mart` in ASCII.
  ///
  /// Files of before 1.0 have none.
  private static let application = 0x6D61_7274

  /// Refuses a file of a newer or another program before anything is written to it.
  func refuseForeignSchema(known: Int) throws {
    try transaction(.deferred) {
      let version = try schemaVersion()
      if try number("application_id") == Self.application {
        guard version <= known else {
          throw DatabaseError(.newerSchema(found: version, known: known))
        }
      } else if try version != 0 || !execute("SELECT 1 FROM sqlite_schema LIMIT 1").isEmpty {
        throw DatabaseError(.otherSchema)
      }
    }
  }

  /// Runs the missing migrations, each in a transaction.
  func migrate(_ migrations: [Migration]) throws {
    for (number, migration) in zip(1..., migrations) where number > (try schemaVersion()) {
      try transaction(.immediate) {
        // Read the version again with the lock: another process may have run the same migration.
        guard try schemaVersion() == number - 1 else { return }
        try executeScript(Dialect.sqlite.schema(migration.sql))
        // A pragma does not support parameters.
        try execute("PRAGMA user_version = \(number)")
        try execute("PRAGMA application_id = \(Self.application)")
      }
    }
    try refuseForeignSchema(known: migrations.count)
  }

  private func schemaVersion() throws(DatabaseError) -> Int { try number("user_version") }

  private func number(_ pragma: String) throws(DatabaseError) -> Int {
    try execute("PRAGMA \(pragma)").first?[pragma] ?? 0
  }
}
