import Addresses
import Glibc

/// Checks whether a remote is at a public address.
enum Address {
  /// Throws an error if the host has a private address that is not allowed, or if a local folder is
  /// missing.
  ///
  /// libgit2 resolves the name again when it connects. A DNS server that returns another address
  /// then is not stopped here; use a network policy against it.
  static func check(_ remote: Remote, _ options: Options) throws(GitError) {
    if let folder = remote.folder {
      guard access(folder, F_OK) == 0 else { throw GitError(.notFound, place: folder) }
      return
    }
    guard !options.allowsPrivate(remote) else { return }
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(remote.host, nil, &hints, &list)
    guard result == 0, let first = list else {
      throw GitError(.unreachable, place: "\(remote)", detail: "the host name does not resolve")
    }
    defer { freeaddrinfo(first) }
    for entry in sequence(first: first, next: { $0.pointee.ai_next }) {
      let address = bytes(of: entry.pointee)
      guard PrivateAddress.contains(address), !options.allowsAddress(address) else { continue }
      throw GitError(.forbiddenAddress, place: "\(remote)", detail: "a private address")
    }
  }

  /// Returns the bytes of an address; empty for other address families.
  private static func bytes(of entry: addrinfo) -> [UInt8] {
    guard let address = entry.ai_addr else { return [] }
    let raw = UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen))
    switch entry.ai_family {
    case AF_INET where raw.count >= 8: return Array(raw[4..<8])
    case AF_INET6 where raw.count >= 24: return Array(raw[8..<24])
    default: return []
    }
  }
}
