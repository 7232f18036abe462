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

extension String {
  /// The columns of a terminal that it takes: two for each character of East Asian scripts.
  var columns: Int { reduce(0) { $0 + ($1.isWide ? 2 : 1) } }
}

extension Character {
  /// Whether it is wide in the sense of UAX 11: CJK signs, kana, Hangul and full-width forms.
  fileprivate var isWide: Bool {
    guard let scalar = unicodeScalars.first, scalar.value >= 0x1100 else { return false }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return true
    default: return false
    }
  }
}
