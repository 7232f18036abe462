/// One line of a result, read by the names of its columns.
///
///     let title: String = try row["title"]
///     let closed: Int64? = try row["closed_at"]
package struct Row: Hashable, Sendable {
  /// As the statement names them, in its order.
  package let columns: [String]
  /// As many as `columns`, in the same order.
  package let values: [Value]

  /// Describes a line by its cells.
  package init(columns: [String], values: [Value]) {
    self.columns = columns
    self.values = values
  }

  /// The cell of a column as the type that the caller expects.
  ///
  /// Fails with `noSuchColumn` and `wrongType`.
  package subscript<Result: Storable>(column: String) -> Result {
    get throws(DatabaseError) {
      // A handful of columns: looking through them is quicker than any table of theirs.
      guard let place = columns.firstIndex(of: column) else {
        throw DatabaseError(.noSuchColumn(column))
      }
      guard let result = Result(databaseValue: values[place]) else {
        throw DatabaseError(.wrongType(column: column))
      }
      return result
    }
  }
}
