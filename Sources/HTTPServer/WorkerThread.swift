import Dispatch
import Glibc

/// Threads for calls that block, which no task's thread should.
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
    precondition(result == 0, "the system starts no thread")
    pthread_detach(thread)
  }

  /// Runs a function on a new thread and waits for what it returns.
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

  /// Something that threads wait for and that happens once.
  struct Latch: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    func wait() {
      semaphore.wait()
      semaphore.signal()
    }
  }
}
