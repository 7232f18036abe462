internal import Synchronization

/// A value that tests can wait for, instead of waiting for time to pass.
///
///     let visits = Watched(0)
///     visits.update { $0 += 1 }
///     await visits.wait { $0 == 1 }
package final class Watched<Value: Sendable>: Sendable {
  private struct Waiter: Sendable {
    var isSatisfied: @Sendable (Value) -> Bool
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct State: Sendable {
    var value: Value
    var waiters: [Int: Waiter] = [:]
    var last = 0

    /// Removes and returns the waiters whose condition is true.
    mutating func removeSatisfied() -> [Waiter] {
      let satisfied = waiters.filter { $0.value.isSatisfied(value) }
      for number in satisfied.keys { waiters[number] = nil }
      return Array(satisfied.values)
    }
  }

  private let state: Mutex<State>

  /// Creates a watched value.
  package init(_ value: Value) {
    state = Mutex(State(value: value))
  }

  /// The current value.
  package var value: Value { state.withLock(\.value) }

  /// Changes the value and resumes waiters whose condition is now true.
  package func update(_ change: (inout Value) -> Void) {
    let satisfied = state.withLock { state in
      change(&state.value)
      return state.removeSatisfied()
    }
    for waiter in satisfied { waiter.continuation.resume() }
  }

  /// Waits until the condition is true or the task is cancelled.
  package func wait(until isSatisfied: @escaping @Sendable (Value) -> Bool) async {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if Task.isCancelled || isSatisfied(state.value) { return true }
          state.waiters[number] = Waiter(isSatisfied: isSatisfied, continuation: continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
      waiter?.continuation.resume()
    }
  }
}
