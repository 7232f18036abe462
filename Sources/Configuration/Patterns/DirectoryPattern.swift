import Text

/// A directory of a repository, or a pattern with `*` and `**`.
///
/// Relative to the root, with or without a leading slash. `*` stays inside one name, `**` crosses
/// any number of them, including none. As with Ruby's `Dir.glob`, which Dependabot uses with dot
/// files, a trailing `*` also matches its parent directory.
package struct DirectoryPattern: Hashable, Sendable, CustomStringConvertible {
  /// Begins with a slash and doesn't end with one, except for the root.
  package let text: String
  private let isGlob: Bool

  /// Parses a directory, or a pattern if `glob` is set; nil if a part is `..`, which could leave the
  /// repository, or if a pattern has brackets or braces, which aren't evaluated.
  package init?(_ text: String, glob: Bool) {
    let parts = text.slashParts().filter { $0 != "." }
    guard !parts.contains(".."), !glob || !text.contains(where: { "[]{}".contains($0) }) else {
      return nil
    }
    self.text = "/" + parts.joined(separator: "/")
    isGlob = glob && text.utf8.contains { "*?".utf8.contains($0) }
  }

  /// Every directory of a repository.
  static let everywhere = DirectoryPattern()

  private init() {
    text = "/**"
    isGlob = true
  }

  /// The normalised text: `ios/` is shown as `/ios`.
  package var description: String { text }

  /// Whether it is a single directory.
  package var isLiteral: Bool { !isGlob }

  /// Whether it matches a directory, written as `/` or `/ios/App`.
  package func matches(_ directory: String) -> Bool {
    let directory = directory.slashParts().map { Array($0.utf8) }
    let parts = text.slashParts().map { Array($0.utf8) }
    return isGlob ? Self.matches(parts, directory) : parts == directory
  }

  /// Computes, part by part, which prefixes of the directory the pattern can match.
  private static func matches(_ parts: [[UInt8]], _ directory: [[UInt8]]) -> Bool {
    let any = Array("**".utf8)
    var reached = [true] + Array(repeating: false, count: directory.count)
    for (position, part) in parts.enumerated() {
      var next = Array(repeating: false, count: reached.count)
      for index in reached.indices where reached[index] {
        if part == any {
          for later in index..<next.count { next[later] = true }
        } else if index < directory.count, segment(part, directory[index]) {
          next[index + 1] = true
        }
        if position == parts.count - 1, part == [UInt8(ascii: "*")] { next[index] = true }
      }
      reached = next
    }
    return reached[directory.count]
  }

  private static func segment(_ part: [UInt8], _ name: [UInt8]) -> Bool {
    wildcardMatches(part, name, question: true)
  }
}

extension Shape where Value == DirectoryPattern {
  static func directory(glob: Bool) -> Shape {
    .parsed(
      glob
        ? "a directory inside the repository, such as /, or a pattern with *, ** and ?"
        : "a directory inside the repository, such as /"
    ) { DirectoryPattern($0, glob: glob) }
  }
}
