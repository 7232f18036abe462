internal import Glibc

/// The time of day and the way to wait, so that tests need neither.
package struct WallClock: Sendable {
  /// How long ago 1970 began, in UTC.
  package var now: @Sendable () -> Duration
  /// Waits; throws when the task is cancelled.
  package var sleep: @Sendable (Duration) async throws(CancellationError) -> Void

  /// Makes a clock of two functions.
  package init(
    now: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws(CancellationError) -> Void
  ) {
    self.now = now
    self.sleep = sleep
  }

  /// The machine's own.
  package static let system = WallClock(
    now: {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    },
    sleep: { duration throws(CancellationError) in
      // Sleeping fails by cancellation alone.
      do { try await Task.sleep(for: duration) } catch { throw CancellationError() }
    })
}
