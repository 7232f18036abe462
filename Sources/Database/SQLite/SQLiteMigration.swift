extension Handle {
  /// Refuses a file of a newer program before anything is written to it.
  func refuseNewerSchema(than known: Int) throws(DatabaseError) {
    let found = try schemaVersion()
    guard found <= known else { throw DatabaseError(.newerSchema(found: found, known: known)) }
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
      }
    }
    try refuseNewerSchema(than: migrations.count)
  }

  private func schemaVersion() throws(DatabaseError) -> Int {
    try execute("PRAGMA user_version").first?["user_version"] ?? 0
  }
}
