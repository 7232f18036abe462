/// A row of a result, with values by column name.
///
///     let title: String = try row["title"]
///     let closed: Int64? = try row["closed_at"]
package struct Row: Hashable, Sendable {
  /// The column names in the order of the statement.
  package let columns: [String]
  /// The values, in the order of `columns`.
  package let values: [Value]

  /// Creates a row.
  package init(columns: [String], values: [Value]) {
    self.columns = columns
    self.values = values
  }

  /// Returns the value of a column as the expected type.
  ///
  /// - Throws: `noSuchColumn` or `wrongType`.
  package subscript<Result: Storable>(column: String) -> Result {
    get throws(DatabaseError) {
      // With a few columns, a linear search is faster than a dictionary.
      guard let index = columns.firstIndex(of: column) else {
        throw DatabaseError(.noSuchColumn(column))
      }
      guard let result = Result(databaseValue: values[index]) else {
        throw DatabaseError(.wrongType(column: column))
      }
      return result
    }
  }
}
