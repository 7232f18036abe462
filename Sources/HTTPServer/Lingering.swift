import Glibc
import Synchronization

/// Lets clients read a response that was sent before the end of their request.
///
/// Closing a socket with unread bytes resets the connection, and the client loses the response. So the
/// rest of the request is read and discarded for some seconds, on a separate thread.
enum Lingering {
  private static let limit = 32
  private static let seconds = 2
  private static let count = Mutex(0)

  /// Keeps a connection open that the caller closes; does nothing if too many clients linger already.
  static func start(_ descriptor: Int32) {
    let isFree = count.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
    guard isFree else { return }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return count.withLock { $0 -= 1 } }
    WorkerThread.start {
      drain(copy)
      close(copy)
      count.withLock { $0 -= 1 }
    }
  }

  private static func drain(_ descriptor: Int32) {
    shutdown(descriptor, Int32(SHUT_WR))
    let end = ContinuousClock.now + .seconds(seconds)
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while ContinuousClock.now < end {
      var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&asked, 1, Int32(seconds) * 1_000) > 0 else { return }
      let count = recv(descriptor, &piece, piece.count, Int32(MSG_DONTWAIT))
      guard count > 0 || (count < 0 && errno == EAGAIN) else { return }
    }
  }
}
