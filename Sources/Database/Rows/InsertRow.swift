/// What an INSERT does if a row with the same key exists.
package enum Conflict: Hashable, Sendable {
  /// Throws `constraint`.
  case fail
  /// Keeps the existing row.
  case keep
  /// Replaces the values of the row with the same key, except for some columns.
  case replace(key: [String], except: Set<String> = [])
}

extension Transaction {
  /// Inserts a row into a table, whose name and columns must be known and not come from a file.
  package borrowing func insert(
    _ row: Row, into table: String, onConflict conflict: Conflict = .fail
  ) throws(DatabaseError) {
    try insert([row], into: table, onConflict: conflict)
  }

  /// Inserts rows one after the other.
  package borrowing func insert(
    _ rows: [Row], into table: String, onConflict conflict: Conflict = .fail
  ) throws(DatabaseError) {
    var (columns, statement) = ([String](), "")
    for row in rows {
      // The text of a statement takes longer than the statement, and most rows have the same.
      if statement.isEmpty || row.columns != columns {
        columns = row.columns
        let values = columns.map { _ in "?" }.joined(separator: ", ")
        statement =
          "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(values))"
          + conflict.clause(columns)
      }
      try execute(statement, values: row.values)
    }
  }

  /// Runs a SELECT and converts its rows.
  package borrowing func rows<Record: Decodable>(
    _ sql: String, _ values: any Storable...
  ) throws -> [Record] {
    try execute(sql, values: values.map(\.databaseValue)).map { try $0.decode() }
  }

  /// Runs a SELECT and converts its first row; nil if there is none.
  package borrowing func row<Record: Decodable>(
    _ type: Record.Type, _ sql: String, _ values: any Storable...
  ) throws -> Record? {
    try execute(sql, values: values.map(\.databaseValue)).first?.decode(type)
  }
}

extension Conflict {
  fileprivate func clause(_ columns: [String]) -> String {
    switch self {
    case .fail: return ""
    case .keep: return " ON CONFLICT DO NOTHING"
    case .replace(let key, let except):
      let changed = columns.filter { !key.contains($0) && !except.contains($0) }
      let changes = changed.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
      return " ON CONFLICT (\(key.joined(separator: ", "))) DO "
        + (changes.isEmpty ? "NOTHING" : "UPDATE SET \(changes)")
    }
  }
}

extension Row {
  /// Returns the row with another value of a column, or with a further column.
  package func setting(_ column: String, to value: some Storable) -> Row {
    var (columns, values) = (columns, values)
    if let index = columns.firstIndex(of: column) {
      values[index] = value.databaseValue
    } else {
      columns.append(column)
      values.append(value.databaseValue)
    }
    return Row(columns: columns, values: values)
  }

  /// Returns the row without a column.
  package func removing(_ column: String) -> Row {
    guard let index = columns.firstIndex(of: column) else { return self }
    var (columns, values) = (columns, values)
    columns.remove(at: index)
    values.remove(at: index)
    return Row(columns: columns, values: values)
  }
}
