import Database
package import JSON
import Synchronization

extension StateStore {
  /// Passes the state to a closure as lines of JSON, from one consistent snapshot.
  ///
  /// The first line has the version of the schema, the last one the number of rows. The state has no secrets, but
  /// it has responses of private repositories and registries.
  ///
  /// - Parameter body: receives each line without its newline.
  /// - Returns: the number of rows.
  /// - Throws: `DatabaseError`, and what `body` throws.
  @discardableResult
  package func export(_ body: @Sendable (String) throws -> Void) async throws -> Int {
    try await scan(
      begin: { try body(ArchiveLine.head(version: schema.count).text) },
      row: { table, row in try body(ArchiveLine.row(table: table, row).text) },
      end: { rows in try body(ArchiveLine.tail(rows: rows).text) })
  }

  /// Passes all rows of all tables to a closure as JSON, from one consistent snapshot.
  ///
  /// - Throws: `DatabaseError`, and what `body` throws.
  package func tables(_ body: @Sendable (_ table: String, _ row: JSON.Value) throws -> Void)
    async throws
  {
    _ = try await scan(begin: {}, row: { table, row in try body(table, row.json) }, end: { _ in })
  }

  private func scan(
    begin: @Sendable () throws -> Void, row: @Sendable (String, Row) throws -> Void,
    end: @Sendable (Int) throws -> Void
  ) async throws -> Int {
    let isBegun = Mutex(false)
    return try await connection.read { transaction in
      // A read is retried after a lost connection, but lines that were passed on cannot be taken
      // back.
      guard
        !isBegun.withLock({ wasBegun in
          defer { wasBegun = true }
          return wasBegun
        })
      else { throw ArchiveError.interrupted }
      var rows = 0
      try begin()
      for table in stateTables.map(\.name) {
        try transaction.scan("SELECT * FROM \(table) ORDER BY 1") {
          try row(table, $0)
          rows += 1
        }
      }
      try end(rows)
      return rows
    }
  }
}
