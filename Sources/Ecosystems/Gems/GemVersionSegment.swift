import Text

/// A run of digits or of letters in a gem's version.
package enum GemVersionSegment: Hashable, Comparable, CustomStringConvertible {
  /// Digits that fit into 64 bits.
  case number(UInt64)
  /// Digits without leading zeros that exceed 64 bits.
  case huge(String)
  /// Letters as written.
  case letters(String)

  /// `0`, which is insignificant at the end.
  package static let zero = GemVersionSegment.number(0)

  /// Whether it consists of digits.
  package var isNumber: Bool {
    if case .letters = self { false } else { true }
  }

  /// Numbers without leading zeros.
  package var description: String {
    switch self {
    case .number(let number): String(number)
    case .huge(let digits): digits
    case .letters(let letters): letters
    }
  }

  /// The number plus one; letters have no successor and are returned as they are.
  package var successor: GemVersionSegment {
    switch self {
    case .number(let number):
      number == .max ? .huge("18446744073709551616") : .number(number + 1)
    case .huge(let digits): .huge(Self.increment(digits))
    case .letters: self
    }
  }

  /// Letters sort before numbers.
  package static func < (left: GemVersionSegment, right: GemVersionSegment) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right
    case (.huge(let left), .huge(let right)):
      left.utf8.count == right.utf8.count ? left < right : left.utf8.count < right.utf8.count
    case (.letters(let left), .letters(let right)):
      left.utf8.lexicographicallyPrecedes(right.utf8)
    default: left.rank < right.rank
    }
  }

  private var rank: Int {
    switch self {
    case .letters: 0
    case .number: 1
    case .huge: 2
    }
  }

  private static func increment(_ digits: String) -> String {
    var result = Array(digits.utf8)
    for index in result.indices.reversed() {
      guard result[index] == UInt8(ascii: "9") else {
        result[index] += 1
        return String(decoding: result, as: UTF8.self)
      }
      result[index] = UInt8(ascii: "0")
    }
    return "1" + String(decoding: result, as: UTF8.self)
  }
}

extension GemVersionSegment {
  /// Splits text into runs of digits and runs of letters; all other bytes separate.
  static func scan(_ text: String) -> [GemVersionSegment] {
    var result: [GemVersionSegment] = []
    var rest = Substring(text).utf8
    while let first = rest.first {
      let run =
        first.isASCIIDigit
        ? rest.prefix(while: \.isASCIIDigit) : rest.prefix(while: \.isASCIILetter)
      if !run.isEmpty {
        result.append(first.isASCIIDigit ? number(run) : .letters(String(run) ?? ""))
      }
      rest = rest.dropFirst(max(run.count, 1))
    }
    return result
  }

  /// Removes zeros at the end and directly before the first letter.
  static func canonical(_ segments: [GemVersionSegment]) -> [GemVersionSegment] {
    let cut = segments.firstIndex { !$0.isNumber } ?? segments.count
    return Array(withoutTrailingZeros(segments[..<cut]) + withoutTrailingZeros(segments[cut...]))
  }

  /// Packs up to four numbers below 65,536 into one word that sorts as they do.
  static func pack(_ segments: [GemVersionSegment]) -> UInt64? {
    guard segments.count <= 4 else { return nil }
    var word: UInt64 = 0
    for (index, segment) in segments.enumerated() {
      guard case .number(let number) = segment, number < 0x10000 else { return nil }
      word |= number << UInt64(48 - 16 * index)
    }
    return word
  }

  /// Returns the numbers of a word without zeros at the end.
  static func unpack(_ word: UInt64) -> [GemVersionSegment] {
    var result: [GemVersionSegment] = []
    var rest = word
    while rest != 0 {
      result.append(.number(rest >> 48))
      rest <<= 16
    }
    return result
  }

  /// Packs text of up to four small numbers separated by dots; nil for other text.
  static func pack(_ text: some Collection<UInt8>) -> UInt64? {
    var word: UInt64 = 0
    var number: UInt64 = 0
    var count = 0
    var digits = 0
    for byte in text {
      if byte.isASCIIDigit, digits < 4 {
        number = number * 10 + UInt64(byte - UInt8(ascii: "0"))
        digits += 1
      } else if byte == .dot, digits > 0, count < 3 {
        word |= number << UInt64(48 - 16 * count)
        (number, digits, count) = (0, 0, count + 1)
      } else {
        return nil
      }
    }
    return digits > 0 ? word | number << UInt64(48 - 16 * count) : nil
  }

  private static func withoutTrailingZeros(
    _ segments: ArraySlice<GemVersionSegment>
  ) -> ArraySlice<GemVersionSegment> {
    let kept = segments.lastIndex { $0 != .zero }.map { $0 + 1 } ?? segments.startIndex
    return segments[..<kept]
  }

  private static func number(_ digits: Substring.UTF8View) -> GemVersionSegment {
    let text = String(Substring(digits))
    if let number = UInt64(text) { return .number(number) }
    return .huge(String(text.drop { $0 == "0" }))
  }
}
