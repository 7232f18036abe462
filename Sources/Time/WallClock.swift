/// The time of day and a way to sleep, which tests replace.
package struct WallClock: Sendable {
  /// Returns the current time.
  package var now: @Sendable () -> Timestamp
  /// Sleeps; throws if the task is canceled.
  package var sleep: @Sendable (Duration) async throws(CancellationError) -> Void

  /// Creates a clock from closures.
  package init(
    now: @escaping @Sendable () -> Timestamp,
    sleep: @escaping @Sendable (Duration) async throws(CancellationError) -> Void
  ) {
    self.now = now
    self.sleep = sleep
  }

  /// The system clock.
  package static let system = WallClock(now: Timestamp.now)

  /// The system clock in whole seconds, as the state stores times: a record that is read again
  /// equals the one that was stored.
  package static let wholeSeconds = WallClock(now: { .now().wholeSecond })

  /// Creates a clock that really sleeps.
  package init(now: @escaping @Sendable () -> Timestamp) {
    self.now = now
    sleep = { duration throws(CancellationError) in
      // Only cancellation makes `sleep` throw.
      do { try await Task.sleep(for: duration) } catch { throw CancellationError() }
    }
  }
}
