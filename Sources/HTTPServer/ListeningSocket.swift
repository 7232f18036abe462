import CMicrohttpd
import Libc

/// A listening socket; its owner closes it.
struct ListeningSocket {
  let descriptor: Int32
  /// The port.
  let port: UInt16

  /// Listens at the first address of a host name.
  init(host: String, port: UInt16) throws(ServerError) {
    var hints = addrinfo()
    hints.ai_socktype = Socket.stream
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &found)
    guard code == 0, let address = found else {
      throw .unknownHost(String(cString: gai_strerror(code)))
    }
    defer { freeaddrinfo(address) }
    descriptor = socket(address.pointee.ai_family, hints.ai_socktype | Socket.closeOnExec, 0)
    guard descriptor >= 0 else { throw .cannotListen(errno: errno) }
    guard let port = Self.listen(descriptor, at: address.pointee) else {
      let code = errno
      Libc.close(descriptor)
      throw .cannotListen(errno: code)
    }
    self.port = port
  }

  /// Closes the descriptor.
  func close() {
    Libc.close(descriptor)
  }

  /// Returns the port in use; nil, with `errno`, if the address is not available.
  private static func listen(_ descriptor: Int32, at address: addrinfo) -> UInt16? {
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
    guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0,
      Libc.listen(descriptor, SOMAXCONN) == 0
    else { return nil }
    return port(of: descriptor)
  }

  private static func port(of descriptor: Int32) -> UInt16? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { storage in
      let code = storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
      guard code == 0 else { return nil }
      // The port has the same offset in IPv4 and IPv6 addresses.
      return storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        UInt16(bigEndian: $0.pointee.sin_port)
      }
    }
  }
}
