import Libc
import Dispatch

/// Enforces the deadlines of connections on a separate thread, because the thread pool can be busy.
final class Sweeper: Sendable {
  private let end = DispatchSemaphore(value: 0)

  init(_ table: ConnectionTable) {
    let interval = table.options.sweepInterval / .microseconds(1)
    requireThread { [end] in
      while end.wait(timeout: .now() + .microseconds(Int(interval))) == .timedOut { table.sweep() }
      // A semaphore must have its initial value when it is released, which it has after `stop`.
    }
  }

  /// Ends the thread; must be called once.
  func stop() { end.signal() }
}
