import Libc
import Synchronization

/// Accepts connections on a separate thread and passes them to the daemon.
final class Acceptor: Sendable {
  private let socket: ListeningSocket
  private let daemon: Daemon
  private let relay: Relay
  private let shared: SharedState
  private let isStopped = Atomic<Bool>(false)
  private let hasEnded = Latch()

  init(_ socket: ListeningSocket, _ daemon: Daemon, _ relay: Relay, _ shared: SharedState) {
    self.socket = socket
    self.daemon = daemon
    self.relay = relay
    self.shared = shared
    requireThread { [self] in
      run()
      hasEnded.open()
    }
  }

  /// Stops accepting connections.
  func stop() {
    isStopped.store(true, ordering: .releasing)
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
    shared.returnPermit()
  }

  /// Waits for the end of the thread, and closes the socket; must be called once, after `stop`.
  func end() {
    hasEnded.wait()
    socket.close()
  }

  private func run() {
    while true {
      shared.waitForPermit()
      if isStopped.load(ordering: .acquiring) { return }
      if !accept() { shared.returnPermit() }
    }
  }

  /// Accepts one connection; false if that fails or the connection was refused.
  private func accept() -> Bool {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        let connection = Libc.accept(socket.descriptor, address, &length)
        guard connection >= 0 else {
          waitForRoom()
          return false
        }
        return serve(connection, from: address, length)
      }
    }
  }

  private func serve(
    _ connection: Int32, from address: UnsafePointer<sockaddr>, _ length: socklen_t
  ) -> Bool {
    let client = ClientNetwork(address)
    guard hasRoom(client) else {
      close(connection)
      return false
    }
    guard let end = relay.connect(connection) else {
      close(connection)
      shared.table.release(client)
      return false
    }
    let isTaken = daemon.serve(end, from: address, length: length)
    if !isTaken { shared.table.release(client) }
    return isTaken
  }

  /// Waits up to a second until there is a place for the connection.
  private func hasRoom(_ client: ClientNetwork) -> Bool {
    for _ in 0..<1_000 {
      switch shared.table.admit(client) {
      case .free: return true
      case .none: return false
      case .later: usleep(1_000)
      }
    }
    return false
  }

  /// If no descriptors are left, frees one and waits 10 ms.
  private func waitForRoom() {
    guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) else { return }
    shared.table.cutOne()
    usleep(10_000)
  }
}
