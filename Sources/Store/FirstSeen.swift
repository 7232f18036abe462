import Database
package import Time

extension StateStore {
  /// Returns when versions were first seen, and stores `now` for new ones.
  ///
  /// Cooldown uses it for registries without publication times.
  ///
  /// - Parameters:
  ///   - versions: in the format of the lock file.
  ///   - source: the name of the package in its registry or repository.
  ///   - now: the current time.
  /// - Returns: the times by version.
  /// - Throws: `DatabaseError`.
  package func firstSeen(
    _ versions: [String], of source: String, now: Timestamp
  ) async throws -> [String: Timestamp] {
    try await perform(.firstSeen(versions, source: source, at: now)) { database in
      try await database.write { transaction in
        let rows = try transaction.execute(
          "SELECT version, at FROM first_seen WHERE source = ?", source)
        var known: [String: Timestamp] = [:]
        for row in rows { known[try row["version"]] = try row["at"] }
        for (version, time) in known where time > now {
          // The clock was ahead when it was stored; the version would be too new for that long.
          known[version] = now
          try transaction.execute(
            "UPDATE first_seen SET at = ? WHERE source = ? AND version = ?", now, source, version)
        }
        for version in versions where known[version] == nil {
          known[version] = now
          try transaction.execute(
            "INSERT INTO first_seen (source, version, at) VALUES (?, ?, ?)", source, version, now)
        }
        return known
      }
    }
  }
}
