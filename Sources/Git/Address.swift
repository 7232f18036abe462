import Glibc

/// Which addresses a name leads to, and whether they are reachable from everywhere.
enum Address {
  /// Refuses a host with any private address, unless that was allowed, and folders that are not.
  ///
  /// The library resolves the name again when it connects, so a server of names that answers
  /// differently each time is not stopped by this; a network policy is.
  static func check(_ remote: Remote, _ options: Options) throws(GitError) {
    if let folder = remote.folder {
      guard access(folder, F_OK) == 0 else { throw GitError(.notFound, place: folder) }
      return
    }
    guard !options.allowsPrivate(remote.host) else { return }
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(remote.host, nil, &hints, &list)
    guard result == 0, let first = list else {
      throw GitError(.unreachable, place: "\(remote)", detail: "the name does not resolve")
    }
    defer { freeaddrinfo(first) }
    for entry in sequence(first: first, next: { $0.pointee.ai_next }) {
      let address = bytes(of: entry.pointee)
      guard isPrivate(address), !options.allowsAddress(address) else { continue }
      throw GitError(.forbiddenAddress, place: "\(remote)", detail: "a private address")
    }
  }

  /// The address itself; empty for what is of neither kind.
  private static func bytes(of entry: addrinfo) -> [UInt8] {
    guard let address = entry.ai_addr else { return [] }
    let raw = UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen))
    switch entry.ai_family {
    case AF_INET where raw.count >= 8: return Array(raw[4..<8])
    case AF_INET6 where raw.count >= 24: return Array(raw[8..<24])
    default: return []
    }
  }

  private static func isPrivate(_ address: [UInt8]) -> Bool {
    address.count == 4 ? isPrivate4(address) : isPrivate6(address)
  }

  /// RFC 6890: this network, private, shared, loopback, link-local, benchmarks, multicast and up.
  static func isPrivate4(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 4 else { return true }
    return switch (bytes[0], bytes[1]) {
    case (0, _), (10, _), (127, _), (224..., _): true
    case (100, 64...127), (169, 254), (172, 16...31), (192, 168), (198, 18...19): true
    case (192, 0): bytes[2] == 0
    default: false
    }
  }

  /// Unspecified, loopback, unique local, link-local, multicast, and IPv4 in its three disguises.
  static func isPrivate6(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 16 else { return true }
    if bytes[..<10].allSatisfy({ $0 == 0 }) {
      let isMapped = bytes[10...11].allSatisfy { $0 == 0xff }
      let isCompatible = bytes[10...11].allSatisfy { $0 == 0 }
      if isMapped { return isPrivate4(Array(bytes[12...])) }
      if isCompatible { return true }
    }
    if Array(bytes[..<12]) == [0, 0x64, 0xff, 0x9b] + Array(repeating: 0, count: 8) {
      return isPrivate4(Array(bytes[12...]))
    }
    return bytes[0] == 0xff || bytes[0] & 0xfe == 0xfc
      || (bytes[0] == 0xfe && bytes[1] & 0xc0 >= 0x80)
  }
}
