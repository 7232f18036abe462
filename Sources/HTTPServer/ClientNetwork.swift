import Libc

/// The unit for limits per client: an IPv4 address, or the first 64 bits of an IPv6 address, because
/// one client usually has all addresses of such a network.
struct ClientNetwork: Hashable, Sendable {
  private let bytes: UInt64

  /// Reads a socket address; all addresses of other families count as one client.
  init(_ address: UnsafePointer<sockaddr>?) {
    guard let address else {
      bytes = 0
      return
    }
    let raw = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      bytes = UInt64(raw.load(as: sockaddr_in.self).sin_addr.s_addr)
    case AF_INET6:
      var host = raw.load(as: sockaddr_in6.self).sin6_addr
      bytes = withUnsafeBytes(of: &host) { host in
        // `::ffff:192.0.2.1` is an IPv4 client of a socket for both families.
        let isMapped = host.prefix(10).allSatisfy { $0 == 0 } && host[10] == 0xFF
        return isMapped
          ? UInt64(host.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
          : host.loadUnaligned(as: UInt64.self)
      }
    default: bytes = 0
    }
  }

  /// Creates an address for tests.
  init(number: UInt64) {
    bytes = number
  }
}
