import Text

/// A file or directory that an entry excludes, relative to the entry's directory.
///
/// As Dependabot matches `exclude-paths`: the path itself, everything below a directory, everything
/// below `dir/**`, and wildcards that may or may not cross slashes, whichever fits. `[a-c]` is a set
/// of characters, `{a,b}` a choice, and a backslash takes the next character literally.
package struct PathPattern: Hashable, Sendable, CustomStringConvertible {
  /// The text without leading and trailing slashes.
  package let text: String
  private let choices: [Choice]

  /// A pattern without braces.
  private struct Choice: Hashable {
    var text: String
    var globs: [Glob]

    init?(_ text: String) {
      self.text = text
      // `**/` can also match no directory; otherwise a wildcard that crosses slashes is enough.
      globs = [text, text.replacing("**/", with: "")].compactMap(Glob.init)
      if globs.count < 2 { return nil }
    }

    func matches(_ path: String) -> Bool {
      if path == text || path.hasPrefix(text + "/") { return true }
      if text.hasSuffix("/**"), path == text.dropLast(3) { return true }
      let characters = Array(path.unicodeScalars)
      return globs.contains { $0.matches(characters) }
    }
  }

  /// Parses a pattern; nil if a bracket or a brace isn't closed, or if a part is `..`, which could
  /// leave the repository.
  package init?(_ text: String) {
    let parts = text.slashParts().filter { $0 != "." }
    self.text = parts.joined(separator: "/")
    guard !parts.contains(".."), let texts = Glob.choices(of: self.text) else { return nil }
    choices = texts.compactMap(Choice.init)
    if choices.count < texts.count { return nil }
  }

  /// The normalised text: `./vendor/` is shown as `vendor`.
  package var description: String { text }

  /// Whether it matches a path relative to the entry's directory.
  package func matches(_ path: String) -> Bool {
    let path = path.slashParts().joined(separator: "/")
    return choices.contains { $0.matches(path) }
  }
}

extension Shape where Value == PathPattern {
  /// A path of `exclude-paths` and of rules.
  static var pathPattern: Shape {
    .parsed("a path, or a pattern with *, ?, [a-c] and {a,b}") {
      $0.isEmpty ? nil : PathPattern($0)
    }
  }
}
