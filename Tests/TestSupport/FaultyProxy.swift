import Libc
import Synchronization

/// A TCP proxy on a loopback port that breaks connections on demand.
///
///     let proxy = try FaultyProxy(to: server.port)
///     proxy.set(.lostReply, at: "COMMIT", times: 1)
package final class FaultyProxy: Sendable {
  /// The fault for the data with the configured text, and for its connection.
  package enum Fault: Sendable {
    /// The data is not forwarded, and both ends are closed.
    case lostRequest
    /// The data is forwarded, but the response is not.
    case lostReply
    /// Neither the data nor anything after it is forwarded.
    ///
    /// The connection stays open.
    case silence
    /// The data is forwarded after the gate has been opened.
    case held(Latch)
  }

  fileprivate struct Rule {
    var fault: Fault
    var marker: [UInt8]
    var times: Int
  }

  fileprivate struct State {
    var rule: Rule?
    var sockets: Set<Int32> = []
    var isClosed = false
  }

  /// The port on 127.0.0.1 to which the tested client connects.
  package let port: Int
  private let listener: Int32
  private let state = Shared()

  fileprivate final class Shared: Sendable {
    let state = Mutex(State())
    let broken = Watched(0)
  }

  /// Listens on a free port and forwards to `target` on loopback.
  package init(to target: Int) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = loopback(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && listen(listener, 64) == 0
          && getsockname(listener, address, &size) == 0
      }
    }
    guard isBound else { throw ChildProcess.Failure(code: errno) }
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    let state = state
    requireThread {
      while case let client = accept(listener, nil, nil), client >= 0 {
        requireThread { Self.pass(client, to: target, state) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    hangUp()
  }

  /// Applies a fault the next `times` times that the client sends `marker`.
  package func set(_ fault: Fault, at marker: String, times: Int = 1) {
    state.state.withLock {
      $0.rule = Rule(fault: fault, marker: Array(marker.utf8), times: times)
    }
  }

  /// The number of faults so far.
  package var broken: Int { state.broken.value }

  /// Waits for a number of faults.
  package func breaks(_ times: Int = 1) async {
    await state.broken.wait { $0 >= times }
  }

  /// Closes all open connections.
  package func hangUp() {
    for socket in state.state.withLock({ $0.sockets }) { shutdown(socket, Int32(SHUT_RDWR)) }
  }

  private static func pass(_ client: Int32, to target: Int, _ shared: Shared) {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = loopback(UInt16(target))
    let isConnected = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    // Two separate pieces are forwarded separately, and the second does not wait for the first.
    var on: Int32 = 1
    for end in [client, server] {
      setsockopt(end, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }
    shared.state.withLock { $0.sockets.formUnion([client, server]) }
    if isConnected { pump(client, server, shared) }
    shared.state.withLock { $0.sockets.subtract([client, server]) }
    close(client)
    close(server)
  }

  private static func pump(_ client: Int32, _ server: Int32, _ shared: Shared) {
    var ends = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while poll(&ends, 2, -1) > 0 {
      for (index, end) in ends.enumerated() where end.revents != 0 {
        let count = recv(end.fd, &buffer, buffer.count, 0)
        guard count > 0 else { return }
        let fault = index == 0 ? shared.fault(in: buffer[..<count]) : nil
        switch fault {
        case .lostRequest: return
        case .silence:
          // Reads until the client gives up.
          while recv(client, &buffer, buffer.count, 0) > 0 {}
          return
        case .lostReply:
          send(server, buffer, count, Int32(MSG_NOSIGNAL))
          _ = recv(server, &buffer, buffer.count, 0)
          return
        case .held(let latch):
          latch.wait()
          send(server, buffer, count, Int32(MSG_NOSIGNAL))
        case nil: send(ends[1 - index].fd, buffer, count, Int32(MSG_NOSIGNAL))
        }
      }
    }
  }
}

extension FaultyProxy.Shared {
  fileprivate func fault(in bytes: ArraySlice<UInt8>) -> FaultyProxy.Fault? {
    let fault = state.withLock { state -> FaultyProxy.Fault? in
      guard let rule = state.rule, rule.times > 0, bytes.firstRange(of: rule.marker) != nil
      else { return nil }
      state.rule?.times -= 1
      return rule.fault
    }
    if fault != nil { broken.update { $0 += 1 } }
    return fault
  }
}
