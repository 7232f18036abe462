import Dispatch

/// Enforces the deadlines of connections, on a thread of its own: the pool of tasks may be busy.
final class Sweeper: Sendable {
  private let end = DispatchSemaphore(value: 0)

  init(_ table: ConnectionTable) {
    let interval = table.options.sweepInterval / .microseconds(1)
    WorkerThread.start { [end] in
      while end.wait(timeout: .now() + .microseconds(Int(interval))) == .timedOut { table.sweep() }
      // A semaphore must have its first value again when it goes: it has, once `stop` was taken.
    }
  }

  /// Ends the thread; to be called once.
  func stop() { end.signal() }
}
