import Glibc

/// Cuts of an index's bytes, which the C library searches many at a time.
extension ArraySlice<UInt8> {
  /// Where a byte first stands; nil: nowhere.
  func place(of byte: UInt8) -> Int? {
    withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count)
      else { return nil }
      return startIndex + (UnsafeRawPointer(found) - start)
    }
  }

  /// What stands before a byte's first place; all of it where the byte does not stand in it.
  func prefix(before byte: UInt8) -> ArraySlice { self[..<(place(of: byte) ?? endIndex)] }

  /// What stands between a byte's places, empty pieces too.
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
