import Libc

/// Splits bytes with `memchr`, which searches many at a time.
extension ArraySlice<UInt8> {
  /// The index of the first occurrence of a byte; nil without one.
  package func position(of byte: UInt8) -> Int? {
    withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count)
      else { return nil }
      return startIndex + (UnsafeRawPointer(found) - start)
    }
  }

  /// The bytes before the first occurrence of a byte, or all bytes.
  package func prefix(before byte: UInt8) -> ArraySlice {
    self[..<(position(of: byte) ?? endIndex)]
  }

  /// The pieces between the occurrences of a byte, including empty ones.
  ///
  /// Each piece is found when it is needed: an array of the lines of a file with only line breaks
  /// takes 40 times the memory of the file.
  package func pieces(at byte: UInt8) -> BytePieces { BytePieces(rest: self, byte: byte) }
}

extension [UInt8] {
  /// Appends the bytes of a text.
  @inlinable package static func += (bytes: inout [UInt8], text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Whether a range has the same bytes as one of another array.
  package func hasSameBytes(
    at range: Range<Int>, as other: [UInt8], at theirs: Range<Int>
  ) -> Bool {
    guard range.count == theirs.count else { return false }
    return self[range].withUnsafeBytes { mine in
      other[theirs].withUnsafeBytes { its in
        guard let mine = mine.baseAddress, let theirs = its.baseAddress else { return true }
        return memcmp(mine, theirs, its.count) == 0
      }
    }
  }

  /// The lines without their `\n`, including empty ones; a `\r` is part of its line.
  package var lines: BytePieces { self[...].pieces(at: UInt8(ascii: "\n")) }
}

/// The pieces of bytes between the occurrences of one byte.
package struct BytePieces: Sequence, IteratorProtocol {
  fileprivate var rest: ArraySlice<UInt8>?
  fileprivate let byte: UInt8

  /// Returns the next piece; its indices are those of the bytes.
  package mutating func next() -> ArraySlice<UInt8>? {
    guard let rest else { return nil }
    guard let position = rest.position(of: byte) else {
      self.rest = nil
      return rest
    }
    self.rest = rest[(position + 1)...]
    return rest[..<position]
  }
}
