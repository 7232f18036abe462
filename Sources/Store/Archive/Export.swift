import Database
package import JSON
import Synchronization

extension StateStore {
  /// Hands over all of the state as lines of JSON, in one steady view and without holding it.
  ///
  /// The first line tells the schema, the last one the number of rows. The state has no secrets, but
  /// what private repositories and registries answered.
  ///
  /// - Parameter body: gets each line without its newline.
  /// - Returns: how many rows there are.
  /// - Throws: `DatabaseError`, and what `body` throws.
  @discardableResult
  package func export(_ body: @Sendable (String) throws -> Void) async throws -> Int {
    try await scan(
      begin: { try body(ArchiveLine.head(schema: schema.count).text) },
      row: { table, row in try body(ArchiveLine.row(table: table, row).text) },
      end: { rows in try body(ArchiveLine.tail(rows: rows).text) })
  }

  /// Hands over all tables in turn, each with its rows as JSON, in one steady view.
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
      // A read runs again after a lost connection; what was handed over cannot be taken back.
      guard
        !isBegun.withLock({ wasBegun in
          defer { wasBegun = true }
          return wasBegun
        })
      else { throw ArchiveError.interrupted }
      var rows = 0
      try begin()
      for table in tableNames(after: schema) {
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
