import Glibc
import Synchronization

/// Takes connections from a listening socket and hands them to the daemon, on a thread of its own.
final class Acceptor: Sendable {
  private let socket: ListeningSocket
  private let daemon: Daemon
  private let shared: SharedState
  private let isStopped = Atomic<Bool>(false)
  private let hasEnded = WorkerThread.Latch()

  init(_ socket: ListeningSocket, _ daemon: Daemon, _ shared: SharedState) {
    self.socket = socket
    self.daemon = daemon
    self.shared = shared
    WorkerThread.start { [self] in
      run()
      hasEnded.open()
    }
  }

  /// Refuses connections from now on.
  func stop() {
    isStopped.store(true, ordering: .releasing)
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
    shared.returnPermit()
  }

  /// Blocks until the thread is through, and closes the socket; to be called once, after `stop`.
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

  /// Takes one connection; false if that fails, or the connection cannot stay.
  private func accept() -> Bool {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        let connection = Glibc.accept(socket.descriptor, address, &length)
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
    guard hasPlace(client) else {
      close(connection)
      return false
    }
    let isTaken = daemon.serve(connection, from: address, length: length)
    if !isTaken { shared.table.takeBack(client) }
    return isTaken
  }

  /// Waits for the library to take those that were accepted before, if need be.
  private func hasPlace(_ client: ClientNetwork) -> Bool {
    for _ in 0..<1_000 {
      switch shared.table.admit(client) {
      case .free: return true
      case .none: return false
      case .later: usleep(1_000)
      }
    }
    return false
  }

  /// Frees a descriptor if the system has none left, and waits a moment.
  private func waitForRoom() {
    guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) else { return }
    shared.table.cutOne()
    usleep(10_000)
  }
}
