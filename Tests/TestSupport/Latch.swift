internal import Dispatch

/// Blocks a thread until the gate is opened, for tests in which one thread waits for another.
package final class Latch: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// Creates a closed gate.
  package init() {}

  /// Blocks until the gate is opened.
  ///
  /// Call it only on a separate thread.
  @available(*, noasync, message: "a thread of the pool must not wait")
  package func wait() { semaphore.wait() }

  /// Lets one present or later waiter continue.
  package func open() { semaphore.signal() }
}
