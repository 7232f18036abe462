import YAML

/// A range of days such as `2026-12-20/2027-01-03`, with both ends, or one day.
package struct DayRange: Hashable, Sendable, CustomStringConvertible {
  /// The first day: `2026-12-20`.
  package let first: String
  /// The last day; the first one if the range is one day.
  package let last: String

  /// Parses `YYYY-MM-DD/YYYY-MM-DD` or `YYYY-MM-DD`; nil if a day doesn't exist, or if the last day
  /// is before the first.
  package init?(_ text: String) {
    let days = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard (1...2).contains(days.count), days.allSatisfy(isDay), let first = days.first,
      let last = days.last, first <= last
    else { return nil }
    self.first = first
    self.last = last
  }

  /// The text of the file, with one day if both ends are the same.
  package var description: String { first == last ? first : "\(first)/\(last)" }

  /// Whether a day of the same format is in the range.
  package func contains(_ day: String) -> Bool { (first...last).contains(day) }
}

/// Whether a text is a day of the Gregorian calendar in the format `2026-12-20`.
private func isDay(_ text: String) -> Bool {
  let bytes = Array(text.utf8)
  guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
    let year = Int(text.prefix(4)), let month = Int(text.dropFirst(5).prefix(2)),
    let day = Int(text.suffix(2)), (1...12).contains(month)
  else { return false }
  let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return (1...lengths[month - 1]).contains(day)
}

extension Shape where Value == DayRange {
  static var dayRange: Shape {
    .parsed("a day or a range of days such as 2026-12-20/2027-01-03", as: .days) { DayRange($0) }
  }
}
