/// Reads a binary format from its start.
struct ByteReader {
  private var rest: ArraySlice<UInt8>
  /// The error for a value that ends too early.
  private let truncated: CryptoError

  init(_ bytes: [UInt8], truncated: CryptoError) {
    rest = bytes[...]
    self.truncated = truncated
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// The number of bytes that are left.
  var count: Int { rest.count }

  /// Takes some bytes.
  mutating func take(_ count: Int) throws(CryptoError) -> [UInt8] {
    guard count >= 0, count <= rest.count else { throw truncated }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// Takes everything that is left.
  mutating func takeAll() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }

  /// Takes a byte.
  mutating func byte() throws(CryptoError) -> UInt8 { try take(1)[0] }

  /// Takes a big-endian number of at most four bytes.
  mutating func number(bytes: Int) throws(CryptoError) -> Int {
    try take(bytes).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Takes a text of the SSH protocol (RFC 4251): four bytes with its length, and its bytes.
  mutating func string() throws(CryptoError) -> [UInt8] { try take(number(bytes: 4)) }

  /// Takes a number of OpenPGP (RFC 4880, 3.2): two bytes with its length in bits, and its bytes.
  mutating func multiprecision() throws(CryptoError) -> [UInt8] {
    try take((number(bytes: 2) + 7) / 8)
  }
}

extension Int {
  /// The lowest bytes of the number, big-endian.
  func bigEndian(bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
  }
}

extension [UInt8] {
  /// The bytes without zeros at the start.
  var withoutLeadingZeros: [UInt8] { Array(drop { $0 == 0 }) }

  /// The bytes with zeros at the start up to a length; nil if there are more bytes than that.
  func padded(to length: Int) -> [UInt8]? {
    let short = withoutLeadingZeros
    guard short.count <= length else { return nil }
    return [UInt8](repeating: 0, count: length - short.count) + short
  }
}
