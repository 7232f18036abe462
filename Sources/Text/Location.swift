/// A position in a file, formatted as in compiler messages.
///
///     Gemfile:12:7
package struct Location: Hashable, Codable, Sendable, CustomStringConvertible {
  /// Path relative to the root of its tree, with forward slashes.
  package var file: String
  /// Counts from 1.
  package var line: Int
  /// Counts from 1, in UTF-8 bytes, as in editors that accept `file:line:column`.
  package var column: Int

  /// Creates a location.
  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `Gemfile:12:7`, which editors and terminals turn into a link.
  package var description: String { "\(file):\(line):\(column)" }
}
