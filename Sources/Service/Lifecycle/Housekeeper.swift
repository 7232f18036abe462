import Logging
import Store
import Time

/// Deletes old entries of the state once a day.
struct Housekeeper: Sendable {
  let store: StateStore
  let clock: WallClock
  let log: Logger

  private static let interval = Duration.seconds(86_400)

  /// Runs until the task is cancelled.
  func run() async {
    repeat {
      await clean()
    } while (try? await clock.sleep(Self.interval)) != nil
  }

  /// Deletes what is too old now.
  func clean() async {
    do {
      try await store.dropOld(now: clock.now())
    } catch {
      log.warning("old entries of the state could not be deleted", ["error": "\(error)"])
    }
  }
}
