/// Formats milliseconds since 1970 as RFC 3339 in UTC: `2026-11-21T03:34:47.125Z`.
package func timestamp(_ milliseconds: Int64) -> String {
  let days = floorDivide(milliseconds, 86_400_000)
  let rest = milliseconds - days * 86_400_000
  let date = civil(days)
  let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { padded($0, 2) }
  return "\(date)T\(time.joined(separator: ":")).\(padded(rest % 1000, 3))Z"
}

/// Converts days since 1970-01-01 to a date.
///
/// The algorithm is `civil_from_days` of Howard Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms".
private func civil(_ days: Int64) -> String {
  let shifted = days + 719_468
  let era = floorDivide(shifted, 146_097)
  let day = shifted - era * 146_097
  let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
  let ordinal = day - (365 * year + year / 4 - year / 100)
  let month = (5 * ordinal + 2) / 153
  let calendarMonth = month < 10 ? month + 3 : month - 9
  let calendarYear = year + era * 400 + (calendarMonth <= 2 ? 1 : 0)
  let dayOfMonth = ordinal - (153 * month + 2) / 5 + 1
  return [padded(calendarYear, 4), padded(calendarMonth, 2), padded(dayOfMonth, 2)]
    .joined(separator: "-")
}

private func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
  value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
}

private func padded(_ value: Int64, _ width: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
