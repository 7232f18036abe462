/// How a writer lays out its text, after the tools whose files it has to equal.
package struct Style: Hashable, Sendable {
  /// Whose escapes, number texts and member order are written.
  package enum Dialect: Hashable, Sendable {
    /// ECMAScript's `JSON.stringify`: members named by array indexes come first, numbers are
    /// printed as doubles.
    case javaScript
    /// Foundation's `JSONEncoder` with sorted keys and without escaped slashes.
    case foundation
  }

  /// Decides what `indent` and `colon` do not: escapes, numbers, order.
  package var dialect: Dialect
  /// One level of indentation; nil: everything on one line.
  package var indent: String?
  /// What ends a line.
  package var newline = "\n"
  /// What stands between a key and its value.
  package var colon: String

  /// `JSON.stringify(x)`.
  package static let compact = Style(dialect: .javaScript, indent: nil, colon: ":")

  /// `JSON.stringify(x, null, indent)`, as npm writes; ends without a newline.
  ///
  /// An empty indent writes one line, as there.
  package static func indented(_ indent: String = "  ", newline: String = "\n") -> Style {
    indent.isEmpty
      ? compact
      : Style(dialect: .javaScript, indent: indent, newline: newline, colon: ": ")
  }

  /// `JSONEncoder` with `prettyPrinted`, `sortedKeys` and `withoutEscapingSlashes`, as SwiftPM
  /// writes `Package.resolved`; ends without a newline.
  package static let foundation = Style(dialect: .foundation, indent: "  ", colon: " : ")
}
