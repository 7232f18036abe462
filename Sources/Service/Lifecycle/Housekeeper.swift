import Logging
import Store

/// Keeps the state small: drops what nobody asked for in a long time, once a day.
struct Housekeeper: Sendable {
  let store: StateStore
  let clock: ServiceClock
  let log: Logger

  private static let interval = Duration.seconds(86_400)
  /// Seconds that answers and files are kept without being used.
  private static let keeping: Int64 = 90 * 86_400
  /// Seconds that is told what happened to pull requests.
  private static let history: Int64 = 400 * 86_400
  /// Seconds that deliveries are known; GitHub redelivers for three days.
  private static let deliveries: Int64 = 14 * 86_400

  /// Works until its task is cancelled.
  func run() async {
    repeat {
      do {
        try await store.dropContents(keptBefore: clock.now() - Self.keeping)
        try await store.dropResponses(storedBefore: clock.now() - Self.keeping)
        try await store.dropEvents(before: clock.now() - Self.history)
        try await store.dropDeliveries(receivedBefore: clock.now() - Self.deliveries)
      } catch {
        log.warning("the state could not be tidied", ["error": "\(error)"])
      }
    } while (try? await clock.sleep(Self.interval)) != nil
  }
}
