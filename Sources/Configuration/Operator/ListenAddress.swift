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
    guard Self.isName(host) || addressBytes(String(host)) != nil else { return nil }
    self.init(host: host.isEmpty ? "0.0.0.0" : String(host), port: Int(port))
  }

  /// Whether a text can be a host's name, or is empty.
  private static func isName(_ host: Substring) -> Bool {
    host.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || "-._".utf8.contains(byte)
    }
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
