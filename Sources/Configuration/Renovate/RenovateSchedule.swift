/// A time at which martlet works, for a window of Renovate.
///
/// Renovate's windows only permit what another schedule starts. martlet starts by itself, at the
/// beginning of the window.
struct RenovateWindow: Hashable, Sendable {
  /// Minute, hour, day of the month, month, day of the week.
  var fields: [String]
  /// A time that English names.
  struct Time: Hashable, Sendable {
    var hour: Int
    var minute: Int
  }
  /// The time after `after`; nil without it, and for cron.
  var start: Time?
  /// The time after `before`; nil without it, and for cron.
  var end: Time?

  /// Parses an element of `schedule`: cron, or English such as `before 4am on monday`.
  ///
  /// - Returns: nil for a text that isn't understood as a whole.
  init?(_ text: String) {
    let tokens = text.lowercased().replacing(",", with: " ").split(separator: " ").map(String.init)
    if tokens.count == 5, let first = tokens.first, "*0123456789".contains(first.prefix(1)) {
      guard let fields = cron(text) else { return nil }
      self.fields = fields
    } else {
      var phrase = Phrase(tokens: tokens[...])
      guard let fields = phrase.fields() else { return nil }
      self.fields = fields
      start = phrase.start
      end = phrase.end
    }
  }

  /// Creates the time of windows without a restriction.
  private init(fields: [String]) { self.fields = fields }

  /// Renovate's default, `at any time`: once a day.
  static let anyTime = RenovateWindow(fields: ["0", "0", "*", "*", "*"])

  /// The shortest way to write it: a weekday or a day of the month with a time, otherwise cron.
  func draft(timezone: String?, from origins: [RenovateOrigin], remark: String?) -> Draft {
    let zone = timezone.map { Draft(.text($0)) }
    let weekday = Int(fields[4]).flatMap { weekdays.indices.contains($0) ? weekdays[$0] : nil }
    if let weekday, fields[2] == "*", fields[3] == "*", let time {
      return Draft(
        [
          "interval": Draft(.text("weekly")), "day": Draft(.text(weekday)),
          "time": Draft(.text(time)), "timezone": zone,
        ], from: origins, remark: remark)
    }
    return Draft(
      [
        "interval": Draft(.text("cron")),
        "cronjob": Draft(.text(fields.joined(separator: " "))), "timezone": zone,
      ], from: origins, remark: remark)
  }

  private var time: String? {
    guard let hour = Int(fields[1]), let minute = Int(fields[0]) else { return nil }
    return padded(hour) + ":" + padded(minute)
  }

  private func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Combines two windows into one cron, if they differ in a single field of days or hours.
  func united(with other: RenovateWindow) -> RenovateWindow? {
    let different = fields.indices.filter { fields[$0] != other.fields[$0] }
    guard different.count == 1, let index = different.first, index > 0, fields[index] != "*",
      other.fields[index] != "*"
    else { return different.isEmpty ? self : nil }
    var result = self
    result.fields[index] = "\(fields[index]),\(other.fields[index])"
    return result
  }
}

private let weekdays = [
  "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
]

/// The start of a cron window: any minute becomes the first one, a range of hours its first.
private func cron(_ text: String) -> [String]? {
  var fields = text.split(separator: " ").map(String.init)
  if fields[0].hasPrefix("*") { fields[0] = "0" }
  if fields[1] == "*" { fields[1] = "0" }
  let hours = fields[1].split(separator: ",").map { $0.prefix { $0 != "-" } }
  guard let hour = hours.first else { return nil }
  // `* 0-3,22-23 * * *`: one visit in the first range of the day.
  if fields[1].contains("-") { fields[1] = String(hour) }
  if fields[1].hasPrefix("*/") { fields[1] = "0" + fields[1].dropFirst() }
  guard fields[1].first?.isNumber ?? false else {
    return nil
  }
  fields[1] = fields[1].hasPrefix("0/") ? "*" + fields[1].dropFirst() : fields[1]
  let result = fields.joined(separator: " ")
  guard let parsed = try? Cron(parsing: result), parsed.hasDates else { return nil }
  return fields
}

