/// An edit as data: these bytes of that file become this text.
///
/// A user's file is never printed anew; it is read, and a list of replacements is applied once.
package struct Replacement: Hashable, Sendable {
  /// Path relative to the root of its tree.
  package var file: String
  /// Byte offsets in the file before any replacement.
  package var range: Range<Int>
  /// What stands there afterwards.
  package var text: String

  /// Describes one edit.
  package init(file: String, range: Range<Int>, text: String) {
    self.file = file
    self.range = range
    self.text = text
  }
}

/// What keeps a list of replacements from being applied.
package enum ReplacementError: Error, Hashable, Sendable {
  /// A range reaches past the end of the file.
  case outside(Replacement)
  /// Two replacements touch the same bytes.
  case overlapping(Replacement, Replacement)
}

extension SourceText {
  /// Applies all replacements that name this file, in any order given.
  ///
  ///     SourceText(file: "a", "1.0").applying([.init(file: "a", range: 0..<3, text: "1.1")])
  ///
  /// - Parameter replacements: edits; those of other files are passed over.
  /// - Returns: the edited text, every byte outside the ranges as it was.
  /// - Throws: `ReplacementError` where the ranges do not fit the text or each other.
  package func applying(_ replacements: [Replacement]) throws(ReplacementError) -> SourceText {
    let mine = replacements.filter { $0.file == file }.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    var result: [UInt8] = []
    var position = 0
    var previous: Replacement?
    for replacement in mine {
      guard replacement.range.upperBound <= bytes.count else { throw .outside(replacement) }
      if let previous, replacement.range.lowerBound < position {
        throw .overlapping(previous, replacement)
      }
      result += bytes[position..<replacement.range.lowerBound]
      result += replacement.text.utf8
      position = replacement.range.upperBound
      previous = replacement
    }
    result += bytes[position...]
    return SourceText(file: file, bytes: result)
  }
}
