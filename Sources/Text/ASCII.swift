/// Classes of ASCII characters; bytes outside ASCII belong to none of them.
extension UInt8 {
  /// Whether `[0-9]` matches.
  @inlinable package var isASCIIDigit: Bool { self &- 0x30 < 10 }

  /// Whether `[A-Za-z]` matches.
  @inlinable package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// Whether `[A-Z]` matches.
  @inlinable package var isASCIIUppercase: Bool { self &- 0x41 < 26 }

  /// Whether `[0-9A-Za-z]` matches.
  @inlinable package var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }

  /// Whether it is a space, tab, line feed, vertical tab, form feed or carriage return.
  @inlinable package var isASCIISpace: Bool { self == 0x20 || self &- 0x09 < 5 }
}

/// Comparisons with characters, for readers of bytes: `byte == "{"`.
extension UInt8 {
  /// Whether a byte is a character of ASCII.
  @inlinable package static func == (left: UInt8, right: Unicode.Scalar) -> Bool {
    UInt32(left) == right.value
  }

  /// Whether a byte differs from a character of ASCII.
  @inlinable package static func != (left: UInt8, right: Unicode.Scalar) -> Bool {
    UInt32(left) != right.value
  }

  /// Matches a byte with a character of ASCII: `case "{":`.
  @inlinable package static func ~= (pattern: Unicode.Scalar, byte: UInt8) -> Bool {
    UInt32(byte) == pattern.value
  }
}

extension UInt8? {
  /// Whether there is a byte, and it is a character of ASCII.
  @inlinable package static func == (left: UInt8?, right: Unicode.Scalar) -> Bool {
    left.map { UInt32($0) == right.value } ?? false
  }

  /// Whether there is no byte, or another one than a character of ASCII.
  @inlinable package static func != (left: UInt8?, right: Unicode.Scalar) -> Bool {
    !(left == right)
  }
}

extension Span<UInt8> {
  /// Whether other bytes are at an offset, which may be outside.
  package func hasBytes(of other: Span<UInt8>, at offset: Int) -> Bool {
    guard offset >= 0, offset + other.count <= count else { return false }
    for index in other.indices where self[offset + index] != other[index] { return false }
    return true
  }
}

extension String {
  /// Whether the bytes of another text are part of this one.
  ///
  /// Unlike `contains`, it doesn't compare by characters, which takes a hundred times as long.
  package func hasBytes(of part: String) -> Bool {
    let text = utf8.span
    let wanted = part.utf8.span
    guard wanted.count <= text.count else { return false }
    for start in 0...(text.count - wanted.count) where text.hasBytes(of: wanted, at: start) {
      return true
    }
    return false
  }
}
