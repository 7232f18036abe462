extension SourceText {
  /// The location of git's first merge conflict mark, or nil.
  ///
  /// A conflict begins and ends with a line of seven `<` or `>`. Such a line has no other meaning
  /// in the file formats that martlet reads.
  package var mergeConflict: Location? {
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while bytes.count - start >= conflictMark {
        if isConflict(bytes[start...]) { return location(at: start) }
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        start = end + 1
      }
      return nil
    }
  }
}

/// The length of git's conflict marks.
private let conflictMark = 7

/// Whether a line begins with a conflict mark.
private func isConflict(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
  guard let mark = line.first, mark == UInt8(ascii: "<") || mark == UInt8(ascii: ">"),
    line.prefix(conflictMark).allSatisfy({ $0 == mark })
  else { return false }
  return line.dropFirst(conflictMark).first.map { " \r\n".utf8.contains($0) } ?? true
}
