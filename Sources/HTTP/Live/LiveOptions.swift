/// Options for network access.
package struct LiveOptions: Sendable {
  /// The user agent with a contact address: `martlet/1.0 (+https://…)`.
  package var userAgent: String
  /// The maximum number of connections to one host; HTTP/2 uses one for all requests.
  package var connectionsPerHost: Int
  /// The maximum number of connections to all hosts, including idle ones.
  package var connections: Int
  /// The timeout for DNS, connection and TLS, in addition to the request's deadline.
  package var connectTimeout: Duration
  /// A PEM file of trusted certificates that replaces the system's file; nil for the system's.
  ///
  /// The system's folder of certificates stays in use if there is one.
  package var certificates: String?
  /// The proxies; by default none, whatever the environment says.
  package var proxies: Proxies
  /// Returns whether an origin may be at a private or link-local address.
  ///
  /// It is called after the name has resolved to such an address. The host is in canonical form:
  /// `127.1` and `0x7f000001` are passed as `127.0.0.1`.
  package var allowsPrivate: @Sendable (Origin) -> Bool
  /// Returns whether such an address is allowed for any host name, because it is in a network that
  /// the operator named.
  ///
  /// The address has 4 bytes for IPv4 or 16 for IPv6.
  package var allowsAddress: @Sendable (_ address: [UInt8]) -> Bool

  /// Creates options that refuse private addresses, and open as many connections per host as npm,
  /// which are needed for registries without HTTP/2.
  package init(
    userAgent: String = "martlet", connectionsPerHost: Int = 15, connections: Int = 64,
    connectTimeout: Duration = .seconds(10), certificates: String? = nil,
    proxies: Proxies = Proxies(),
    allowsPrivate: @escaping @Sendable (Origin) -> Bool = { _ in false },
    allowsAddress: @escaping @Sendable (_ address: [UInt8]) -> Bool = { _ in false }
  ) {
    self.userAgent = userAgent
    self.connectionsPerHost = connectionsPerHost
    self.connections = connections
    self.connectTimeout = connectTimeout
    self.certificates = certificates
    self.proxies = proxies
    self.allowsPrivate = allowsPrivate
    self.allowsAddress = allowsAddress
  }
}
