/// A time of day in hours and minutes: `05:30`.
package struct TimeOfDay: Hashable, Sendable, CustomStringConvertible {
  /// The hour, from 0 to 23, in the schedule's time zone.
  package var hour: Int
  /// The minute, from 0 to 59.
  package var minute: Int

  /// The start of the day.
  package static let midnight = TimeOfDay(hour: 0, minute: 0)

  private init(hour: Int, minute: Int) {
    self.hour = hour
    self.minute = minute
  }

  /// Parses `hh:mm` in 24-hour format.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else { return nil }
    self.hour = hour
    self.minute = minute
  }

  /// The time with two digits each: `05:30`, also if it was written as `5:30`.
  package var description: String {
    "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}

extension Shape where Value == TimeOfDay {
  /// A time of day; `example` is a part of the message about another text.
  static func timeOfDay(_ example: String) -> Shape {
    .parsed("a time of day such as \"\(example)\"", as: .timeOfDay) { TimeOfDay($0) }
  }
}
