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
    let bytes = Array(text.utf8)
    let isSecure = bytes.starts(with: "https://".utf8)
    guard isSecure || bytes.starts(with: "http://".utf8) else { return nil }
    let scheme = isSecure ? "https" : "http"
    let rest = bytes.dropFirst(scheme.utf8.count + "://".utf8.count)
    let path = rest.drop { $0 != UInt8(ascii: "/") }
    let authority = rest[..<path.startIndex]
    let host = authority.prefix { $0 != UInt8(ascii: ":") }
    let digits = authority[host.endIndex...]
    guard Self.isHost(host), Self.isPath(path),
      let port = digits.isEmpty ? isSecure ? 443 : 80 : Self.port(digits.dropFirst())
    else { return nil }
    origin = Origin(scheme: scheme, host: String(decoding: host, as: UTF8.self), port: port)
    self.path = path.isEmpty ? "/" : String(decoding: path, as: UTF8.self)
  }

  /// Whether the host is a name whose last label is not a number, or an IPv4 address in its usual
  /// format.
  private static func isHost(_ host: ArraySlice<UInt8>) -> Bool {
    var last: UInt8 = 0
    var startOfLabel: UInt8 = 0
    for byte in host {
      let startsLabel = last == 0 || last == UInt8(ascii: ".")
      guard isOfLabel(byte) || byte == UInt8(ascii: ".") && !startsLabel else { return false }
      if startsLabel { startOfLabel = byte }
      last = byte
    }
    if last == 0 || last == UInt8(ascii: ".") { return false }
    return isLetter(startOfLabel) || isAddress(host)
  }

  private static func isAddress(_ host: ArraySlice<UInt8>) -> Bool {
    let numbers = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers.allSatisfy { number($0, upTo: 255) != nil }
  }

  private static func port(_ digits: ArraySlice<UInt8>) -> Int? {
    number(digits, upTo: 65_535).flatMap { $0 == 0 ? nil : $0 }
  }

  /// Parses digits without a leading zero.
  private static func number(_ digits: ArraySlice<UInt8>, upTo limit: Int) -> Int? {
    guard (1...5).contains(digits.count), digits.allSatisfy(isDigit),
      digits.count == 1 || digits.first != UInt8(ascii: "0")
    else { return nil }
    let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return value <= limit ? value : nil
  }

  /// Whether no segment begins with a dot, no inner segment is empty, all characters are
  /// unambiguous, and no percent sign hides a dot.
  private static func isPath(_ path: ArraySlice<UInt8>) -> Bool {
    var (last, secondLast): (UInt8, UInt8) = (0, 0)
    for byte in path {
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