/// English of `schedule`: `after 10pm and before 5am every weekday`.
private struct Phrase {
  var tokens: ArraySlice<String>
  private(set) var start: RenovateWindow.Time?
  private(set) var end: RenovateWindow.Time?
  private var days: [String] = []
  private var dayOfMonth = "*"
  private var month = "*"

  init(tokens: ArraySlice<String>) { self.tokens = tokens }

  mutating func fields() -> [String]? {
    if tokens == ["at", "any", "time"] || tokens == ["anytime"] || tokens == ["every", "day"] {
      return RenovateWindow.anyTime.fields
    }
    while let word = tokens.popFirst() {
      guard reads(word) else { return nil }
    }
    let weekdays = days.isEmpty ? "*" : days.joined(separator: ",")
    return ["\(start?.minute ?? 0)", "\(start?.hour ?? 0)", dayOfMonth, month, weekdays]
  }

  private mutating func reads(_ word: String) -> Bool {
    switch word {
    case "and", "on", "the", "of": return true
    case "before":
      end = readsTime()
      return end != nil
    case "after":
      start = readsTime()
      return start != nil
    case "every": return readsEvery()
    case "first", "1st":
      guard tokens.first == "day" else { return false }
      tokens = tokens.drop { ["day", "of", "the", "month"].contains($0) }
      dayOfMonth = "1"
      return true
    default: return reads(dayOfMonth: word) || reads(day: word)
    }
  }

  /// Reads `19th day of the month`.
  private mutating func reads(dayOfMonth word: String) -> Bool {
    guard let number = Int(word.prefix { $0.isNumber }), (1...31).contains(number),
      ["st", "nd", "rd", "th"].contains(word.drop { $0.isNumber }), tokens.first == "day"
    else { return false }
    tokens = tokens.drop { ["day", "of", "the", "month"].contains($0) }
    dayOfMonth = "\(number)"
    return true
  }

  private mutating func readsEvery() -> Bool {
    guard let word = tokens.popFirst() else { return false }
    switch word {
    case "day": return true
    case "weekday":
      days += ["1", "2", "3", "4", "5"]
      return true
    case "weekend":
      days += ["0", "6"]
      return true
    case "month":
      if dayOfMonth == "*" { dayOfMonth = "1" }
      return true
    case "3", "6":
      guard tokens.popFirst() == "months" else { return false }
      month = "*/\(word)"
      dayOfMonth = "1"
      return true
    default: return reads(day: word)
    }
  }

  private mutating func reads(day word: String) -> Bool {
    let index = weekdays.firstIndex { $0 == word || $0.prefix(3) == word || "\($0)s" == word }
    guard let index else { return false }
    days.append("\(index)")
    return true
  }

  /// Reads `5am`, `5:30 pm` or `17:00`.
  private mutating func readsTime() -> RenovateWindow.Time? {
    guard var word = tokens.popFirst() else { return nil }
    if let suffix = tokens.first, suffix == "am" || suffix == "pm" {
      word += suffix
      tokens.removeFirst()
    }
    let isAfternoon = word.hasSuffix("pm")
    let hasHalf = isAfternoon || word.hasSuffix("am")
    let parts = (hasHalf ? word.dropLast(2) : word[...]).split(separator: ":")
    guard (1...2).contains(parts.count), let first = parts.first.flatMap({ Int($0) }),
      let minute = parts.count == 2 ? Int(parts[1]) : 0, (0...59).contains(minute),
      hasHalf ? (1...12).contains(first) : (0...23).contains(first)
    else { return nil }
    return RenovateWindow.Time(
      hour: hasHalf ? first % 12 + (isAfternoon ? 12 : 0) : first, minute: minute)
  }
}
