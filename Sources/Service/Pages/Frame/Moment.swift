import JSON
import Languages
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
    [.label(age(of: time, at: now)), .text(" "), element("small", [:], [.text(date)])])
}

/// `3 hours ago`, `in 5 minutes`: the largest unit that fits, rounded down.
func distance(from time: Timestamp, to now: Timestamp) -> String { age(of: time, at: now).english }

/// The same for all languages.
private func age(of time: Timestamp, at now: Timestamp) -> Message {
  let length = abs((now - time).components.seconds)
  let isPast = now >= time
  switch length {
  case ..<60: return isPast ? "just now" : "now"
  case ..<120: return isPast ? "1 minute ago" : "in 1 minute"
  case ..<3_600: return isPast ? "\(length / 60) minutes ago" : "in \(length / 60) minutes"
  case ..<7_200: return isPast ? "1 hour ago" : "in 1 hour"
  case ..<86_400: return isPast ? "\(length / 3_600) hours ago" : "in \(length / 3_600) hours"
  case ..<172_800: return isPast ? "1 day ago" : "in 1 day"
  default: return isPast ? "\(length / 86_400) days ago" : "in \(length / 86_400) days"
  }
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

/// What lists count.
enum Counted {
  case repositories, dependencies, vulnerableDependencies, packages, pullRequests, uses

  /// The number with its noun: `1 place`, `3 places`.
  func message(_ number: Int) -> Message {
    let text = grouped(number)
    switch self {
    case .repositories: return number == 1 ? "1 repository" : "\(text) repositories"
    case .dependencies: return number == 1 ? "1 dependency" : "\(text) dependencies"
    case .vulnerableDependencies:
      return number == 1 ? "1 vulnerable dependency" : "\(text) vulnerable dependencies"
    case .packages: return number == 1 ? "1 package" : "\(text) packages"
    case .pullRequests: return number == 1 ? "1 pull request" : "\(text) pull requests"
    case .uses: return number == 1 ? "1 place" : "\(text) places"
    }
  }
}
