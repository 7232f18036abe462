/// Ruby's classes of bytes; what is not ASCII belongs to none of them.
extension UInt8 {
  static let dot = UInt8(ascii: ".")

  var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  var isASCIIUppercase: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }

  var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }

  /// What `\s` matches: blank, tab, line feed, vertical tab, form feed, carriage return.
  var isRubySpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension BidirectionalCollection<UInt8> {
  /// Cuts off what `\s` matches at both ends.
  func trimmingRubySpace() -> SubSequence {
    let start = firstIndex { !$0.isRubySpace } ?? endIndex
    let end = lastIndex { !$0.isRubySpace }.map { index(after: $0) } ?? start
    return self[start..<Swift.max(start, end)]
  }
}

extension StringProtocol {
  /// Cuts off what `\s` matches at both ends.
  var trimmed: String { String(decoding: Array(utf8).trimmingRubySpace(), as: UTF8.self) }
}
