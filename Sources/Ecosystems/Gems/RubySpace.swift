import Text

extension UInt8 {
  /// The separator of version segments.
  package static let dot = UInt8(ascii: ".")
}

extension BidirectionalCollection<UInt8> {
  /// Removes whitespace as `\s` of Ruby matches it from both ends.
  package func trimmingRubySpace() -> SubSequence {
    let start = firstIndex { !$0.isASCIISpace } ?? endIndex
    let end = lastIndex { !$0.isASCIISpace }.map { index(after: $0) } ?? start
    return self[start..<Swift.max(start, end)]
  }
}

extension StringProtocol {
  /// The text without whitespace, as `\s` matches it, at both ends.
  package var trimmed: String { String(decoding: Array(utf8).trimmingRubySpace(), as: UTF8.self) }
}
