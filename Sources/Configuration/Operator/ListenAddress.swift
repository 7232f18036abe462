import Addresses

/// A host and port for incoming connections.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
  /// A name or address; IPv6 addresses have no brackets.
  package var host: String
  /// 0 for any free port.
  package var port: Int

  /// Creates an address.
  package init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Parses `host:port`, `[::1]:port` or `:port`, which means all addresses.
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

  /// Whether only programs on this machine can connect: an address of 127.0.0.0/8, `::1`, or
  /// `localhost`.
  package var isLoopback: Bool {
    if let bytes = addressBytes(host) {
      return bytes.count == 4 ? bytes[0] == 127 : bytes == Array(repeating: 0, count: 15) + [1]
    }
    return host.lowercased() == "localhost"
  }

  /// The format `127.0.0.1:8080` or `[::1]:8080`.
  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
