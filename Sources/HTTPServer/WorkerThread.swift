import Dispatch
import Glibc

/// Threads for blocking calls, which must not run in the thread pool.
enum WorkerThread {
  /// Runs a function on a new thread.
  static func start(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(Body(run: body)).toOpaque())
    precondition(result == 0, "cannot start a thread")
    pthread_detach(thread)
  }

  /// Runs a function on a new thread and returns its result.
  static func value<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      start { continuation.resume(returning: body()) }
    }
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
      self.run = run
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
}
