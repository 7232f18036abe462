/// A replacement of a byte range in a file.
///
/// martlet never formats a user's file. It parses the file and applies a list of replacements once.
package struct Replacement: Hashable, Sendable {
  /// Path relative to the root of its tree.
  package var file: String
  /// Byte offsets in the file before any replacement.
  package var range: Range<Int>
  /// The new text.
  package var text: String

  /// Creates a replacement.
  package init(file: String, range: Range<Int>, text: String) {
    self.file = file
    self.range = range
    self.text = text
  }
}

/// The reason why replacements cannot be applied.
package enum ReplacementError: Error, Hashable, Sendable {
  /// The range exceeds the end of the file.
  case outside(Replacement)
  /// Two replacements overlap.
  case overlapping(Replacement, Replacement)
}

extension SourceText {
  /// Returns the text with all replacements for this file, which can be in any order.
  ///
  ///     SourceText(file: "a", "1.0").applying([.init(file: "a", range: 0..<3, text: "1.1")])
  ///
  /// - Parameter replacements: the replacements; those for other files are ignored.
  /// - Returns: the edited text; all bytes outside the ranges are unchanged.
  /// - Throws: `ReplacementError` if a range exceeds the text or overlaps another one.
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
