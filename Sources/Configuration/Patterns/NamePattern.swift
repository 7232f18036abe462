/// A dependency's name, or a pattern with `*`.
///
/// Matching ignores case and covers the whole name, as in Dependabot's
/// `dependency-name` and `patterns`.
///
///     NamePattern("@types/*").matches("@types/node")
package struct NamePattern: Hashable, Sendable, CustomStringConvertible {
  /// The text in the file.
  package let text: String

  /// Creates a pattern.
  package init(_ text: String) {
    self.text = text
  }

  /// The text in the file: `@types/*`.
  package var description: String { text }

  /// Whether it matches a name.
  package func matches(_ name: String) -> Bool {
    wildcardMatches(Array(text.lowercased().utf8), Array(name.lowercased().utf8))
  }

  /// Returns how specific the match of a name is, as Dependabot computes it: 1000 for the name
  /// itself, 1 for `*`, and for other patterns 100, minus ten for each star, plus one for each other
  /// character; nil if it doesn't match.
  package func specificity(for name: String) -> Int? {
    guard matches(name) else { return nil }
    let stars = text.utf8.count { $0 == UInt8(ascii: "*") }
    if stars == 0 { return 1000 }
    if text == "*" { return 1 }
    return max(2, min(499, 100 - 10 * stars + text.utf8.count - stars))
  }
}

extension Shape where Value == NamePattern {
  static var namePattern: Shape {
    Shape<String>.string("a name or a pattern").map(NamePattern.init)
  }
}
