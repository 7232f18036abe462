/// A part of a longer list.
package struct Listing<Row: Sendable>: Sendable {
  /// In the order of the list.
  package var rows: [Row]
  /// How many rows there are in all; 0 also where the part begins behind the last one.
  package var total: Int

  /// Joins rows with the number of all.
  package init(_ rows: [Row], total: Int) {
    self.rows = rows
    self.total = total
  }
}

/// Which part of a list is wanted.
package struct Window: Hashable, Sendable {
  /// How many rows are answered at most.
  package var limit: Int
  /// How many are passed over first.
  package var offset: Int

  /// Bounds a list.
  package init(limit: Int, offset: Int = 0) {
    self.limit = limit
    self.offset = offset
  }
}

/// Turns what a person types into a pattern of `LIKE … ESCAPE '\'`, compared in small letters.
func pattern(containing text: String) -> String {
  let escaped = text.lowercased().replacing("\\", with: "\\\\").replacing("%", with: "\\%")
  return "%" + escaped.replacing("_", with: "\\_") + "%"
}
