import Logging
import Store

/// Deletes old entries of the state once a day.
struct Housekeeper: Sendable {
  let store: StateStore
  let clock: ServiceClock
  let log: Logger

  private static let interval = Duration.seconds(86_400)
  /// How long unused responses and files are kept, in seconds.
  private static let keeping: Int64 = 90 * 86_400
  /// How long events of pull requests are kept, in seconds.
  private static let history: Int64 = 400 * 86_400
  /// How long deliveries are kept, in seconds; GitHub redelivers for three days.
  private static let deliveries: Int64 = 14 * 86_400

  /// Runs until the task is cancelled.
  func run() async {
    repeat {
      do {
        try await store.dropContents(keptBefore: clock.now() - Self.keeping)
        try await store.dropResponses(storedBefore: clock.now() - Self.keeping)
        try await store.dropEvents(before: clock.now() - Self.history)
        try await store.dropDeliveries(receivedBefore: clock.now() - Self.deliveries)
      } catch {
        log.warning("old entries of the state could not be deleted", ["error": "\(error)"])
      }
    } while (try? await clock.sleep(Self.interval)) != nil
  }
}
