import Text

/// What JavaScript's `trim` and `\s` take for white space.
enum Whitespace {
  /// Removes white space at both ends.
  static func trimmed(_ text: String) -> String {
    var scalars = Substring(text).unicodeScalars
    while let first = scalars.first, isSpace(first) { scalars.removeFirst() }
    while let last = scalars.last, isSpace(last) { scalars.removeLast() }
    return String(scalars)
  }

  /// Trims, and makes each run of white space inside one blank.
  static func collapsed(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    var pending = false
    for scalar in text.unicodeScalars {
      if isSpace(scalar) {
        pending = !result.isEmpty
        continue
      }
      if pending { result.append(UInt8(ascii: " ")) }
      pending = false
      result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    return result
  }

  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
      0xFEFF:
      true
    default: false
    }
  }
}

extension UInt8 {
  /// A letter or hyphen.
  @inline(__always) var isWord: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 || self == UInt8(ascii: "-")
  }
  /// A digit, letter or hyphen: what identifiers are made of.
  @inline(__always) var isIdentifier: Bool { isASCIIDigit || isWord }
  /// One of the spellings of *any number*.
  @inline(__always) var isWildcard: Bool {
    self == UInt8(ascii: "*") || self | 0x20 == UInt8(ascii: "x")
  }
  /// The characters that may precede a version in the loose grammar.
  @inline(__always) var isPrefix: Bool {
    isASCIISpace || self == UInt8(ascii: "v") || self == UInt8(ascii: "=")
  }
}

extension String {
  /// Copies bytes that are known to be ASCII.
  init(ascii bytes: Span<UInt8>) {
    self = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
}
