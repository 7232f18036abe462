import HTTP
import Time

/// Times in a host's responses.
enum HostTime {
  /// Parses `2026-11-21T04:00:00Z`, with or without fractions; nil for anything else.
  static func date(_ text: String?) -> Timestamp? {
    text.flatMap { Timestamp(rfc3339: $0) }
  }

  /// Parses the `Date` header of a response; nil if it is missing or invalid.
  static func date(of response: Response) -> Timestamp? {
    response.headers["Date"].flatMap { Timestamp(httpDate: $0) }
  }
}
