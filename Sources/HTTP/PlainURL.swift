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
    guard let scheme = ["https", "http"].first(where: { text.hasPrefix("\($0)://") }) else {
      return nil
    }
    let rest = text.utf8.dropFirst(scheme.utf8.count + "://".utf8.count)
    let authority = rest.prefix { $0 != UInt8(ascii: "/") }
    let path = rest[authority.endIndex...]
    let parts = authority.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard let host = parts.first, parts.count < 3, Self.isHost(host), Self.isPath(path),
      let port = parts.count == 2 ? Self.port(parts[1]) : scheme == "https" ? 443 : 80
    else { return nil }
    origin = Origin(scheme: scheme, host: String(Substring(host)), port: port)
    self.path = path.isEmpty ? "/" : String(Substring(path))
  }

  /// Whether the host is a name whose last label is not a number, or an IPv4 address in its usual
  /// format.
  private static func isHost(_ host: Substring.UTF8View) -> Bool {
    let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard let last = labels.last?.first,
      labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isOfLabel) })
    else { return false }
    if isLetter(last) { return true }
    return labels.count == 4 && labels.allSatisfy { number($0, upTo: 255) != nil }
  }

  private static func port(_ digits: Substring.UTF8View) -> Int? {
    number(digits, upTo: 65_535).flatMap { $0 == 0 ? nil : $0 }
  }

  /// Parses digits without a leading zero.
  private static func number(_ digits: Substring.UTF8View, upTo limit: Int) -> Int? {
    guard digits.count <= 5, digits.allSatisfy(isDigit), let value = Int(Substring(digits)),
      value <= limit, digits.count == 1 || digits.first != UInt8(ascii: "0")
    else { return nil }
    return value
  }

  /// Whether no segment begins with a dot, no inner segment is empty, all characters are
  /// unambiguous, and no percent sign hides a dot.
  private static func isPath(_ path: Substring.UTF8View) -> Bool {
    var last: UInt8 = 0
    for byte in path {
      let startsSegment = last == UInt8(ascii: "/")
      if startsSegment, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/") { return false }
      guard isLetter(byte | 0x20) || isDigit(byte) || "-._~@+/%".utf8.contains(byte) else {
        return false
      }
      last = byte
    }
    // Searching a text is slow, and few paths have a percent sign.
    return !path.contains(UInt8(ascii: "%")) || !Substring(path).lowercased().contains("%2e")
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
