import Database

extension StateStore {
  /// Bytes that never change under their name, such as a file's by its git object name.
  package func content(_ name: String) async throws -> [UInt8]? {
    let found: [UInt8]? = try await connection.read { transaction in
      try transaction.execute("SELECT bytes FROM contents WHERE name = ?", name).first.map {
        try $0["bytes"]
      }
    }
    return found
  }

  /// Keeps bytes under a name that determines them.
  package func keep(_ bytes: [UInt8], as name: String, now: Int64) async throws {
    try await connection.write(.byStatement) { transaction in
      _ = try transaction.execute(
        """
        INSERT INTO contents (name, bytes, used_at) VALUES (?, ?, ?) ON CONFLICT (name)
        DO UPDATE SET bytes = excluded.bytes, used_at = excluded.used_at
        """, name, bytes, now)
    }
  }

  /// Drops what was kept before `time`, in seconds since 1970, so that the file stays small.
  package func dropContents(keptBefore time: Int64) async throws {
    try await connection.write(.byStatement) { transaction in
      _ = try transaction.execute("DELETE FROM contents WHERE used_at < ?", time)
    }
  }
}
