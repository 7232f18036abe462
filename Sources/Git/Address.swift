import Addresses
import Libc

/// Finds the address of a remote and connects to it.
///
/// The library never resolves a name itself: the address that was checked is the one that is used.
enum Address {
  /// How long a connection may take, in seconds.
  private static let patience = 10

  /// Throws an error if a local folder is missing.
  static func check(_ remote: Remote) throws(GitError) {
    guard let folder = remote.folder, access(folder, F_OK) != 0 else { return }
    throw GitError(.notFound, subject: folder)
  }

  /// Returns the addresses of a host, each with 4 or 16 bytes.
  ///
  /// - Throws: `GitError`, `.forbiddenAddress` if one is private and not allowed.
  static func addresses(
    of remote: Remote, _ options: Options
  ) throws(GitError) -> [[UInt8]] {
    guard !options.isOffline else {
      throw GitError(
        .unreachable, subject: "\(remote)",
        detail: remote.transport == .ssh
          ? "workers have no network for SSH; name the repository by HTTPS, or give its host a "
            + "credential in 'registries' (kind git), which replaces SSH by HTTPS"
          : "the server supports only git's protocol of before 2018; use a mirror of it in 'mirrors'"
      )
    }
    guard let addresses = options.lookUp(remote.host), !addresses.isEmpty else {
      throw GitError(.unreachable, subject: "\(remote)", detail: "the host name does not resolve")
    }
    if options.allowsPrivate(remote) { return addresses }
    for address in addresses {
      guard PrivateAddress.contains(address), !options.allowsAddress(address) else { continue }
      throw GitError(.forbiddenAddress, subject: "\(remote)", detail: "a private address")
    }
    return addresses
  }

  /// Opens a socket to a remote's host, or to the operator's proxy.
  static func connect(
    to host: String, port: String, of remote: Remote, _ options: Options
  ) throws(GitError) -> Int32 {
    let isProxy = remote.transport == .http && host.lowercased() != remote.host
    let found =
      isProxy ? options.lookUp(host) ?? [] : try addresses(of: remote, options)
    guard let number = UInt16(port) else {
      throw GitError(.invalid, subject: "\(remote)", detail: "not a port: \(port)")
    }
    for address in found {
      let socket = open(address, number)
      if socket >= 0 { return socket }
    }
    throw GitError(
      .unreachable, subject: "\(remote)", detail: "the connection failed: \(reason())")
  }

  private static func reason() -> String { String(cString: strerror(errno)) }

  private static func open(_ address: [UInt8], _ port: UInt16) -> Int32 {
    let family = address.count == 4 ? AF_INET : AF_INET6
    let type = Socket.stream | Socket.closeOnExec
    let descriptor = socket(family, type, 0)
    guard descriptor >= 0 else { return -1 }
    // Linux applies the timeout for sending to the connection, too.
    limit(descriptor, to: patience)
    guard connect(descriptor, address, port) == 0 else {
      let code = errno
      close(descriptor)
      errno = code
      return -1
    }
    limit(descriptor, to: 0)
    return descriptor
  }

  private static func limit(_ descriptor: Int32, to seconds: Int) {
    var time = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  private static func connect(
    _ descriptor: Int32, _ address: [UInt8], _ port: UInt16
  ) -> Int32 {
    if address.count == 4 {
      var socketAddress = sockaddr_in()
      socketAddress.sin_family = sa_family_t(AF_INET)
      socketAddress.sin_port = port.bigEndian
      withUnsafeMutableBytes(of: &socketAddress.sin_addr) { $0.copyBytes(from: address) }
      return connect(descriptor, &socketAddress, MemoryLayout<sockaddr_in>.size)
    }
    var socketAddress = sockaddr_in6()
    socketAddress.sin6_family = sa_family_t(AF_INET6)
    socketAddress.sin6_port = port.bigEndian
    withUnsafeMutableBytes(of: &socketAddress.sin6_addr) { $0.copyBytes(from: address) }
    return connect(descriptor, &socketAddress, MemoryLayout<sockaddr_in6>.size)
  }

  private static func connect<SocketAddress>(
    _ descriptor: Int32, _ socketAddress: inout SocketAddress, _ size: Int
  ) -> Int32 {
    withUnsafePointer(to: &socketAddress) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Libc.connect(descriptor, $0, socklen_t(size))
      }
    }
  }
}
