import Synchronization

/// Tells everyone who waits that the queue was changed.
final class WakeUps: Sendable {
  private struct State {
    var next = 0
    var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
  }

  private let state = Mutex(State())

  /// A stream of its own for each who waits; signals that nobody took yet are one.
  var stream: AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.next += 1
      state.waiting[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.waiting.removeValue(forKey: number) }
    }
    return stream
  }

  func signal() {
    for continuation in state.withLock({ Array($0.waiting.values) }) { continuation.yield() }
  }

  func finish() {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.finish() }
  }

  deinit {
    finish()
  }
}

extension StateStore {
  /// Yields whenever a job was put into the queue or given back, by this process.
  ///
  /// Another process on the same SQLite file is not heard: look at the queue now and then, too.
  /// The stream ends when the store is closed.
  package var changes: AsyncStream<Void> { wakeUps.stream }
}
