import Logging
import Store
import Synchronization
import Time

/// Bounds due times that a wrong clock has left in the state, and reports jumps of the clock.
///
/// A machine that starts with a wrong clock, or whose clock is set, writes due times that are years away
/// by the right clock.
package final class ClockWatch: Sendable {
  /// The number of jumps since the start of the process.
  private let count = Mutex(0)
  private let elapsed: @Sendable () -> Duration

  /// Creates a watch.
  ///
  /// - Parameter elapsed: the time since some moment by a monotonic clock.
  package init(elapsed: @escaping @Sendable () -> Duration = ClockWatch.sinceStart) {
    self.elapsed = elapsed
  }

  private static let start = ContinuousClock.now

  /// The time since the first call, including the time in which the machine slept.
  package static func sinceStart() -> Duration { ContinuousClock.now - start }

  /// The number of jumps of the clock.
  package var jumps: Int { count.withLock { $0 } }

  /// How often the two clocks are compared.
  static let interval = Duration.seconds(10)
  /// The difference that counts as a jump; services that keep the time change it by less.
  static let tolerance = Duration.seconds(60)

  /// Runs until the task is cancelled: bounds the times at once, after each jump, and with each sweep.
  ///
  /// - Parameters:
  ///   - store: the state with the queue.
  ///   - clock: the clock that can jump.
  ///   - timing: the longest times that are right.
  ///   - log: receives a warning for each jump and for each change.
  ///   - jumped: called after a jump, to forget pauses in memory.
  func run(
    store: StateStore, clock: WallClock, timing: Timing, log: Logger,
    jumped: @Sendable () async -> Void
  ) async {
    var (wall, steady) = (clock.now(), elapsed())
    var bounded: Duration?
    repeat {
      let (nextWall, nextSteady) = (clock.now(), elapsed())
      let jump = (nextWall - wall) - (nextSteady - steady)
      (wall, steady) = (nextWall, nextSteady)
      let hasJumped = jump > Self.tolerance || jump < .zero - Self.tolerance
      if hasJumped {
        count.withLock { $0 += 1 }
        log.warning("the clock jumped", ["seconds": "\(jump.components.seconds)"])
        await jumped()
      }
      if hasJumped || bounded.map({ steady - $0 >= timing.sweep }) ?? true {
        await bound(store, now: wall, timing, log)
        bounded = steady
      }
    } while (try? await clock.sleep(Self.interval)) != nil
  }

  private func bound(_ store: StateStore, now: Timestamp, _ timing: Timing, _ log: Logger) async {
    do {
      let changed = try await store.boundTimes(
        now: now, sweep: timing.longestSweep, longest: timing.longestDelay, lease: timing.lease)
      guard changed > 0 else { return }
      log.warning(
        "visits were planned too far ahead, probably by a wrong clock; they are due now",
        ["visits": "\(changed)"])
    } catch {
      log.error("the queue cannot be checked for wrong times", ["error": "\(error)"])
    }
  }
}

extension Timing {
  /// The longest time until a scheduled visit: see `Agenda.next`.
  var longestSweep: Duration { sweep + sweep / 10 }

  /// The longest time until a visit that was postponed: a forge's rate limit, or the longest backoff.
  var longestDelay: Duration { max(longestSweep, .days(1) + .seconds(3_600)) }
}
