/// Parsing of numbers that other programs send.
///
/// A number of a header or a document can be anything: `-1e308` as a `Duration` and
/// `9223372036854775807` plus one end the process. So a number from outside is parsed here, into a range
/// that the caller can compute with.
extension StringProtocol {
  /// Parses a decimal number in a range; nil for any other text, and for a number outside of it.
  ///
  ///     "443".number(in: 0...65_535)    // 443
  ///     "65536".number(in: 0...65_535)  // nil
  ///     "1e3".number(in: 0...65_535)    // nil
  ///
  /// Only ASCII digits count, with a minus sign if the range has negative numbers.
  package func number(in range: ClosedRange<Int>) -> Int? {
    guard let number = boundedNumber(in: range), number.isInside else { return nil }
    return number.value
  }

  /// Parses a decimal number, and returns the nearest number in a range; nil for any other text.
  ///
  ///     "99999999999999999999".number(limitedTo: 0...86_400)  // 86400
  package func number(limitedTo range: ClosedRange<Int>) -> Int? {
    boundedNumber(in: range)?.value
  }

  private func boundedNumber(in range: ClosedRange<Int>) -> (value: Int, isInside: Bool)? {
    let isNegative = utf8.first == UInt8(ascii: "-")
    let digits = isNegative ? utf8.dropFirst() : utf8[...]
    guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit), !isNegative || range.lowerBound < 0
    else { return nil }
    guard let number = Int(self) else {
      return (isNegative ? range.lowerBound : range.upperBound, false)
    }
    return (Swift.min(Swift.max(number, range.lowerBound), range.upperBound), range ~= number)
  }
}
