extension Writer {
  /// Writes a quoted string with the escapes of both dialects.
  ///
  /// Only quotes, backslashes and control characters are escaped, the latter by letters if
  /// possible.
  mutating func quote(_ string: String) {
    result.append(UInt8(ascii: "\""))
    var string = string
    string.withUTF8 { bytes in
      var start = 0
      for index in bytes.indices where bytes[index].isEscaped {
        result += UnsafeBufferPointer(rebasing: bytes[start..<index])
        escape(bytes[index])
        start = index + 1
      }
      result += UnsafeBufferPointer(rebasing: bytes[start...])
    }
    result.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    result.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: result.append(UInt8(ascii: "b"))
    case 0x09: result.append(UInt8(ascii: "t"))
    case 0x0A: result.append(UInt8(ascii: "n"))
    case 0x0C: result.append(UInt8(ascii: "f"))
    case 0x0D: result.append(UInt8(ascii: "r"))
    case 0x00..<0x20:
      result += (byte < 0x10 ? "u000" : "u00").utf8
      result += String(byte, radix: 16).utf8
    default: result.append(byte)
    }
  }
}

extension UInt8 {
  fileprivate var isEscaped: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}
