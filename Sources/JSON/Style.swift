/// The formatting of written JSON, which has to equal that of other tools.
package struct Style: Hashable, Sendable {
  /// The tool that determines escapes, number formatting and member order.
  package enum Dialect: Hashable, Sendable {
    /// ECMAScript's `JSON.stringify`: array indexes come first among the keys, and numbers are
    /// formatted as doubles.
    case javaScript
    /// Foundation's `JSONEncoder` with sorted keys and without escaped slashes.
    case foundation
  }

  /// The dialect, which determines escapes, number formatting and order.
  package var dialect: Dialect
  /// One level of indentation; nil writes everything on one line.
  package var indent: String?
  /// The line ending.
  package var newline = "\n"
  /// The text between a key and its value.
  package var colon: String

  /// The style of `JSON.stringify(x)`.
  package static let compact = Style(dialect: .javaScript, indent: nil, colon: ":")

  /// The style of `JSON.stringify(x, null, indent)`, as used by npm, without a final newline.
  ///
  /// An empty indent writes one line, as in JavaScript.
  package static func indented(_ indent: String = "  ", newline: String = "\n") -> Style {
    indent.isEmpty
      ? compact
      : Style(dialect: .javaScript, indent: indent, newline: newline, colon: ": ")
  }

  /// The style in which SwiftPM writes `Package.resolved`, without a final newline.
  ///
  /// This is `JSONEncoder` with `prettyPrinted`, `sortedKeys` and `withoutEscapingSlashes`.
  package static let foundation = Style(dialect: .foundation, indent: "  ", colon: " : ")
}
