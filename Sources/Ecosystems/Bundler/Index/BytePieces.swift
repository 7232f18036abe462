import Glibc

/// Splits bytes of an index with `memchr`, which searches many at a time.
extension ArraySlice<UInt8> {
  /// The index of the first occurrence of a byte; nil without one.
  func place(of byte: UInt8) -> Int? {
    withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count)
      else { return nil }
      return startIndex + (UnsafeRawPointer(found) - start)
    }
  }

  /// The bytes before the first occurrence of a byte, or all bytes.
  func prefix(before byte: UInt8) -> ArraySlice { self[..<(place(of: byte) ?? endIndex)] }

  /// The pieces between the occurrences of a byte, including empty ones.
  func pieces(at byte: UInt8) -> [ArraySlice] {
    var result: [ArraySlice] = []
    var rest = self
    while let place = rest.place(of: byte) {
      result.append(rest[..<place])
      rest = rest[(place + 1)...]
    }
    result.append(rest)
    return result
  }
}
