/// The bytes of a file together with its name, able to turn a byte offset into a `Location`.
package struct SourceText: Hashable, Sendable {
  /// Path relative to the root of its tree.
  package let file: String
  /// Never re-encoded: what is written back equals what was read, but for the replacements.
  package let bytes: [UInt8]
  /// Shared by all copies, so that every place is looked up in the same index.
  private let lines = LineIndex()

  /// Takes the file's bytes unchanged.
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

  /// Returns the line and column of a byte offset; an offset past the end names the end.
  ///
  /// The first call reads the whole text once; the following ones take constant time.
  package func location(at offset: Int) -> Location {
    let offset = min(offset, bytes.count)
    let line = lines.line(of: offset, in: bytes)
    return Location(file: file, line: line.number, column: offset - line.start + 1)
  }
}

extension SourceText {
  /// Compares names and bytes; the index of lines follows from them.
  package static func == (left: SourceText, right: SourceText) -> Bool {
    left.file == right.file && left.bytes == right.bytes
  }

  /// Hashes name and bytes, as `==` compares them.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(file)
    hasher.combine(bytes)
  }
}
