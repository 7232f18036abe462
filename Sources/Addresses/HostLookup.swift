import Libc

/// Resolves host names with the system's resolver.
package enum HostLookup {
  /// Returns the addresses of a host, each with 4 or 16 bytes; nil if the name doesn't resolve.
  ///
  /// Blocks its thread while the name server is asked.
  package static func addresses(of host: String) -> [[UInt8]]? {
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, nil, &list) == 0, let first = list else { return nil }
    defer { freeaddrinfo(first) }
    var result: [[UInt8]] = []
    for entry in sequence(first: first, next: { $0.pointee.ai_next }) {
      // There is an entry for each type of socket.
      guard let address = bytes(of: entry.pointee), !result.contains(address) else { continue }
      result.append(address)
    }
    return result
  }

  private static func bytes(of entry: addrinfo) -> [UInt8]? {
    guard let address = entry.ai_addr else { return nil }
    let raw = UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen))
    switch entry.ai_family {
    case AF_INET where raw.count >= 8: return Array(raw[4..<8])
    case AF_INET6 where raw.count >= 24: return Array(raw[8..<24])
    default: return nil
    }
  }
}
