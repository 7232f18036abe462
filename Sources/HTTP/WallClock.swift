internal import Glibc

/// The time of day and a way to sleep, which tests replace.
package struct WallClock: Sendable {
  /// Returns the time since 1970 in UTC.
  package var now: @Sendable () -> Duration
  /// Sleeps; throws if the task is canceled.
  package var sleep: @Sendable (Duration) async throws(CancellationError) -> Void

  /// Creates a clock from closures.
  package init(
    now: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws(CancellationError) -> Void
  ) {
    self.now = now
    self.sleep = sleep
  }

  /// The system clock.
  package static let system = WallClock(
    now: {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    },
    sleep: { duration throws(CancellationError) in
      // Only cancellation makes `sleep` throw.
      do { try await Task.sleep(for: duration) } catch { throw CancellationError() }
    })
}
