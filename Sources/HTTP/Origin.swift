/// Scheme, host and port: the border that credentials do not cross (RFC 6454).
package struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// Lowercase, `https` or `http`.
  package let scheme: String
  /// Lowercase; an IPv6 address stands in brackets.
  package let host: String
  /// The scheme's own, 443 or 80, where the URL names none.
  package let port: Int

  /// The host as name servers and socket calls want it, an IPv6 address without brackets.
  package var bareHost: String {
    host.hasPrefix("[") ? String(host.dropFirst().prefix { $0 != "]" && $0 != "%" }) : host
  }

  /// The form of RFC 6454 section 6.2: the scheme's own port is left out.
  package var description: String {
    port == (scheme == "https" ? 443 : 80)
      ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
  }
}
