/// Base64 encoding and decoding (RFC 4648).
package enum Base64 {
  /// The last two characters of the alphabet and the use of padding.
  package enum Alphabet: Sendable {
    /// RFC 4648 section 4: `+`, `/` and padding with `=`.
    case standard
    /// RFC 4648 section 5 without padding, as in JSON Web Tokens: `-` and `_`.
    case url
  }

  /// Encodes bytes without line breaks.
  package static func encode(_ bytes: [UInt8], _ alphabet: Alphabet = .standard) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      append(bytes[start..<min(start + 3, bytes.count)], to: &text, alphabet)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes a text; nil for invalid characters, an invalid length or trailing bits.
  ///
  /// Padding is required with the standard alphabet and refused with the URL alphabet, so that each
  /// value has only one encoding.
  package static func decode(_ text: String, _ alphabet: Alphabet = .standard) -> [UInt8]? {
    var letters = Array(text.utf8)
    if alphabet == .standard {
      guard letters.count.isMultiple(of: 4) else { return nil }
      for _ in 0..<2 where letters.last == UInt8(ascii: "=") { letters.removeLast() }
    }
    guard letters.count % 4 != 1 else { return nil }
    return unpack(letters, alphabet)
  }

  private static func append(
    _ group: ArraySlice<UInt8>, to text: inout [UInt8], _ alphabet: Alphabet
  ) {
    var bits: UInt32 = 0
    for byte in group { bits = bits << 8 | UInt32(byte) }
    bits <<= UInt32(8 * (3 - group.count))
    for position in 0...group.count {
      text.append(letter(UInt8(bits >> UInt32(18 - 6 * position) & 63), alphabet))
    }
    guard alphabet == .standard else { return }
    text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: 3 - group.count))
  }

  private static func unpack(_ letters: [UInt8], _ alphabet: Alphabet) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(letters.count * 3 / 4)
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for letter in letters {
      guard let six = value(letter, alphabet) else { return nil }
      bits = bits << 6 | UInt32(six)
      bitCount += 6
      guard bitCount >= 8 else { continue }
      bitCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      bits &= (1 << bitCount) - 1
    }
    return bits == 0 ? bytes : nil
  }

  private static func letter(_ value: UInt8, _ alphabet: Alphabet) -> UInt8 {
    switch value {
    case 0..<26: UInt8(ascii: "A") + value
    case 26..<52: UInt8(ascii: "a") + value - 26
    case 52..<62: UInt8(ascii: "0") + value - 52
    case 62: alphabet == .standard ? UInt8(ascii: "+") : UInt8(ascii: "-")
    default: alphabet == .standard ? UInt8(ascii: "/") : UInt8(ascii: "_")
    }
  }

  private static func value(_ letter: UInt8, _ alphabet: Alphabet) -> UInt8? {
    switch (letter, alphabet) {
    case (UInt8(ascii: "A")...UInt8(ascii: "Z"), _): letter - UInt8(ascii: "A")
    case (UInt8(ascii: "a")...UInt8(ascii: "z"), _): letter - UInt8(ascii: "a") + 26
    case (UInt8(ascii: "0")...UInt8(ascii: "9"), _): letter - UInt8(ascii: "0") + 52
    case (UInt8(ascii: "+"), .standard), (UInt8(ascii: "-"), .url): 62
    case (UInt8(ascii: "/"), .standard), (UInt8(ascii: "_"), .url): 63
    default: nil
    }
  }
}
