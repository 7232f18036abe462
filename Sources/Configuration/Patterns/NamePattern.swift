/// A dependency's name, or many of them by `*`.
///
/// The case of letters doesn't matter, and the whole name has to match, as in Dependabot's
/// `dependency-name` and `patterns`.
///
///     NamePattern("@types/*").matches("@types/node")
package struct NamePattern: Hashable, Sendable, CustomStringConvertible {
  /// As it is written.
  package let text: String

  /// Takes a pattern as it is written.
  package init(_ text: String) {
    self.text = text
  }

  /// As it is written: `@types/*`.
  package var description: String { text }

  /// Whether a name is meant.
  package func matches(_ name: String) -> Bool {
    wildcardMatches(Array(text.lowercased().utf8), Array(name.lowercased().utf8))
  }

  /// How exactly the pattern means a name, by Dependabot's scale: the name itself 1000, a wildcard
  /// 100 less ten a star and more by the letters it fixes, `*` alone 1; nil where it isn't meant.
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
