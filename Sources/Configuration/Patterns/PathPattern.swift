import Text

/// A file or directory that an entry excludes, relative to the entry's directory.
///
/// As Dependabot matches `exclude-paths`: the path itself, everything below a directory, everything
/// below `dir/**`, and wildcards that may or may not cross slashes, whichever fits.
package struct PathPattern: Hashable, Sendable, CustomStringConvertible {
  /// The text without leading and trailing slashes.
  package let text: String

  /// Creates a pattern.
  package init(_ text: String) {
    let parts = text.slashParts().filter { $0 != "." }
    self.text = parts.joined(separator: "/")
  }

  /// The normalised text: `./vendor/` is shown as `vendor`.
  package var description: String { text }

  /// Whether it matches a path relative to the entry's directory.
  package func matches(_ path: String) -> Bool {
    let path = path.slashParts().joined(separator: "/")
    if path == text || path.hasPrefix(text + "/") { return true }
    if text.hasSuffix("/**"), path == text.dropLast(3) { return true }
    return spellings.contains { wildcardMatches($0, Array(path.utf8), question: true) }
  }

  /// `**/` can also match no directory; otherwise a wildcard that crosses slashes is enough.
  private var spellings: [[UInt8]] {
    [text, text.replacing("**/", with: "")].map { Array($0.utf8) }
  }
}
