import FoundationEssentials
import HTTP

/// ISO 8601 times, as hosts write them, and the `Date` header.
enum HostTime {
  /// Parses `2026-11-21T04:00:00Z`, with or without fractions; nil for anything else.
  static func date(_ text: String?) -> Date? {
    guard let text else { return nil }
    if let date = try? Date(text, strategy: .iso8601) { return date }
    return try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// Formats a time in seconds, UTC.
  static func text(_ date: Date) -> String {
    date.formatted(.iso8601)
  }

  /// Parses the `Date` header (RFC 9110, section 5.6.7): `Sat, 21 Nov 2026 04:00:00 GMT`.
  static func date(of response: Response) -> Date? {
    let parts = (response.headers["Date"] ?? "").split(separator: " ")
    guard parts.count == 6, let day = Int(parts[1]), let year = Int(parts[3]),
      let month = months.firstIndex(of: String(parts[2]))
    else { return nil }
    let number = month + 1
    return date("\(year)-\(two(number))-\(two(day))T\(parts[4])Z")
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func two(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
