import JSON
import Logging
import Time

extension JSON.Value {
  /// Returns the seconds since 1970, as the API writes times.
  static func time(_ time: Timestamp) -> JSON.Value { .number("\(time.seconds)") }
}

/// Formats a time as a distance and a date; a dash for nil.
func moment(_ time: Timestamp?, at now: Timestamp) -> Markup {
  guard let time else { return "–" }
  let text = time.rfc3339
  let date = String(text.prefix(16)).replacing("T", with: " ") + " UTC"
  return element(
    "time", ["datetime": text],
    [.text(distance(from: time, to: now) + " "), element("small", [:], [.text(date)])])
}

/// `3 hours ago`, `in 5 minutes`: the largest unit that fits, rounded down.
func distance(from time: Timestamp, to now: Timestamp) -> String {
  let length = abs((now - time).components.seconds)
  guard length >= 60 else { return now >= time ? "just now" : "now" }
  let units: [(Int64, String)] = [(86_400, "day"), (3_600, "hour"), (60, "minute")]
  let (size, unit) = units.first { length >= $0.0 } ?? (60, "minute")
  let number = length / size
  let amount = "\(number) \(unit)\(number == 1 ? "" : "s")"
  return now >= time ? "\(amount) ago" : "in \(amount)"
}

/// Formats a number; a dash for 0.
func count(_ number: Int) -> Markup { .text(number == 0 ? "–" : grouped(number)) }

/// Formats a number with thousands separators: `12,345`.
func grouped(_ number: Int) -> String {
  var result = ""
  for (index, digit) in String(number.magnitude).reversed().enumerated() {
    if index > 0, index.isMultiple(of: 3) { result.append(",") }
    result.append(digit)
  }
  return (number < 0 ? "-" : "") + String(result.reversed())
}

/// Formats a number with its noun: `1 index`, `3 places`.
func counted(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
}
