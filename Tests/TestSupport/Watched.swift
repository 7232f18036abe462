internal import Synchronization

/// A value that tests wait for, instead of waiting for time to pass.
///
///     let visits = Watched(0)
///     visits.update { $0 += 1 }
///     await visits.wait { $0 == 1 }
package final class Watched<Value: Sendable>: Sendable {
  private struct Waiter: Sendable {
    var isContent: @Sendable (Value) -> Bool
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct State: Sendable {
    var value: Value
    var waiters: [Int: Waiter] = [:]
    var last = 0

    /// Takes those out who have what they wait for.
    mutating func takeContent() -> [Waiter] {
      let content = waiters.filter { $0.value.isContent(value) }
      for number in content.keys { waiters[number] = nil }
      return Array(content.values)
    }
  }

  private let state: Mutex<State>

  /// Starts with a value.
  package init(_ value: Value) {
    state = Mutex(State(value: value))
  }

  /// What it is just now.
  package var value: Value { state.withLock(\.value) }

  /// Changes the value and lets go on who waited for it.
  package func update(_ change: (inout Value) -> Void) {
    let content = state.withLock { state in
      change(&state.value)
      return state.takeContent()
    }
    for waiter in content { waiter.continuation.resume() }
  }

  /// Returns once the value is as it should be, or the task is cancelled.
  package func wait(until isContent: @escaping @Sendable (Value) -> Bool) async {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if Task.isCancelled || isContent(state.value) { return true }
          state.waiters[number] = Waiter(isContent: isContent, continuation: continuation)
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
