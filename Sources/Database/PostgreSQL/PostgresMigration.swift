extension PostgresLink {
  /// Runs the missing migrations in one transaction.
  ///
  /// A lock serializes concurrent processes.
  ///
  /// A database of a newer program version is refused before anything is written to it.
  func migrate(_ schema: [Migration]) throws(DatabaseError) {
    let found = try schemaVersion()
    guard found <= schema.count else {
      throw DatabaseError(.newerSchema(found: found, known: schema.count))
    }
    if found == schema.count { return }
    _ = try command("BEGIN")
    do {
      // A migration of a large table can take long.
      try script("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 60000")
      timeout = .seconds(3600)
      defer { timeout = address.timeout }
      try execute(Self.lock, [])
      try applySteps(schema)
      _ = try command("COMMIT")
    } catch {
      if !isIdle { _ = try? command("ROLLBACK") }
      throw error
    }
  }

  /// Acquires a lock for this schema of the database until the end of the transaction.
  private static let lock = """
    SELECT pg_advisory_xact_lock(1835364708, hashtext(current_schema())) IS NULL AS done
    """

  /// Reads the version again, since another process may have migrated in the meantime.
  private func applySteps(_ schema: [Migration]) throws(DatabaseError) {
    let found = try schemaVersion()
    guard found <= schema.count else {
      throw DatabaseError(.newerSchema(found: found, known: schema.count))
    }
    if found == 0 {
      try script(
        """
        CREATE TABLE IF NOT EXISTS martlet_state (version BIGINT NOT NULL);
        INSERT INTO martlet_state (version)
          SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM martlet_state)
        """)
    }
    for step in schema.dropFirst(found) { try script(Dialect.postgres.schema(step.sql)) }
    try execute("UPDATE martlet_state SET version = ?", [.integer(Int64(schema.count))])
  }

  private func schemaVersion() throws(DatabaseError) -> Int {
    // Queries `pg_tables` because `to_regclass` uses a cache that is not refreshed while waiting
    // for the lock.
    let tables = try execute(
      """
      SELECT tablename AS name FROM pg_tables
      WHERE schemaname = current_schema() AND tablename IN ('martlet_state', 'martlet_schema')
      """, []
    ).flatMap(\.values)
    if tables.contains(.text("martlet_state")) {
      return try execute("SELECT version FROM martlet_state", []).first?["version"] ?? 0
    }
    // The table of martlets before 1.0.
    guard tables.isEmpty else { throw DatabaseError(.otherSchema) }
    return 0
  }
}
