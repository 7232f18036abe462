/// The bytes of a file with its name, which converts byte offsets to locations.
package struct SourceText: Hashable, Sendable {
  /// Path relative to the root of its tree.
  package let file: String
  /// The original bytes, without re-encoding.
  package let bytes: [UInt8]
  /// Shared by all copies, so that the index is created only once.
  private let lines = LineIndex()

  /// Creates a text from a file's bytes.
  package init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }

  /// Creates a text from a string.
  package init(file: String, _ text: String) {
    self.init(file: file, bytes: Array(text.utf8))
  }

  /// The file as a string, with U+FFFD in place of invalid UTF-8.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Returns a part of the file as a string.
  package subscript(range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Returns the line and column of a byte offset; an offset beyond the end returns the end.
  ///
  /// The first call scans the whole text; further calls take constant time.
  package func location(at offset: Int) -> Location {
    let offset = min(offset, bytes.count)
    let line = lines.line(of: offset, in: bytes)
    return Location(file: file, line: line.number, column: offset - line.start + 1)
  }
}

extension SourceText {
  /// Compares names and bytes.
  package static func == (left: SourceText, right: SourceText) -> Bool {
    left.file == right.file && left.bytes == right.bytes
  }

  /// Hashes names and bytes.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(file)
    hasher.combine(bytes)
  }
}
