import Libc
import Synchronization

/// A server that sends the same response to every request, or none.
final class LoopbackServer: Sendable {
  struct Failure: Error {}

  private let socket: Int32
  let port: UInt16
  private let answer: String?
  private let counts = Mutex((connections: 0, requests: 0))

  var url: String { "http://127.0.0.1:\(port)/acme/web.git" }
  var connections: Int { counts.withLock { $0.connections } }
  var requests: Int { counts.withLock { $0.requests } }

  init(answer: String?) throws {
    let socket = Libc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && listen(socket, 16) == 0
          && getsockname(socket, $0, &length) == 0
      }
    }
    guard isBound else { throw Failure() }
    self.socket = socket
    self.answer = answer
    port = UInt16(bigEndian: address.sin_port)
    start { $0.accept() }
  }

  deinit { close(socket) }

  /// Runs `work` on a thread, since tests must not block those of the pool.
  private func start(_ work: @escaping @Sendable (LoopbackServer) -> Void) {
    final class Box: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box { [weak self] in if let self { work(self) } })
    pthread_create(
      &thread, nil,
      { pointer in
        if let pointer { Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body() }
        return nil
      }, box.toOpaque())
    pthread_detach(thread)
  }

  private func accept() {
    while true {
      let client = Libc.accept(socket, nil, nil)
      guard client >= 0 else { return }
      counts.withLock { $0.connections += 1 }
      guard answer != nil else { continue }
      start { $0.serve(client) }
    }
  }

  private func serve(_ client: Int32) {
    defer { close(client) }
    var buffer = [UInt8](repeating: 0, count: 8192)
    while read(client, &buffer, buffer.count) > 0 {
      counts.withLock { $0.requests += 1 }
      let bytes = Array((answer ?? "").utf8)
      guard write(client, bytes, bytes.count) == bytes.count else { return }
    }
  }
}
