/// A duration such as `90s`, `30m`, `2h`, `1d` or `1h30m`.
package struct TimeSpan: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The duration in seconds; at least one.
  package var seconds: Int

  /// Creates a duration.
  package init(seconds: Int) {
    self.seconds = seconds
  }

  /// Parses numbers with units, largest unit first; at most a year in total.
  package init?(_ text: String) {
    var (seconds, number) = (0, 0)
    var hasDigits = false
    var largest = Int.max
    for byte in text.utf8 {
      if (0x30...0x39).contains(byte), number < 100_000_000 {
        number = number * 10 + Int(byte - 0x30)
        hasDigits = true
      } else {
        guard let unit = units[byte], unit < largest, hasDigits else { return nil }
        seconds += number * unit
        (number, hasDigits, largest) = (0, false, unit)
      }
    }
    guard !hasDigits, (1...366 * 86_400).contains(seconds) else { return nil }
    self.seconds = seconds
  }

  /// The shortest form in days, hours, minutes and seconds: 5400 seconds are `1h30m`.
  package var description: String {
    var rest = seconds
    var text = ""
    for (unit, letter) in [(86_400, "d"), (3600, "h"), (60, "m"), (1, "s")] where rest >= unit {
      text += "\(rest / unit)\(letter)"
      rest %= unit
    }
    return text
  }

  /// Compares by length.
  package static func < (left: TimeSpan, right: TimeSpan) -> Bool { left.seconds < right.seconds }
}

private let units: [UInt8: Int] = [
  UInt8(ascii: "d"): 86_400, UInt8(ascii: "h"): 3600, UInt8(ascii: "m"): 60, UInt8(ascii: "s"): 1,
]

extension Shape where Value == TimeSpan {
  static var timeSpan: Shape { .parsed("a duration such as 30m", as: .duration) { TimeSpan($0) } }
}
