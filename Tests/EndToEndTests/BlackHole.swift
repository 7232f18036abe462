import Foundation

/// A local port that accepts connections and never responds.
final class BlackHole: Sendable {
  struct Failure: Error {}

  private let descriptor: Int32
  let port: Int

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && listen(descriptor, 64) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    if !isListening { throw Failure() }
  }

  deinit { close(descriptor) }
}
