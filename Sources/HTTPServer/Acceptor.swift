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

  /// Takes one connection; false where there is none, or the daemon does not want it.
  private func accept() -> Bool {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        let connection = Glibc.accept(socket.descriptor, address, &length)
        if connection >= 0 { return daemon.serve(connection, from: address, length: length) }
        // Without descriptors or memory there is nothing to do but to wait for some.
        if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { usleep(50_000) }
        return false
      }
    }
  }
}
