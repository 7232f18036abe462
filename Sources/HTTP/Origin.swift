/// Scheme, host and port, which limit the use of credentials (RFC 6454).
package struct Origin: Hashable, Codable, Sendable, CustomStringConvertible {
  /// In lowercase: `https` or `http`.
  package let scheme: String
  /// In lowercase; an IPv6 address has brackets.
  package let host: String
  /// The scheme's default, 443 or 80, if the URL has no port.
  package let port: Int

  /// The host for DNS and sockets: an IPv6 address without brackets.
  package var bareHost: String {
    host.hasPrefix("[") ? String(host.dropFirst().prefix { $0 != "]" && $0 != "%" }) : host
  }

  /// The format of RFC 6454 section 6.2, without the scheme's default port.
  package var description: String {
    port == (scheme == "https" ? 443 : 80)
      ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
  }
}
