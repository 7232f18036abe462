import YAML

/// A name, a pattern with `*`, or a regular expression between slashes.
///
/// Names and patterns ignore case and cover the whole name. A regular expression matches anywhere in
/// it; `/…/i` ignores case.
package struct NameMatcher: Hashable, Sendable, CustomStringConvertible {
  /// The text in the file.
  package let text: String
  private let form: Form

  private enum Form: Hashable {
    case pattern(NamePattern)
    case expression(RegularExpression)
  }

  /// Creates a matcher for names and `*`.
  package init(_ pattern: NamePattern) {
    text = pattern.text
    form = .pattern(pattern)
  }

  /// Parses the text of a file.
  ///
  /// - Throws: a `Fault` for a regular expression that can't be used.
  package init(_ text: String) throws(RegularExpression.Fault) {
    self.text = text
    guard text.hasPrefix("/"), let end = text.lastIndex(of: "/"), end != text.startIndex else {
      form = .pattern(NamePattern(text))
      return
    }
    let flags = text[text.index(after: end)...]
    guard flags.isEmpty || flags == "i" else {
      throw RegularExpression.Fault(message: "has flags other than 'i': '\(flags.prefix(20))'")
    }
    let source = String(text[text.index(after: text.startIndex)..<end])
    form = .expression(try RegularExpression(source, ignoresCase: flags == "i"))
  }

  /// The text in the file.
  package var description: String { text }

  /// Whether it matches a name.
  package func matches(_ name: String) -> Bool {
    switch form {
    case .pattern(let pattern): pattern.matches(name)
    case .expression(let expression): expression.matches(name)
    }
  }

  /// The only name that it matches; nil for patterns and expressions.
  var exactName: String? {
    guard case .pattern = form, !text.contains("*") else { return nil }
    return text
  }
}

extension Shape where Value == NameMatcher {
  static var nameMatcher: Shape {
    let what = "a name, a pattern or a /regular expression/"
    return Shape(type: .string) { node, decoding in
      guard let text = Shape<String>.string(what).decode(node, &decoding) else { return nil }
      do throws(RegularExpression.Fault) {
        return try NameMatcher(text)
      } catch {
        decoding.error("the regular expression \(error.message)", at: node)
        return nil
      }
    }
  }
}
