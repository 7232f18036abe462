/// Types that can be written in two ways.
extension String {
  /// The type with `T?` and `[T]` for `Optional<T>` and `Array<T>`.
  var sugared: String {
    var text = self
    for (long, open, close) in [("Optional<", "", "?"), ("Array<", "[", "]")] {
      var from = text.startIndex
      while let range = text[from...].firstRange(of: long), text.utf8.count < 4_000 {
        guard text[..<range.lowerBound].last?.isPartOfName != true,
          let end = text.closingAngle(from: range.upperBound)
        else {
          from = range.upperBound
          continue
        }
        let start = text.distance(from: text.startIndex, to: range.lowerBound)
        text =
          text[..<range.lowerBound] + open + text[range.upperBound..<end] + close
          + text[text.index(after: end)...]
        from = text.index(text.startIndex, offsetBy: start)
      }
    }
    return text
  }

  /// Returns the place of the angle bracket that closes one before an index.
  private func closingAngle(from start: Index) -> Index? {
    var depth = 1
    var previous: Character = " "
    for index in self[start...].indices {
      if self[index] == "<" { depth += 1 }
      if self[index] == ">", previous != "-" { depth -= 1 }
      if depth == 0 { return index }
      previous = self[index]
    }
    return nil
  }
}

extension Character {
  fileprivate var isPartOfName: Bool { isLetter || isNumber || self == "_" || self == "." }
}
