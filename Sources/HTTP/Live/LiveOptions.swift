/// How the live client behaves towards the network.
package struct LiveOptions: Sendable {
  /// Says who asks, with an address for complaints: `martlet/1.0 (+https://…)`.
  package var userAgent: String
  /// Connections to one host at the same time; HTTP/2 puts all its requests on one of them.
  package var connectionsPerHost: Int
  /// To all hosts together, idle ones included.
  package var connections: Int
  /// For name, connection and TLS; the request's own deadline counts besides.
  package var connectTimeout: Duration
  /// A file of trusted certificates in PEM in place of the system's.
  package var certificates: String?
  /// Whether an origin may be at a private or link-local address.
  ///
  /// It is asked once the name has resolved to such an address. The host is canonical: `127.1` and
  /// `0x7f000001` come as `127.0.0.1`.
  package var allowsPrivate: @Sendable (Origin) -> Bool
  /// Whether such an address may be spoken to whatever it is called: one in a network that the
  /// operator named.
  ///
  /// It is asked with the four bytes of an IPv4 address or the sixteen of an IPv6 one.
  package var allowsAddress: @Sendable (_ address: [UInt8]) -> Bool

  /// Refuses private addresses, and opens no more connections to a host than a browser does.
  package init(
    userAgent: String = "martlet", connectionsPerHost: Int = 8, connections: Int = 64,
    connectTimeout: Duration = .seconds(10), certificates: String? = nil,
    allowsPrivate: @escaping @Sendable (Origin) -> Bool = { _ in false },
    allowsAddress: @escaping @Sendable (_ address: [UInt8]) -> Bool = { _ in false }
  ) {
    self.userAgent = userAgent
    self.connectionsPerHost = connectionsPerHost
    self.connections = connections
    self.connectTimeout = connectTimeout
    self.certificates = certificates
    self.allowsPrivate = allowsPrivate
    self.allowsAddress = allowsAddress
  }
}
