import Text

/// Formats rows in columns that are as wide as their widest cell.
///
/// - Parameters:
///   - header: the column names.
///   - rows: the rows, each with as many cells; control characters are escaped.
///   - paint: adds color to the last cell of a row.
/// - Returns: lines with newlines, without trailing spaces.
func table(
  _ header: [String], _ rows: [[String]], paint: (String) -> String = { $0 }
) -> String {
  let all = [header] + rows.map { $0.map(\.printableLine) }
  let widths = header.indices.map { column in all.map { $0[column].columns }.max() ?? 0 }
  let lines = all.map { row in
    let cells = zip(row, widths).map { cell, width in
      cell + String(repeating: " ", count: width - cell.columns)
    }
    var line = cells.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    guard let last = row.last, line.hasSuffix(last) else { return line }
    return String(line.dropLast(last.count)) + paint(last)
  }
  return lines.joined(separator: "\n") + "\n"
}
