import Database
import Synchronization

/// Notifies all waiting tasks that the queue has changed.
final class WakeUps: Sendable {
  private struct State {
    var next = 0
    var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
    var isListening = false
    var isFinished = false
  }

  private let state = Mutex(State())

  /// A stream for one waiting task; several unread signals are combined.
  var stream: AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state -> Int? in
      guard !state.isFinished else { return nil }
      state.next += 1
      state.waiting[state.next] = continuation
      return state.next
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.waiting.removeValue(forKey: number) }
    }
    return stream
  }

  func signal() {
    for continuation in state.withLock({ Array($0.waiting.values) }) { continuation.yield() }
  }

  /// Returns true for the first call only.
  func startListening() -> Bool {
    state.withLock { state in
      defer { state.isListening = true }
      return !state.isListening && !state.isFinished
    }
  }

  func finish() {
    let waiting = state.withLock { state in
      state.isFinished = true
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
  /// Yields when a job is enqueued or released.
  ///
  /// With PostgreSQL this includes other instances. With a shared SQLite file it does not, so the
  /// queue must also be polled. The stream ends when the store is closed.
  package var changes: AsyncStream<Void> {
    let stream = wakeUps.stream
    if wakeUps.startListening() {
      Task { [connection, wakeUps] in
        await connection.listen { [weak wakeUps] in wakeUps?.signal() }
      }
    }
    return stream
  }
}
