internal import Dispatch

/// Holds up a thread until it is opened, for tests in which one waits for another.
package final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// Closed to begin with.
  package init() {}

  /// Returns once it was opened; only for who has a thread of their own.
  @available(*, noasync, message: "a thread of the pool must not wait")
  package func wait() { semaphore.wait() }

  /// Lets one go on who waits, or comes later.
  package func open() { semaphore.signal() }
}
