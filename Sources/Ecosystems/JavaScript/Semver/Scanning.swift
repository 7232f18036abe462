import Text

/// The lexical rules of versions, on bytes; the bounds are those of node-semver's expressions.
extension Span<UInt8> {
  /// Longer runs of digits aren't numbers.
  static var mostDigits: Int { 256 }
  /// Characters of an identifier that follow its first letter or hyphen.
  static var mostLetters: Int { 250 }

  /// The digits from `start` on.
  func digits(from start: Int, to end: Int) -> Swift.Range<Int> {
    var position = start
    while position < end, self[position].isASCIIDigit { position += 1 }
    return start..<position
  }

  /// Reads a number of at most nine digits without a leading zero; nil for anything else.
  @inline(__always)
  func plainNumber(at position: inout Int) -> Int? {
    let start = position
    var value = 0
    while position < count, self[position].isASCIIDigit {
      value = value &* 10 &+ Int(self[position] &- UInt8(ascii: "0"))
      position += 1
      if position - start > 9 { return nil }
    }
    let hasLeadingZero = position - start > 1 && self[start] == UInt8(ascii: "0")
    return position == start || hasLeadingZero ? nil : value
  }

  /// Skips one character if it is next.
  func skip(_ character: Unicode.Scalar, at position: inout Int, to end: Int) -> Bool {
    guard position < end, self[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Whether a range is identifiers with dots between them; `zeros`: numbers may begin with zeros.
  func areIdentifiers(_ range: Swift.Range<Int>, zeros: Bool) -> Bool {
    everyPart(of: range) { isIdentifier($0, zeros: zeros) }
  }

  private func isIdentifier(_ range: Swift.Range<Int>, zeros: Bool) -> Bool {
    let number = digits(from: range.lowerBound, to: range.upperBound)
    if number == range {
      return !range.isEmpty && range.count <= Self.mostDigits
        && (zeros || range.count == 1 || self[range.lowerBound] != UInt8(ascii: "0"))
    }
    return number.count <= Self.mostDigits && range.count - number.count - 1 <= Self.mostLetters
      && range.allSatisfy { self[$0].isIdentifier }
  }

  /// Whether a range is build metadata.
  func isBuild(_ range: Swift.Range<Int>) -> Bool {
    everyPart(of: range) { part in
      1...Self.mostLetters ~= part.count && part.allSatisfy { self[$0].isIdentifier }
    }
  }

  private func everyPart(
    of range: Swift.Range<Int>, _ isGood: (Swift.Range<Int>) -> Bool
  ) -> Bool {
    var good = true
    forEachPart(of: range) { good = good && isGood($0) }
    return good
  }

  /// Hands out the pieces between the dots.
  func forEachPart(of range: Swift.Range<Int>, _ body: (Swift.Range<Int>) -> Void) {
    var start = range.lowerBound
    for position in range where self[position] == UInt8(ascii: ".") {
      body(start..<position)
      start = position + 1
    }
    body(start..<range.upperBound)
  }
}
