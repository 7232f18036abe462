/// A form that a text of a configuration file has, for JSON Schemas.
///
/// A pattern accepts every text that the decoder accepts. It can accept more: the decoder also checks
/// bounds, such as the longest duration.
package enum TextForm: String, CaseIterable, Hashable, Sendable {
  /// `90s`, `30m`, `1h30m`.
  case duration
  /// A duration with a sign: `< 3d`.
  case age
  /// `05:30`.
  case timeOfDay
  /// A name of the IANA database: `Asia/Tokyo`.
  case timezone
  /// A day, or the first and the last day: `2026-12-20/2027-01-03`.
  case days
  /// An amount of memory: `512MiB`.
  case memory
  /// An HTTP URL with a host.
  case url
  /// An HTTP URL, or a folder as `file:///srv/mirror`.
  case location
  /// An address of mail.
  case email

  /// The ECMA-262 regular expression of the keyword `pattern`.
  ///
  /// Texts with a placeholder, such as `${env:ZONE}`, are left to the decoder.
  package var pattern: String { "\\$\\{|^(\(expression))$" }

  private var expression: String {
    switch self {
    case .duration: Self.span
    case .age: "(<|<=|>|>=)? *\(Self.span)"
    case .timeOfDay: "([01]?[0-9]|2[0-3]):[0-5][0-9]"
    case .timezone: "[A-Za-z][A-Za-z0-9+_-]*(/[A-Za-z][A-Za-z0-9+_-]*)*"
    case .days: "\(Self.day)(/\(Self.day))?"
    case .memory: "[0-9]+(KiB|MiB|GiB)"
    case .url: "https?://[^/?#\\s]+[^\\s]*"
    case .location: "https?://[^/?#\\s]+[^\\s]*|file:///[^\\s]*"
    case .email: "[^\\s<>]*@[^\\s<>]*"
    }
  }

  private static let span = "(?=[0-9])([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?"
  private static let day = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
}
