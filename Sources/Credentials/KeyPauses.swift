import HTTP
import Synchronization
import Time

/// The uses for which no token is requested for five minutes, after a failure.
final class KeyPauses: Sendable {
  private static let length = Duration.seconds(300)

  private struct Key: Hashable {
    var forge: String
    var scope: ForgeUse.Scope
    var repository: String?

    init(_ use: ForgeUse) {
      forge = use.name
      scope = use.scope
      repository = use.repository?.lowercased()
    }
  }

  private struct Times {
    var ends: [Key: Timestamp] = [:]
    var refusals: [Key: Timestamp] = [:]
  }

  private let clock: WallClock
  private let times = Mutex(Times())

  init(clock: WallClock = .system) {
    self.clock = clock
  }

  func isPaused(_ use: ForgeUse) -> Bool {
    let now = clock.now()
    return times.withLock { $0.ends[Key(use)].map { $0 > now } ?? false }
  }

  /// Starts a pause; returns false if there is one already.
  func begin(_ use: ForgeUse) -> Bool {
    let now = clock.now()
    return times.withLock { times in
      times.ends = times.ends.filter { $0.value > now }
      guard times.ends[Key(use)] == nil else { return false }
      times.ends[Key(use)] = now + Self.length
      return true
    }
  }

  /// Records a refusal; returns whether it is the first one within a pause's length.
  func recordRefusal(_ use: ForgeUse) -> Bool {
    let now = clock.now()
    return times.withLock { times in
      let last = times.refusals[Key(use)]
      times.refusals = times.refusals.filter { now - $0.value < Self.length }
      times.refusals[Key(use)] = now
      return last.map { now - $0 >= Self.length } ?? true
    }
  }
}
