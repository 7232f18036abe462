extension SourceText {
  /// Where git left both sides of a merge for a person to choose; nil where there is no such line.
  ///
  /// A line that begins with seven `<` or `>` opens or ends a conflict. None of the files that are
  /// read here has another use for one.
  package var mergeConflict: Location? {
    let marks = Array(repeating: UInt8(ascii: "<"), count: 7)
    let ends = Array(repeating: UInt8(ascii: ">"), count: 7)
    let offset = bytes.indices.first { index in
      (bytes[index] == marks[0] || bytes[index] == ends[0])
        && (index == 0 || bytes[index - 1] == UInt8(ascii: "\n"))
        && (bytes[index...].starts(with: marks) || bytes[index...].starts(with: ends))
        && (index + 7 == bytes.count || " \r\n".utf8.contains(bytes[index + 7]))
    }
    return offset.map(location)
  }
}
