/// A schedule of five fields, as crontab(5) has it: minute, hour, day of month, month, day of week.
///
///     Cron("0 9 * * mon-fri")
package struct Cron: Hashable, Sendable, CustomStringConvertible {
  /// As it is written.
  package let text: String
  /// From 0 to 59.
  package let minutes: Set<Int>
  /// From 0 to 23, in the schedule's time zone.
  package let hours: Set<Int>
  /// From 1 to 31; a month without the day is passed over.
  package let days: Set<Int>
  /// From 1, January, to 12.
  package let months: Set<Int>
  /// Sunday is 0.
  package let weekdays: Set<Int>
  /// Whether either field for days begins with `*`; if neither does, one that matches is enough.
  private let isEveryDay: Bool

  /// Reads five fields of numbers, names, ranges, lists and steps, or plain English such as
  /// `every weekday at 9am`; nil for anything else.
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

  /// As it is written: `0 9 * * mon-fri`.
  package var description: String { text }

  /// Whether any day of any year is one of the schedule's; none is for `0 0 30 2 *`.
  var comes: Bool {
    guard isEveryDay, let first = days.min() else { return true }
    return months.contains { month in
      first <= (month == 2 ? 29 : [4, 6, 9, 11].contains(month) ? 30 : 31)
    }
  }

  /// Whether a job runs on a day; `weekday` counts from Sunday, 0.
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
    let parts = item.split(separator: "/", omittingEmptySubsequences: false)
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
