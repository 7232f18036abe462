extension SourceText {
  /// Where git left both sides of a merge for a person to choose; nil where there is no such line.
  ///
  /// A line that begins with seven `<` or `>` opens or ends a conflict. None of the files that are
  /// read here has another use for one.
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

/// As many bytes as git's marks have.
private let conflictMark = 7

/// Whether a line begins with a mark that stands alone.
private func isConflict(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
  guard let mark = line.first, mark == UInt8(ascii: "<") || mark == UInt8(ascii: ">"),
    line.prefix(conflictMark).allSatisfy({ $0 == mark })
  else { return false }
  return line.dropFirst(conflictMark).first.map { " \r\n".utf8.contains($0) } ?? true
}
