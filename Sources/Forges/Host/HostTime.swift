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

  /// Parses the `Date` header of a response; nil if it is missing or invalid.
  static func date(of response: Response) -> Date? {
    response.headers["Date"].flatMap(HTTPDate.seconds).map {
      Date(timeIntervalSince1970: Double($0))
    }
  }
}
