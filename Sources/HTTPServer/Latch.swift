import Dispatch
import Libc

/// Runs a blocking function on a new thread and returns its result.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    requireThread { continuation.resume(returning: body()) }
  }
}

/// A one-time event that threads can wait for.
struct Latch: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  func wait() {
    semaphore.wait()
    semaphore.signal()
  }
}
