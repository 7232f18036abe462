import Database
package import Time

extension StateStore {
  /// Returns stored bytes by a name that determines them, such as a git object name.
  package func content(_ name: String) async throws -> [UInt8]? {
    if let send {
      let answer = try await send(.content(name), [])
      return try answer.decode(Bool.self) ? answer.body : nil
    }
    let found: [UInt8]? = try await connection.read { transaction in
      try transaction.execute("SELECT bytes FROM contents WHERE name = ?", name).first.map {
        try $0["bytes"]
      }
    }
    return found
  }

  /// Stores bytes under a name that determines them.
  package func keep(_ bytes: [UInt8], as name: String, now: Timestamp) async throws {
    if let send {
      _ = try await send(.keep(name, at: now), bytes)
      return
    }
    try await connection.write(.byStatement) { transaction in
      _ = try transaction.execute(
        """
        INSERT INTO contents (name, bytes, used_at) VALUES (?, ?, ?) ON CONFLICT (name)
        DO UPDATE SET bytes = excluded.bytes, used_at = excluded.used_at
        """, name, bytes, now)
    }
  }

  /// Deletes contents stored before `time`.
  package func dropContents(keptBefore time: Timestamp) async throws {
    try await dropRows(of: "contents", where: "used_at < ?", time)
  }
}
