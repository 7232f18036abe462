import Time

/// The rule for times after the last change listed in a zone file, as in POSIX's `TZ` variable.
///
/// The extension of RFC 8536 section 3.3.1 is supported: hours of a change from -167 to 167.
///
///     PosixRule("CET-1CEST,M3.5.0,M10.5.0/3")
struct PosixRule: Hashable, Sendable {
  /// The day of the year on which a change happens.
  enum Day: Hashable, Sendable {
    /// `J60`: March 1st in every year; February 29th is not counted.
    case julian(Int)
    /// `59`: counted from 0, including leap days.
    case ordinal(Int)
    /// `M3.5.0`: month, week and weekday.
    ///
    /// Week 5 is the last of the month; Sunday is 0.
    case weekday(month: Int, week: Int, weekday: Int)
  }

  /// A change of the clocks.
  struct Change: Hashable, Sendable {
    var day: Day
    /// Seconds from midnight of that day, in local time before the change.
    var time: Int
  }

  /// Daylight saving time.
  struct Saving: Hashable, Sendable {
    /// The offset from UTC in seconds, positive east of Greenwich.
    var offset: Int
    var start: Change
    var end: Change
  }

  /// The offset from UTC in seconds, positive east of Greenwich.
  let offset: Int
  let saving: Saving?

  /// Parses a rule; nil if the text is invalid.
  init?(_ text: String) {
    var reader = PosixRuleReader(text)
    guard let rule = reader.rule() else { return nil }
    (offset, saving) = rule
  }

  /// Returns the changes of a year in order of time.
  func changes(in year: Int) -> [ZoneRules.Change] {
    guard let saving else { return [] }
    let start = ZoneRules.Change(
      at: saving.start.seconds(in: year) - Int64(offset), offset: saving.offset)
    let end = ZoneRules.Change(
      at: saving.end.seconds(in: year) - Int64(saving.offset), offset: offset)
    // If both happen at the same time, saving continues: some zones write permanent saving this
    // way.
    return start.at < end.at ? [start, end] : [end, start]
  }
}

extension PosixRule.Change {
  /// The time of the change in a year, in seconds since 1970 of local time before the change.
  func seconds(in year: Int) -> Int64 {
    Int64(day.day(in: year).number) * 86_400 + Int64(time)
  }
}

extension PosixRule.Day {
  func day(in year: Int) -> CivilDay {
    let first = CivilDay(year: year, month: 1, day: 1)
    switch self {
    case .ordinal(let number): return CivilDay(number: first.number + number)
    case .julian(let number):
      let march = CivilDay(year: year, month: 3, day: 1)
      return CivilDay(
        number: number < 60 ? first.number + number - 1 : march.number + number - 60)
    case .weekday(let month, let week, let weekday):
      return Self.day(year: year, month: month, week: week, weekday: weekday)
    }
  }

  private static func day(year: Int, month: Int, week: Int, weekday: Int) -> CivilDay {
    let first = CivilDay(year: year, month: month, day: 1)
    let next = CivilDay(
      year: month == 12 ? year + 1 : year, month: month == 12 ? 1 : month + 1, day: 1)
    var number = first.number + (weekday - first.weekday + 7) % 7 + (week - 1) * 7
    while number >= next.number { number -= 7 }
    return CivilDay(number: number)
  }
}

/// Parses a rule from left to right.
private struct PosixRuleReader {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = text[...].utf8
  }

  mutating func rule() -> (Int, PosixRule.Saving?)? {
    guard name(), let west = time(hours: 24) else { return nil }
    if rest.isEmpty { return (-west, nil) }
    guard name() else { return nil }
    let saving = rest.first == UInt8(ascii: ",") ? west - 3_600 : time(hours: 24)
    guard let saving, skip(","), let start = change(), skip(","), let end = change(),
      rest.isEmpty
    else { return nil }
    return (-west, PosixRule.Saving(offset: -saving, start: start, end: end))
  }

  /// Skips a name: `CET`, or any text in angle brackets.
  private mutating func name() -> Bool {
    if skip("<") {
      rest = rest.drop { $0 != UInt8(ascii: ">") }
      return skip(">")
    }
    let letters = rest.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
    rest = rest.dropFirst(letters.count)
    return letters.count >= 3
  }

  /// Parses `[+-]hh[:mm[:ss]]` and returns seconds.
  private mutating func time(hours limit: Int) -> Int? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard let hours = number(0...limit) else { return nil }
    var seconds = hours * 3_600
    for unit in [60, 1] where skip(":") {
      guard let part = number(0...59) else { return nil }
      seconds += part * unit
    }
    return isNegative ? -seconds : seconds
  }

  private mutating func change() -> PosixRule.Change? {
    guard let day = day() else { return nil }
    guard skip("/") else { return PosixRule.Change(day: day, time: 7_200) }
    return time(hours: 167).map { PosixRule.Change(day: day, time: $0) }
  }

  private mutating func day() -> PosixRule.Day? {
    if skip("J") { return number(1...365).map(PosixRule.Day.julian) }
    guard skip("M") else { return number(0...365).map(PosixRule.Day.ordinal) }
    guard let month = number(1...12), skip("."), let week = number(1...5), skip("."),
      let weekday = number(0...6)
    else { return nil }
    return .weekday(month: month, week: week, weekday: weekday)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard 1...3 ~= digits.count, let value = Int(String(decoding: digits, as: UTF8.self)) else {
      return nil
    }
    rest = rest.dropFirst(digits.count)
    return range.contains(value) ? value : nil
  }

  private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: mark) else { return false }
    rest = rest.dropFirst()
    return true
  }
}
