import Dispatch

/// Holds up a thread until it is opened, for tests in which one writer waits for another.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func wait() { semaphore.wait() }

  func open() { semaphore.signal() }
}
