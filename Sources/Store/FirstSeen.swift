import Database

extension StateStore {
  /// Says since when versions are known here, and remembers `now` for those that are new.
  ///
  /// Cooldown rests on it where a registry tells no publication times. The first look at a source
  /// proves nothing about the age of what it already has: those versions count as seen at 0.
  ///
  /// - Parameters:
  ///   - versions: as locks write them.
  ///   - source: the registry's or repository's name for the package.
  ///   - now: seconds since 1970.
  /// - Returns: seconds since 1970 by version.
  /// - Throws: `DatabaseError`.
  package func firstSeen(
    _ versions: [String], of source: String, now: Int64
  ) async throws -> [String: Int64] {
    try await connection.write { transaction in
      let rows = try transaction.execute(
        "SELECT version, at FROM first_seen WHERE source = ?", source)
      var known: [String: Int64] = [:]
      for row in rows { known[try row["version"]] = try row["at"] }
      let time: Int64 = rows.isEmpty ? 0 : now
      for version in versions where known[version] == nil {
        known[version] = time
        try transaction.execute(
          "INSERT INTO first_seen (source, version, at) VALUES (?, ?, ?)", source, version, time)
      }
      return known
    }
  }
}
