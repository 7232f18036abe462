import Database

extension StateStore {
  /// Imports an export of the same schema in one transaction.
  ///
  /// - Throws: `ArchiveError` if the file is invalid, `DatabaseError`.
  func importExport(_ path: String, at schema: [Migration], replacing: Bool) async throws -> Int {
    let rows = try await connection.write { transaction in
      let tables = tableNames(after: schema)
      try transaction.empty(tables, replacing: replacing)
      return try transaction.insert(path, into: tables, schema.count)
    }
    wakeUps.signal()
    return rows
  }
}

extension Transaction {
  fileprivate borrowing func empty(_ tables: [String], replacing: Bool) throws {
    for table in tables.reversed() {
      if replacing {
        try execute("DELETE FROM \(table)")
      } else if try !execute("SELECT 1 AS found FROM \(table) LIMIT 1").isEmpty {
        throw ArchiveError.notEmpty
      }
    }
  }

  fileprivate borrowing func insert(
    _ path: String, into tables: [String], _ known: Int
  ) throws -> Int {
    var file = try LineFile(path)
    var count = 0
    var number = 0
    while let bytes = try file.next() {
      number += 1
      switch ArchiveLine(bytes) {
      case .head(let schema) where number == 1 && schema == known: break
      case .row(let table, let row) where number > 1 && tables.contains(table):
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
    let columns = row.columns.joined(separator: ", ")
    let parameters = row.columns.map { _ in "?" }.joined(separator: ", ")
    do {
      try execute("INSERT INTO \(table) (\(columns)) VALUES (\(parameters))", values: row.values)
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
