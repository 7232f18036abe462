/// Compares bytes with characters.
extension UInt8 {
  static func == (left: UInt8, right: Unicode.Scalar) -> Bool { UInt32(left) == right.value }
  static func != (left: UInt8, right: Unicode.Scalar) -> Bool { UInt32(left) != right.value }

  static func ~= (pattern: Unicode.Scalar, byte: UInt8) -> Bool { UInt32(byte) == pattern.value }

  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
  var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension UInt8? {
  static func == (left: UInt8?, right: Unicode.Scalar) -> Bool {
    left.map { UInt32($0) == right.value } ?? false
  }

  static func != (left: UInt8?, right: Unicode.Scalar) -> Bool { !(left == right) }
}
