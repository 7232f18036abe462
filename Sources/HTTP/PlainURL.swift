/// A URL that all parsers read in the same way, as most registry URLs: it needs no decoding and no
/// normalization.
///
///     PlainURL("https://registry.npmjs.org/@scope%2fname")  // a value
///     PlainURL("https://0x7f.1/a/../b?c")  // nil: parsed by libcurl
struct PlainURL {
  let origin: Origin
  let path: String

  /// Parses a host name or IPv4 address, an optional port, and a path without dot segments; nil for
  /// every other URL.
  ///
  /// Everything before the path must be in lowercase.
  init?(_ text: String) {
    let bytes = text.utf8.span
    let isSecure = bytes.begins(with: "https://")
    guard isSecure || bytes.begins(with: "http://") else { return nil }
    let start = isSecure ? 8 : 7
    let slash = bytes.first("/", from: start, to: bytes.count)
    let colon = bytes.first(":", from: start, to: slash)
    let host = bytes.extracting(start..<colon)
    let path = bytes.extracting(slash..<bytes.count)
    guard Self.isHost(host), Self.isPath(path),
      let port = colon == slash
        ? isSecure ? 443 : 80 : Self.port(bytes.extracting(colon + 1..<slash))
    else { return nil }
    origin = Origin(scheme: isSecure ? "https" : "http", host: host.text, port: port)
    self.path = path.isEmpty ? "/" : path.text
  }

  /// Whether the host is a name whose last label is not a number, or an IPv4 address in its usual
  /// format.
  private static func isHost(_ host: Span<UInt8>) -> Bool {
    var last: UInt8 = 0
    var startOfLabel: UInt8 = 0
    for index in host.indices {
      let byte = host[index]
      let startsLabel = last == 0 || last == UInt8(ascii: ".")
      guard isOfLabel(byte) || byte == UInt8(ascii: ".") && !startsLabel else { return false }
      if startsLabel { startOfLabel = byte }
      last = byte
    }
    if last == 0 || last == UInt8(ascii: ".") { return false }
    return isLetter(startOfLabel) || isAddress(host)
  }

  private static func isAddress(_ host: Span<UInt8>) -> Bool {
    var count = 0
    var start = 0
    while start <= host.count {
      let end = host.first(".", from: start, to: host.count)
      guard number(host.extracting(start..<end), upTo: 255) != nil else { return false }
      count += 1
      start = end + 1
    }
    return count == 4
  }

  private static func port(_ digits: Span<UInt8>) -> Int? {
    number(digits, upTo: 65_535).flatMap { $0 == 0 ? nil : $0 }
  }

  /// Parses digits without a leading zero.
  private static func number(_ digits: Span<UInt8>, upTo limit: Int) -> Int? {
    guard (1...5).contains(digits.count),
      digits.count == 1 || digits[0] != UInt8(ascii: "0")
    else { return nil }
    var value = 0
    for index in digits.indices {
      guard isDigit(digits[index]) else { return nil }
      value = value * 10 + Int(digits[index] - UInt8(ascii: "0"))
    }
    return value <= limit ? value : nil
  }

  /// Whether no segment begins with a dot, no inner segment is empty, all characters are
  /// unambiguous, and no percent sign hides a dot.
  private static func isPath(_ path: Span<UInt8>) -> Bool {
    var (last, secondLast): (UInt8, UInt8) = (0, 0)
    for index in path.indices {
      let byte = path[index]
      let startsSegment = last == UInt8(ascii: "/")
      if startsSegment, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/") { return false }
      guard isLetter(byte | 0x20) || isDigit(byte) || isSign(byte) else { return false }
      let isEscapedDot =
        secondLast == UInt8(ascii: "%") && last == UInt8(ascii: "2")
        && byte | 0x20 == UInt8(ascii: "e")
      if isEscapedDot { return false }
      (last, secondLast) = (byte, last)
    }
    return true
  }

  /// Whether a path can have the byte, which is neither a letter nor a digit.
  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
      UInt8(ascii: "@"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "%"):
      true
    default: false
    }
  }

  private static func isOfLabel(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

extension Span<UInt8> {
  /// The characters of ASCII.
  fileprivate var text: String { withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }

  fileprivate func begins(with prefix: StaticString) -> Bool {
    guard count >= prefix.utf8CodeUnitCount else { return false }
    for index in 0..<prefix.utf8CodeUnitCount where self[index] != prefix.utf8Start[index] {
      return false
    }
    return true
  }

  /// The index of the first of some bytes that is a character; `end` if none is.
  fileprivate func first(_ character: Unicode.Scalar, from start: Int, to end: Int) -> Int {
    var index = start
    while index < end, self[index] != UInt8(ascii: character) { index += 1 }
    return index
  }
}
