internal import Synchronization

/// Cancels work that takes longer than a limit, which is the same for all work.
///
/// One task sleeps for all of it: a timer for each of a thousand requests needs two tasks and two system
/// calls more per request.
///
///     let limit = TimeLimit(.seconds(60))
///     let (response, isExceeded) = await limit.run { await client.outcome(of: request) }
final class TimeLimit: Sendable {
  fileprivate struct Entry {
    var end: ContinuousClock.Instant
    var cancel: @Sendable () -> Void
  }

  fileprivate struct State {
    /// The work that is running, by its number; earlier work ends earlier.
    var entries: [Int: Entry] = [:]
    /// No entry has a lower number.
    var first = 0
    var next = 0
    var isWatched = false
  }

  private let duration: Duration
  private let state = Mutex(State())

  /// Creates a limit for any amount of work.
  init(_ duration: Duration) {
    self.duration = duration
  }

  /// Runs work, and cancels it after the limit or if the present task is cancelled.
  ///
  /// - Returns: the result, and whether the work was cancelled because of the limit. It can have
  ///   succeeded all the same.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value
  ) async -> (value: Value, isExceeded: Bool) {
    let task = Task { await work() }
    let number = add(task.cancel)
    let value = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    return (value, !remove(number))
  }

  private func add(_ cancel: @escaping @Sendable () -> Void) -> Int {
    let (number, isWatched) = state.withLock { state in
      let number = state.next
      state.next += 1
      state.entries[number] = Entry(end: .now + duration, cancel: cancel)
      defer { state.isWatched = true }
      return (number, state.isWatched)
    }
    if !isWatched { Task.detached { await self.watch() } }
    return number
  }

  /// Removes work that has ended; false if it was cancelled before.
  private func remove(_ number: Int) -> Bool {
    state.withLock { $0.entries.removeValue(forKey: number) != nil }
  }

  /// Cancels work when its time is over, until none is left.
  private func watch() async {
    while let end = state.withLock({ $0.earliestEnd() }) {
      try? await Task.sleep(until: end, clock: .continuous)
      for entry in state.withLock({ $0.removeAll(endingBy: .now) }) { entry.cancel() }
    }
  }
}

extension TimeLimit.State {
  /// Returns the end of the oldest work; without any, the watch ends.
  fileprivate mutating func earliestEnd() -> ContinuousClock.Instant? {
    while first < next, entries[first] == nil { first += 1 }
    isWatched = first < next
    return entries[first]?.end
  }

  fileprivate mutating func removeAll(endingBy time: ContinuousClock.Instant) -> [TimeLimit.Entry] {
    var ended: [TimeLimit.Entry] = []
    while let end = earliestEnd(), end <= time, let entry = entries.removeValue(forKey: first) {
      ended.append(entry)
    }
    // The watch goes on, and decides itself when it ends.
    isWatched = true
    return ended
  }
}
