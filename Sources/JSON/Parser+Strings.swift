extension Parser {
  mutating func string(as kind: Entry.Kind) throws(Failure) {
    let start = position
    let isEscaped = try skipString()
    append(kind, from: start, to: position, isMarked: isEscaped)
  }

  /// Scans a string from its opening quote; returns whether it has escapes.
  ///
  /// Escapes are validated but not decoded.
  mutating func skipString() throws(Failure) -> Bool {
    var isEscaped = false
    position += 1
    while true {
      position = bytes.endOfPlainText(from: position)
      guard position < end else { throw expected("'\"'") }
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        try escape()
      } else if byte < 0x20 {
        throw expected("'\"' or an escaped control character")
      } else {
        try sequence()
      }
    }
    position += 1
    return isEscaped
  }

  private mutating func escape() throws(Failure) {
    position += 1
    guard position < end else { throw expected("an escape") }
    switch bytes[position] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    case UInt8(ascii: "u"): try unicodeEscape()
    default: throw expected("one of \" \\ / b f n r t u after the backslash")
    }
  }

  private mutating func unicodeEscape() throws(Failure) {
    let start = position - 1
    let unit = try hexadecimal()
    guard unit & 0xF800 == 0xD800 else { return }
    if unit < 0xDC00, end - position >= 6, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    {
      let before = position
      position += 1
      if try hexadecimal() & 0xFC00 == 0xDC00 { return }
      position = before
    }
    guard options.replacesLoneSurrogates else {
      throw Failure(reason: .loneSurrogate, offset: start)
    }
  }

  /// Reads the four digits after the `u` at `position`.
  private mutating func hexadecimal() throws(Failure) -> UInt16 {
    var unit: UInt16 = 0
    position += 1
    for _ in 0..<4 {
      guard position < end, let digit = bytes[position].hexadecimalValue else {
        throw expected("four hexadecimal digits after \\u")
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  /// Skips one UTF-8 sequence that is well-formed by Unicode's table 3-7.
  private mutating func sequence() throws(Failure) {
    let first = bytes[position]
    guard let count = first.sequenceLength, end - position >= count else {
      throw Failure(reason: .invalidUTF8, offset: position)
    }
    for index in 1..<count {
      let allowed = index == 1 ? first.secondBytes : 0x80...0xBF
      guard allowed.contains(bytes[position + index]) else {
        throw Failure(reason: .invalidUTF8, offset: position)
      }
    }
    position += count
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Skips ASCII characters without special meaning in a string, eight bytes at a time.
  ///
  /// In each word, the lowest byte with its top bit set is the first that is a quote, a backslash,
  /// a control character or not ASCII. A borrow can only affect the bytes above it.
  ///
  /// - Parameter start: the offset of the first byte; at most `count`.
  /// - Returns: the offset of the first other byte; `count` at the end of the text.
  @inline(__always)
  func endOfPlainText(from start: Int) -> Int {
    guard let baseAddress else { return start }
    var position = start
    while count - position >= 8 {
      let raw = UnsafeRawPointer(baseAddress + position).loadUnaligned(as: UInt64.self)
      let special = UInt64(littleEndian: raw).specialBytes
      if special != 0 { return position + special.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < count, self[position].isPlain { position += 1 }
    return position
  }
}

extension UInt64 {
  /// Has the top bit set in every byte that is special in a string.
  fileprivate var specialBytes: UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = self ^ (ones &* 0x22)
    let slash = self ^ (ones &* 0x5C)
    let controls = (self &- (ones &* 0x20)) & ~self
    let hits = self | controls | ((quote &- ones) & ~quote) | ((slash &- ones) & ~slash)
    return hits & (ones &* 0x80)
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII character without special meaning in a string.
  fileprivate var isPlain: Bool { self >= 0x20 && self < 0x80 && self != 0x22 && self != 0x5C }

  /// The length of the UTF-8 sequence that starts with this byte; nil if it cannot start one.
  fileprivate var sequenceLength: Int? {
    switch self {
    case 0x00..<0x80: 1
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: nil
    }
  }

  /// The valid second bytes: no overlong forms, no surrogates, nothing above U+10FFFF.
  fileprivate var secondBytes: ClosedRange<UInt8> {
    switch self {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }

  var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
