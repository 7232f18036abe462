import Text

/// The rules that pull an operator and its version together: `> 1.2` to `>1.2`, `~> 1` to `~1`.
enum TrimmingRule {
  /// Applies the rules for comparators, tildes and carets, in this order.
  ///
  /// The bytes have no white space at their ends, and none but single blanks inside.
  static func tightened(_ bytes: [UInt8]) -> [UInt8] {
    let comparators = tightenedComparators(bytes)
    let tildes = tightened(comparators, after: UInt8(ascii: "~"), maybe: UInt8(ascii: ">"))
    return tightened(tildes, after: UInt8(ascii: "^"), maybe: nil)
  }

  /// Removes the blank after a sign, and the companion before that blank.
  private static func tightened(
    _ bytes: [UInt8], after sign: UInt8, maybe companion: UInt8?
  ) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      result.append(bytes[position])
      position += 1
      guard result.last == sign else { continue }
      let blank = position < bytes.count && bytes[position] == companion ? position + 1 : position
      if blank < bytes.count, bytes[blank].isASCIISpace { position = blank + 1 }
    }
    return result
  }

  private static func tightenedComparators(_ bytes: [UInt8]) -> [UInt8] {
    let span = bytes.span
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      let match = ComparatorMatch(span, at: position)
      result += bytes[position..<match.operatorEnd]
      result += bytes[match.versionStart..<match.end]
      position = match.end
    }
    return result
  }
}

/// An operator, an optional blank, and the version after it; or other text.
private struct ComparatorMatch {
  /// The index of the blank, if there is one.
  let operatorEnd: Int
  let versionStart: Int
  let end: Int

  /// Looks at `start`; a stretch in which no match can begin is passed over whole.
  init(_ bytes: Span<UInt8>, at start: Int) {
    var position = start
    if bytes[position].isASCIISpace { position += 1 }
    if !bytes.skip("<", at: &position, to: bytes.count) {
      _ = bytes.skip(">", at: &position, to: bytes.count)
    }
    _ = bytes.skip("=", at: &position, to: bytes.count)
    let blank = position
    if position < bytes.count, bytes[position].isASCIISpace { position += 1 }
    let version = position
    while position < bytes.count, bytes[position].isPrefix { position += 1 }
    if let end = bytes.endOfLooseVersion(from: position)
      ?? bytes.endOfPartialVersion(from: position)
    {
      (operatorEnd, versionStart, self.end) = (blank, version, end)
    } else {
      let end = max(position, start + 1)
      (operatorEnd, versionStart, self.end) = (end, end, end)
    }
  }
}

/// How far an expression that is not anchored at its end reaches.
extension Span<UInt8> {
  /// The end of three numbers and what belongs to them, in the loose grammar.
  fileprivate func endOfLooseVersion(from start: Int) -> Int? {
    var position = start
    for part in 0..<3 {
      if part > 0, !skip(".", at: &position, to: count) { return nil }
      let number = digits(from: position, to: count)
      if number.isEmpty || number.count > Self.mostDigits { return nil }
      position = number.upperBound
    }
    let dash = position < count && self[position] == UInt8(ascii: "-") ? position + 1 : position
    let end = endOfIdentifiers(from: dash, zeros: true)
    return endOfBuild(from: end ?? endOfIdentifiers(from: position, zeros: true) ?? position)
  }

  /// The end of one to three numbers or wildcards, in the strict grammar.
  fileprivate func endOfPartialVersion(from start: Int) -> Int? {
    guard var end = endOfPart(from: start) else { return nil }
    for _ in 0..<2 {
      guard end < count, self[end] == UInt8(ascii: "."), let next = endOfPart(from: end + 1)
      else { return end }
      end = next
    }
    guard end < count, self[end] == UInt8(ascii: "-") else { return endOfBuild(from: end) }
    return endOfBuild(from: endOfIdentifiers(from: end + 1, zeros: false) ?? end)
  }

  private func endOfPart(from start: Int) -> Int? {
    guard start < count else { return nil }
    if self[start].isWildcard { return start + 1 }
    return endOfNumber(from: start, zeros: false)
  }

  private func endOfNumber(from start: Int, zeros: Bool) -> Int? {
    let number = digits(from: start, to: count)
    if number.isEmpty { return nil }
    return zeros || self[start] != UInt8(ascii: "0") ? number.upperBound : start + 1
  }

  private func endOfIdentifiers(from start: Int, zeros: Bool) -> Int? {
    guard var end = endOfIdentifier(from: start, zeros: zeros) else { return nil }
    while end < count, self[end] == UInt8(ascii: "."),
      let next = endOfIdentifier(from: end + 1, zeros: zeros)
    {
      end = next
    }
    return end
  }

  /// A number if one is next, even if letters follow; otherwise letters.
  private func endOfIdentifier(from start: Int, zeros: Bool) -> Int? {
    endOfNumber(from: start, zeros: zeros) ?? endOfLetters(from: start)
  }

  private func endOfBuild(from start: Int) -> Int {
    guard start < count, self[start] == UInt8(ascii: "+"),
      var end = endOfLetters(from: start + 1)
    else { return start }
    while end < count, self[end] == UInt8(ascii: "."), let next = endOfLetters(from: end + 1) {
      end = next
    }
    return end
  }

  private func endOfLetters(from start: Int) -> Int? {
    var position = start
    while position < count, position - start < Self.mostLetters, self[position].isIdentifier {
      position += 1
    }
    return position > start ? position : nil
  }
}
