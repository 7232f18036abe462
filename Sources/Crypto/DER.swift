/// Writes the few forms of DER (X.690) that keys need, and reads an ECDSA signature.
enum DER {
  static func sequence(_ parts: [[UInt8]]) -> [UInt8] { value(0x30, parts.flatMap(\.self)) }

  /// A number that isn't negative, from its big-endian bytes.
  static func integer(_ bytes: [UInt8]) -> [UInt8] {
    let short = bytes.withoutLeadingZeros
    let needsZero = short.first.map { $0 >= 0x80 } ?? true
    return value(0x02, (needsZero ? [0] : []) + short)
  }

  static func octets(_ bytes: [UInt8]) -> [UInt8] { value(0x04, bytes) }

  static func bits(_ bytes: [UInt8]) -> [UInt8] { value(0x03, [0] + bytes) }

  /// A value with a tag of its context, such as `[0]`.
  static func context(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
    value(0xA0 | number, content)
  }

  static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length: [UInt8]
    switch content.count {
    case ..<0x80: length = [UInt8(content.count)]
    case ..<0x100: length = [0x81, UInt8(content.count)]
    default: length = [0x82] + content.count.bigEndian(bytes: 2)
    }
    return [tag] + length + content
  }

  /// Returns both numbers of an ECDSA signature, which may begin with a zero.
  static func signatureNumbers(_ bytes: [UInt8]) throws(CryptoError) -> ([UInt8], [UInt8]) {
    var reader = ByteReader(bytes, truncated: CryptoError(.signing))
    var body = ByteReader(
      try content(of: 0x30, in: &reader), truncated: CryptoError(.signing))
    return (try content(of: 0x02, in: &body), try content(of: 0x02, in: &body))
  }

  private static func content(
    of tag: UInt8, in reader: inout ByteReader
  ) throws(CryptoError) -> [UInt8] {
    guard try reader.byte() == tag else { throw CryptoError(.signing) }
    let first = Int(try reader.byte())
    // A signature of P-521 has 139 bytes, which take one byte of length after 0x81.
    return try reader.take(first == 0x81 ? Int(reader.byte()) : first)
  }
}
