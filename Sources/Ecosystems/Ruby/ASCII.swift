/// Ruby's character classes; bytes outside ASCII belong to none of them.
extension UInt8 {
  /// The separator of version segments.
  package static let dot = UInt8(ascii: ".")

  /// Whether `[0-9]` matches.
  package var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Whether `[A-Za-z]` matches.
  package var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  /// Whether `[A-Z]` matches.
  package var isASCIIUppercase: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }

  /// Whether `[0-9A-Za-z]` matches.
  package var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }

  /// Whether `\s` matches: space, tab, line feed, vertical tab, form feed, carriage return.
  package var isRubySpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension BidirectionalCollection<UInt8> {
  /// Removes whitespace as `\s` matches it from both ends.
  package func trimmingRubySpace() -> SubSequence {
    let start = firstIndex { !$0.isRubySpace } ?? endIndex
    let end = lastIndex { !$0.isRubySpace }.map { index(after: $0) } ?? start
    return self[start..<Swift.max(start, end)]
  }
}

extension StringProtocol {
  /// The text without whitespace, as `\s` matches it, at both ends.
  package var trimmed: String { String(decoding: Array(utf8).trimmingRubySpace(), as: UTF8.self) }
}
