/// The bytes of a file together with its name, able to turn a byte offset into a `Location`.
package struct SourceText: Hashable, Sendable {
  /// Path relative to the root of its tree.
  package let file: String
  /// Never re-encoded: what is written back equals what was read, but for the replacements.
  package let bytes: [UInt8]

  /// Takes the bytes as they stand in the file.
  package init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }

  /// Takes text that is already Unicode.
  package init(file: String, _ text: String) {
    self.init(file: file, bytes: Array(text.utf8))
  }

  /// Decodes the whole file, with U+FFFD for what is not UTF-8.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Decodes a part of the file.
  package subscript(range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Finds the line and column of a byte offset; an offset past the end names the end.
  package func location(at offset: Int) -> Location {
    var line = 1
    var start = 0
    for index in 0..<min(offset, bytes.count) where bytes[index] == UInt8(ascii: "\n") {
      line += 1
      start = index + 1
    }
    return Location(file: file, line: line, column: min(offset, bytes.count) - start + 1)
  }
}
