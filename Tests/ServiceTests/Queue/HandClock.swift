import TestSupport

@testable import Service

/// A clock that is set by hand, at 1,000 seconds: who sleeps wakes when the hand has come by.
///
///     await clock.waitForSleep(.seconds(20))
///     clock.advance(by: 20)
final class HandClock: Sendable {
  private struct Time: Sendable {
    var now = Duration.seconds(1_000)
    /// The time up to which sleepers were woken: before `now` while the process is paused.
    var woken = Duration.seconds(1_000)
    /// How long each one who sleeps wants to.
    var sleeps: [Int: Duration] = [:]
    var last = 0
  }

  private let time = Watched(Time())

  /// Seconds since 1970.
  var now: Int64 { time.value.now.components.seconds }

  var clock: ServiceClock {
    ServiceClock(now: { self.now }, sleep: { try await self.sleep($0) })
  }

  /// Lets time pass.
  func advance(by seconds: Int64) {
    leap(by: seconds)
    wake()
  }

  /// Advances the time while the process is paused: sleepers wake only after `wake`.
  func leap(by seconds: Int64) {
    time.update { $0.now += .seconds(seconds) }
  }

  /// Wakes everybody whose time has come.
  func wake() {
    time.update { $0.woken = $0.now }
  }

  /// Waits until somebody sleeps for so long.
  func waitForSleep(_ duration: Duration) async {
    await time.wait { $0.sleeps.values.contains(duration) }
  }

  private func sleep(_ duration: Duration) async throws {
    let (number, end) = begin(duration)
    await time.wait { $0.woken >= end }
    time.update { $0.sleeps[number] = nil }
    try Task.checkCancellation()
  }

  private func begin(_ duration: Duration) -> (number: Int, end: Duration) {
    var begun = (number: 0, end: Duration.zero)
    time.update { time in
      time.last += 1
      time.sleeps[time.last] = duration
      begun = (time.last, time.now + duration)
    }
    return begun
  }
}
