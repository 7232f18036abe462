/// An address and a port to take connections at.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
  /// A name or address; of IPv6 without its brackets.
  package var host: String
  /// 0: any that is free.
  package var port: Int

  /// Pairs a host and a port.
  package init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Reads `host:port`, `[::1]:port` or `:port`, which means every address.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"),
      let port = UInt16(text[text.index(after: colon)...])
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }) else {
      return nil
    }
    self.init(host: host.isEmpty ? "0.0.0.0" : String(host), port: Int(port))
  }

  /// `127.0.0.1:8080`, and `[::1]:8080` with the brackets that an IPv6 address needs.
  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
