package import Time
internal import Synchronization

/// A clock that advances only by sleeps, which return immediately and are recorded.
///
///     let clock = ManualClock()
///     let client = script.client.retrying(clock: clock.clock)
///     #expect(clock.sleeps == [.seconds(7)])
package final class ManualClock: Sendable {
  private let state: Mutex<(now: Timestamp, sleeps: [Duration])>

  /// Starts at 1,700,000,000 seconds since 1970: Tue, 14 Nov 2023 22:13:20 GMT.
  package init(now: Timestamp = 1_700_000_000) {
    state = Mutex((now, []))
  }

  /// The clock for the tested code.
  package var clock: WallClock {
    WallClock(
      now: { self.now },
      sleep: { duration throws(CancellationError) in
        if Task.isCancelled { throw CancellationError() }
        self.state.withLock { state in
          state.now += duration
          state.sleeps.append(duration)
        }
      })
  }

  /// The current time.
  ///
  /// Only sleeps and `advance` change it.
  package var now: Timestamp { state.withLock(\.now) }

  /// All sleeps so far, in the order in which they began.
  package var sleeps: [Duration] { state.withLock(\.sleeps) }

  /// Advances the clock without a sleep; a negative duration sets it back.
  package func advance(by duration: Duration) {
    state.withLock { $0.now += duration }
  }
}
