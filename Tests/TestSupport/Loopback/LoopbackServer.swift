internal import Libc
internal import Synchronization

/// An HTTP/1.1 server on 127.0.0.1 with scripted responses.
///
/// It closes with its last reference.
///
///     let server = try LoopbackServer { request in
///       request.target == "/slow" ? .text("late").delayed(by: .seconds(2)) : .text("hello")
///     }
///     let response = try await client.send(Request(.get, server.url("/slow")))
///     #expect(server.requests.map(\.target) == ["/slow"])
///
/// Each connection has a thread, so a script can delay one and respond to another.
package final class LoopbackServer: Sendable {
  /// Responds to a request.
  ///
  /// Connections call it concurrently.
  package typealias Script = @Sendable (Received) -> Reply

  /// The port on 127.0.0.1, chosen by the system.
  package let port: Int
  private let shared: Shared

  /// Listens on a free port and responds by `script`.
  package init(_ script: @escaping Script) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard listener >= 0 else { throw SocketFailure(code: errno) }
    do {
      port = try Self.listen(listener)
    } catch {
      Libc.close(listener)
      throw error
    }
    shared = Shared(listener: listener, script: script)
    let shared = shared
    requireThread { Self.accept(shared) }
  }

  deinit {
    close()
  }

  /// The address of a path on this server.
  package func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

  /// The requests so far, in order of arrival.
  package var requests: [Received] { shared.state.withLock(\.requests) }

  /// The number of connections opened so far.
  package var connectionCount: Int { shared.state.withLock(\.connectionCount) }

  /// The maximum number of connections that were open at the same time.
  package var mostConnections: Int { shared.state.withLock(\.mostConnections) }

  /// Closes all connections and stops listening.
  package func close() {
    shared.state.withLock { state in
      guard !state.isClosed else { return }
      state.isClosed = true
      // Shutting down wakes the threads that wait for these sockets; they close them.
      shutdown(shared.listener, Int32(SHUT_RDWR))
      for open in state.open { shutdown(open, Int32(SHUT_RDWR)) }
    }
  }

  private static func listen(_ listener: Int32) throws -> Int {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        if bind(listener, address, length) != 0 { return errno }
        if Libc.listen(listener, 1024) != 0 { return errno }
        return getsockname(listener, address, &length) == 0 ? 0 : errno
      }
    }
    guard result == 0 else { throw SocketFailure(code: result) }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private static func accept(_ shared: Shared) {
    while true {
      let socket = Libc.accept(shared.listener, nil, nil)
      guard socket >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        break
      }
      guard let number = shared.admit(socket) else {
        Libc.close(socket)
        continue
      }
      requireThread { LoopbackConnection(socket, number: number, of: shared).serve() }
    }
    Libc.close(shared.listener)
  }
}

extension LoopbackServer {
  /// The shared state of a server's threads.
  final class Shared: Sendable {
    struct State {
      var requests: [Received] = []
      var open: Set<Int32> = []
      var connectionCount = 0
      var mostConnections = 0
      var isClosed = false
    }

    let listener: Int32
    let script: Script
    let state = Mutex(State())

    init(listener: Int32, script: @escaping Script) {
      self.listener = listener
      self.script = script
    }

    /// Registers a connection.
    ///
    /// Returns its number from 1, or nil if the server is closed.
    func admit(_ socket: Int32) -> Int? {
      state.withLock { state in
        guard !state.isClosed else { return nil }
        state.open.insert(socket)
        state.connectionCount += 1
        state.mostConnections = max(state.mostConnections, state.open.count)
        return state.connectionCount
      }
    }

    /// Closes a socket under the lock, because its number can be reused immediately.
    func close(_ socket: Int32) {
      state.withLock { state in
        state.open.remove(socket)
        Libc.close(socket)
      }
    }

    var isClosed: Bool { state.withLock(\.isClosed) }
  }

  /// The `errno` of a socket call.
  struct SocketFailure: Error {
    var code: Int32
  }
}
