import TestSupport
import Time

@testable import Service

/// A clock that is set by hand, at 1,000 seconds: who sleeps wakes when the hand has come by.
///
///     await clock.waitForSleep(.seconds(20))
///     clock.advance(by: 20)
final class HandClock: Sendable {
  private struct Time: Sendable {
    var now: Timestamp = 1_000
    /// The time up to which sleepers were woken: before `now` while the process is paused.
    var woken: Timestamp = 1_000
    /// How long each one who sleeps wants to.
    var sleeps: [Int: Duration] = [:]
    var last = 0
  }

  private let time = Watched(Time())

  /// The current time.
  var now: Timestamp { time.value.now }

  var clock: WallClock {
    WallClock(
      now: { self.now },
      sleep: { duration throws(CancellationError) in try await self.sleep(duration) })
  }

  /// Lets time pass.
  func advance(by duration: Duration) {
    leap(by: duration)
    wake()
  }

  /// Advances the time while the process is paused: sleepers wake only after `wake`.
  func leap(by duration: Duration) {
    time.update { $0.now += duration }
  }

  /// Wakes everybody whose time has come.
  func wake() {
    time.update { $0.woken = $0.now }
  }

  /// Waits until somebody sleeps for so long.
  func waitForSleep(_ duration: Duration) async {
    await time.wait { $0.sleeps.values.contains(duration) }
  }

  private func sleep(_ duration: Duration) async throws(CancellationError) {
    let (number, end) = begin(duration)
    await time.wait { $0.woken >= end }
    time.update { $0.sleeps[number] = nil }
    if Task.isCancelled { throw CancellationError() }
  }

  private func begin(_ duration: Duration) -> (number: Int, end: Timestamp) {
    var begun = (number: 0, end: Timestamp.epoch)
    time.update { time in
      time.last += 1
      time.sleeps[time.last] = duration
      begun = (time.last, time.now + duration)
    }
    return begun
  }
}
