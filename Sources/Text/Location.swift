/// A place in a file that a person can go to, as compilers print it.
///
///     Gemfile:12:7
package struct Location: Hashable, Codable, Sendable, CustomStringConvertible {
  /// Path relative to the root of its tree, with forward slashes.
  package var file: String
  /// Counts from 1.
  package var line: Int
  /// Counts from 1, in UTF-8 bytes, as editors that take `file:line:column` do.
  package var column: Int

  /// Names the place at `line` and `column` of `file`.
  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `Gemfile:12:7`, which editors and terminals turn into a link.
  package var description: String { "\(file):\(line):\(column)" }
}
