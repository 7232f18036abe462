import Logging
import Time

/// Formats a time in seconds since 1970 as a distance and a date; a dash for nil.
func moment(_ seconds: Int64?, at now: Int64) -> Markup {
  guard let seconds else { return "–" }
  let text = RFC3339.text(milliseconds: seconds * 1000)
  let date = String(text.prefix(16)).replacing("T", with: " ") + " UTC"
  return element(
    "time", ["datetime": text],
    [.text(distance(from: seconds, to: now) + " "), element("small", [:], [.text(date)])])
}

/// `3 hours ago`, `in 5 minutes`: the largest unit that fits, rounded down.
func distance(from seconds: Int64, to now: Int64) -> String {
  let length = abs(now - seconds)
  guard length >= 60 else { return now >= seconds ? "just now" : "now" }
  let units: [(Int64, String)] = [(86_400, "day"), (3_600, "hour"), (60, "minute")]
  let (size, unit) = units.first { length >= $0.0 } ?? (60, "minute")
  let number = length / size
  let words = "\(number) \(unit)\(number == 1 ? "" : "s")"
  return now >= seconds ? "\(words) ago" : "in \(words)"
}

/// Formats a number; a dash for 0.
func count(_ number: Int) -> Markup { .text(number == 0 ? "–" : grouped(number)) }

/// Formats a number with thousands separators: `12,345`.
func grouped(_ number: Int) -> String {
  var result = ""
  for (place, digit) in String(number.magnitude).reversed().enumerated() {
    if place > 0, place.isMultiple(of: 3) { result.append(",") }
    result.append(digit)
  }
  return (number < 0 ? "-" : "") + String(result.reversed())
}

/// Formats a number with its noun: `1 place`, `3 places`.
func counted(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
}
