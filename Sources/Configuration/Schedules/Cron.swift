import Text

/// A schedule of five fields as in crontab(5): minute, hour, day of month, month, day of week.
///
///     Cron("0 9 * * mon-fri")
package struct Cron: Hashable, Sendable, CustomStringConvertible {
  /// The text as written, such as `0 9 * * mon-fri`.
  package let text: String
  /// The minutes, from 0 to 59.
  package let minutes: Set<Int>
  /// The hours, from 0 to 23, in the schedule's time zone.
  package let hours: Set<Int>
  /// The days, from 1 to 31.
  ///
  /// Months without a day skip it.
  package let days: Set<Int>
  /// The months, from 1 to 12.
  package let months: Set<Int>
  /// The days of the week; Sunday is 0.
  package let weekdays: Set<Int>
  /// Whether either day field starts with `*`.
  ///
  /// If neither does, one matching field is enough.
  private let isEveryDay: Bool

  /// Parses five fields, or plain English such as `every weekday at 9am`; nil if invalid.
  ///
  /// Fields can have numbers, names, ranges, lists and steps.
  package init?(_ text: String) {
    let fields =
      fiveFields(of: text) ?? text.split { $0 == " " || $0 == "\t" }.map { $0.lowercased() }
    guard fields.count == 5,
      let minutes = field(fields[0], 0...59), let hours = field(fields[1], 0...23),
      let days = field(fields[2], 1...31),
      let months = field(fields[3], 1...12, names: monthNames, from: 1),
      let weekdays = field(fields[4], 0...7, names: weekdayNames, from: 0)
    else { return nil }
    self.text = text
    self.minutes = minutes
    self.hours = hours
    self.days = days
    self.months = months
    self.weekdays = Set(weekdays.map { $0 % 7 })
    isEveryDay = fields[2].hasPrefix("*") || fields[4].hasPrefix("*")
  }

  /// The text as written, such as `0 9 * * mon-fri`.
  package var description: String { text }

  /// Whether any date matches; `0 0 30 2 *` has none.
  var hasDates: Bool {
    guard isEveryDay, let first = days.min() else { return true }
    return months.contains { month in
      first <= (month == 2 ? 29 : [4, 6, 9, 11].contains(month) ? 30 : 31)
    }
  }

  /// Whether the schedule fires on a date.
  ///
  /// `weekday` is 0 for Sunday.
  package func runs(month: Int, day: Int, weekday: Int) -> Bool {
    guard months.contains(month) else { return false }
    let (isDay, isWeekday) = (days.contains(day), weekdays.contains(weekday))
    return isEveryDay ? isDay && isWeekday : isDay || isWeekday
  }
}

private let monthNames = [
  "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
]
private let weekdayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

private func field(
  _ text: String, _ range: ClosedRange<Int>, names: [String] = [], from first: Int = 0
) -> Set<Int>? {
  var result: Set<Int> = []
  for item in text.split(separator: ",", omittingEmptySubsequences: false) {
    let parts = item.slashParts(omittingEmptySubsequences: false)
    guard let step = parts.count == 1 ? 1 : Int(parts[1]), parts.count <= 2, step > 0,
      let span = span(parts[0], range, isStepped: parts.count == 2, names, first)
    else { return nil }
    result.formUnion(stride(from: span.lowerBound, through: span.upperBound, by: step))
  }
  return result
}

private func span(
  _ text: Substring, _ range: ClosedRange<Int>, isStepped: Bool, _ names: [String], _ first: Int
) -> ClosedRange<Int>? {
  if text == "*" { return range }
  let number = { (text: Substring) -> Int? in
    let value = names.firstIndex(of: String(text)).map { $0 + first } ?? Int(text)
    return value.flatMap { range.contains($0) ? $0 : nil }
  }
  let ends = text.split(separator: "-", omittingEmptySubsequences: false)
  guard let low = ends.first.flatMap(number), ends.count <= 2 else { return nil }
  if ends.count == 1 { return low...(isStepped ? range.upperBound : low) }
  guard let high = number(ends[1]), low <= high else { return nil }
  return low...high
}
