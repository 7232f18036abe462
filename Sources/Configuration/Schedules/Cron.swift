import Text

/// A schedule of five fields as in crontab(5): minute, hour, day of month, month, day of week.
///
///     Cron("0 9 * * mon-fri")
///     Cron("0 9 * * mon#1")      // the first Monday of a month
///     Cron("0 9 L * *")          // the last day of a month
///
/// The extensions are those of Fugit, with which Dependabot reads schedules.
package struct Cron: Hashable, Sendable, CustomStringConvertible {
  /// The text as written, such as `0 9 * * mon-fri`.
  package let text: String
  /// The minutes, from 0 to 59.
  package let minutes: Set<Int>
  /// The hours, from 0 to 23, in the schedule's time zone.
  package let hours: Set<Int>
  /// The days, from 1 to 31; -1 is the last day of a month, -2 the one before.
  ///
  /// Months without a day skip it.
  package let days: Set<Int>
  /// The months, from 1 to 12.
  package let months: Set<Int>
  /// The days of the week; Sunday is 0.
  package let weekdays: Set<Int>
  /// The days of the week that count only at one place of the month.
  package let nthWeekdays: Set<NthWeekday>
  /// Whether either day field starts with `*`.
  ///
  /// If neither does, one matching field is enough.
  private let isEveryDay: Bool

  /// A day of the week in a month: `mon#1` is the first Monday, `fri#-1` the last Friday.
  package struct NthWeekday: Hashable, Sendable {
    /// Sunday is 0.
    package var weekday: Int
    /// From 1 to 5, or from -1 to -5 counted from the end of the month.
    package var ordinal: Int
  }

  /// Parses five fields, or plain English such as `every weekday at 9am`; nil if invalid.
  ///
  /// Fields can have numbers, names, ranges, lists and steps; ranges may pass the end, as `22-2`.
  package init?(_ text: String) {
    guard let cron = try? Cron(parsing: text) else { return nil }
    self = cron
  }

  /// Parses a schedule.
  ///
  /// - Throws: a problem that names the part that isn't understood.
  init(parsing text: String) throws(CronProblem) {
    let written = text.split { $0 == " " || $0 == "\t" }.map(String.init)
    let fields = fiveFields(of: text) ?? written.map { $0.lowercased() }
    try Self.checkCount(fields, written)
    minutes = try CronField("minute", 0...59).values(fields[0], written, 0)
    hours = try CronField("hour", 0...23).values(fields[1], written, 1)
    days = try CronField("day of the month", 1...31, countsFromEnd: true)
      .values(fields[2], written, 2)
    months = try CronField("month", 1...12, names: monthNames, from: 1)
      .values(fields[3], written, 3)
    let (plain, nth) = try Self.weekdays(fields[4], written)
    weekdays = plain
    nthWeekdays = nth
    self.text = text
    isEveryDay = fields[2].hasPrefix("*") || fields[4].hasPrefix("*")
  }

  private static func checkCount(_ fields: [String], _ written: [String]) throws(CronProblem) {
    if ["every", "@"].contains(where: { fields.first?.hasPrefix($0) ?? true }) {
      throw CronProblem("")
    }
    if isProse(fields) {
      throw CronProblem("of plain English only phrases that begin with 'every' are read")
    }
    if fields.count == 5 { return }
    guard fields.count == 6, let last = written.last else {
      throw CronProblem(
        "it has \(fields.count) field\(fields.count == 1 ? "" : "s") instead of minute, hour, day of "
          + "the month, month and day of the week")
    }
    if last.contains("/") && last.first?.isLetter == true {
      throw CronProblem("the time zone '\(last)' belongs in 'timezone'")
    }
    throw CronProblem("it has six fields; seconds and years aren't read")
  }

  /// Whether the text isn't meant as fields: it has words in fields that take numbers.
  private static func isProse(_ fields: [String]) -> Bool {
    fields.prefix(3).contains { field in
      field.count > 1 && field != "last" && field.allSatisfy(\.isLetter)
    }
  }

  /// Parses the days of the week, each with an optional place: `mon#1,fri#L,sun`.
  private static func weekdays(
    _ text: String, _ written: [String]
  ) throws(CronProblem) -> (Set<Int>, Set<NthWeekday>) {
    let field = CronField("day of the week", 0...7, names: weekdayNames, from: 0)
    var plain: Set<Int> = []
    var nth: Set<NthWeekday> = []
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = item.split(separator: "#", omittingEmptySubsequences: false)
      let days = try field.values(String(parts[0]), written, 4).map { $0 % 7 }
      guard parts.count > 1 else {
        plain.formUnion(days)
        continue
      }
      let ordinal = ["l", "last"].contains(parts[1]) ? -1 : Int(parts[1])
      guard parts.count == 2, let ordinal, ordinal != 0, abs(ordinal) <= 5 else {
        throw CronProblem(item, of: field.name, "the place of a day is 1 to 5, or -1 for the last")
      }
      nth.formUnion(days.map { NthWeekday(weekday: $0, ordinal: ordinal) })
    }
    return (plain, nth)
  }

  /// The text as written, such as `0 9 * * mon-fri`.
  package var description: String { text }

  /// Whether any date matches; `0 0 30 2 *` has none.
  var hasDates: Bool {
    guard isEveryDay, let first = days.map({ abs($0) }).min() else { return true }
    return months.contains { month in
      first <= (month == 2 ? 29 : [4, 6, 9, 11].contains(month) ? 30 : 31)
    }
  }

  /// Whether the schedule fires on a date.
  ///
  /// `month` and `day` begin with 1, `weekday` is 0 for Sunday, and `length` is the number of days of the
  /// month.
  package func runs(month: Int, day: Int, weekday: Int, length: Int) -> Bool {
    guard months.contains(month) else { return false }
    let isDay = days.contains(day) || days.contains(day - length - 1)
    let ordinals = [(day - 1) / 7 + 1, -((length - day) / 7 + 1)]
    let isNth = ordinals.contains {
      nthWeekdays.contains(NthWeekday(weekday: weekday, ordinal: $0))
    }
    let isWeekday = isNth || weekdays.contains(weekday)
    return isEveryDay ? isDay && isWeekday : isDay || isWeekday
  }
}

/// Why a schedule can't be read.
struct CronProblem: Error {
  /// A sentence without a period, which names the part; empty if no part is known.
  var message: String

  init(_ message: String) { self.message = message }

  init(_ part: some StringProtocol, of field: String, _ reason: String) {
    message = "'\(part)' is no \(field): \(reason)"
  }
}

private let monthNames = [
  "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
]
private let weekdayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
