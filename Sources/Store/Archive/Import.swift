import Database

extension StateStore {
  /// Imports an export in one transaction.
  ///
  /// - Throws: `ArchiveError` if the file is invalid, `DatabaseError`.
  func importExport(_ path: String, replacing: Bool) async throws -> Int {
    let rows = try await connection.write { transaction in
      try transaction.empty(replacing: replacing)
      let rows = try transaction.insert(path)
      try transaction.continueNumbering()
      return rows
    }
    wakeUps.signal()
    return rows
  }
}

extension Transaction {
  fileprivate borrowing func empty(replacing: Bool) throws {
    for table in stateTables.map(\.name).reversed() {
      if replacing {
        try execute("DELETE FROM \(table)")
      } else if try !execute("SELECT 1 AS found FROM \(table) LIMIT 1").isEmpty {
        throw ArchiveError.notEmpty
      }
    }
  }

  /// Makes new repositories and facts get numbers above those that were inserted.
  fileprivate borrowing func continueNumbering() throws(DatabaseError) {
    guard dialect == .postgres else { return }
    for table in ["repositories", "facts"] {
      try execute(
        """
        SELECT setval(pg_get_serial_sequence('\(table)', 'id'), MAX(id)) IS NULL AS done
        FROM \(table)
        """)
    }
  }

  fileprivate borrowing func insert(_ path: String) throws -> Int {
    let names = Set(stateTables.map(\.name))
    var file = try LineFile(path)
    var count = 0
    var number = 0
    while let bytes = try file.next() {
      number += 1
      switch ArchiveLine(bytes) {
      case .head(schema.count) where number == 1: break
      case .row(let table, let row) where number > 1 && names.contains(table):
        try insert(row, into: table, wrong: .wrongLine(path: path, line: number))
        count += 1
      case .tail(count) where number > 1:
        guard try file.next() == nil else {
          throw ArchiveError.wrongLine(path: path, line: number + 1)
        }
        return count
      default: throw ArchiveError.wrongLine(path: path, line: number)
      }
    }
    throw ArchiveError.incomplete(path: path)
  }

  private borrowing func insert(
    _ row: Row, into table: String, wrong: ArchiveError
  ) throws {
    // Names cannot be parameters of a statement, and they come from a file.
    guard !row.columns.isEmpty, row.columns.allSatisfy(\.isColumnName) else { throw wrong }
    do {
      try insert(row, into: table)
    } catch {
      throw error.code == .misuse || error.code == .constraint ? wrong as any Error : error
    }
  }
}

extension String {
  fileprivate var isColumnName: Bool {
    !isEmpty && utf8.allSatisfy { (97...122).contains($0) || $0 == 95 || (48...57).contains($0) }
  }
}
