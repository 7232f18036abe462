import Glibc
import Synchronization

/// A loopback port that passes bytes on to another and breaks where a test wants it.
///
///     let line = try BreakingLine(to: server.port)
///     line.set(.lostReply, at: "COMMIT", times: 1)
package final class BreakingLine: Sendable {
  /// What happens to the bytes in which the words turn up, and to their connection.
  package enum Fault: Sendable {
    /// They do not arrive; both ends are closed.
    case lostRequest
    /// They arrive, and the other side answers; the answer does not.
    case lostReply
    /// They do not arrive, and nothing else does; nobody is told.
    case silence
    /// They arrive once the gate opens.
    case held(Gate)
  }

  fileprivate struct Rule {
    var fault: Fault
    var words: [UInt8]
    var times: Int
  }

  fileprivate struct State {
    var rule: Rule?
    var sockets: Set<Int32> = []
    var isClosed = false
  }

  /// On 127.0.0.1, free until then; what is tested connects here.
  package let port: Int
  private let listener: Int32
  private let state = Shared()

  fileprivate final class Shared: Sendable {
    let state = Mutex(State())
    let broken = Watched(0)
  }

  /// Listens at a free port for what goes to `target` on loopback.
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
    startThread {
      while case let client = accept(listener, nil, nil), client >= 0 {
        startThread { Self.pass(client, to: target, state) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    hangUp()
  }

  /// Breaks the line where `words` go over it from the client, as often as said.
  package func set(_ fault: Fault, at words: String, times: Int = 1) {
    state.state.withLock {
      $0.rule = Rule(fault: fault, words: Array(words.utf8), times: times)
    }
  }

  /// How often it has broken.
  package var broken: Int { state.broken.value }

  /// Waits until it has broken so often.
  package func breaks(_ times: Int = 1) async {
    await state.broken.wait { $0 >= times }
  }

  /// Closes what is open.
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
    // What comes in two pieces goes on in two, and the second does not wait for the first.
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
          // Until the client gives up.
          while recv(client, &buffer, buffer.count, 0) > 0 {}
          return
        case .lostReply:
          send(server, buffer, count, Int32(MSG_NOSIGNAL))
          _ = recv(server, &buffer, buffer.count, 0)
          return
        case .held(let gate):
          gate.wait()
          send(server, buffer, count, Int32(MSG_NOSIGNAL))
        case nil: send(ends[1 - index].fd, buffer, count, Int32(MSG_NOSIGNAL))
        }
      }
    }
  }
}

extension BreakingLine.Shared {
  fileprivate func fault(in bytes: ArraySlice<UInt8>) -> BreakingLine.Fault? {
    let fault = state.withLock { state -> BreakingLine.Fault? in
      guard let rule = state.rule, rule.times > 0, bytes.firstRange(of: rule.words) != nil
      else { return nil }
      state.rule?.times -= 1
      return rule.fault
    }
    if fault != nil { broken.update { $0 += 1 } }
    return fault
  }
}
