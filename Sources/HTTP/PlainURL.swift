/// A URL that every parser reads alike, as those of packages are: nothing in it has to be decoded,
/// tidied up or guessed.
///
///     PlainURL("https://registry.npmjs.org/@scope%2fname")  // read
///     PlainURL("https://0x7f.1/a/../b?c")  // nil: libcurl's business
struct PlainURL {
  let origin: Origin
  let path: String

  /// Reads a name or four numbers, maybe a port, and a path without dot segments, in lower case up to
  /// the path; nil for everything else, right or wrong.
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

  /// A name whose last part is no number, or an IPv4 address in its only form of four numbers.
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

  /// A number as it is written in one way only: digits without a leading zero.
  private static func number(_ digits: Substring.UTF8View, upTo limit: Int) -> Int? {
    guard digits.count <= 5, digits.allSatisfy(isDigit), let value = Int(Substring(digits)),
      value <= limit, digits.count == 1 || digits.first != UInt8(ascii: "0")
    else { return nil }
    return value
  }

  /// No dot begins a segment, no segment in between is empty, and of signs only those that mean
  /// nothing else; a percent sign may not hide a dot.
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
    return !Substring(path).lowercased().contains("%2e")
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
