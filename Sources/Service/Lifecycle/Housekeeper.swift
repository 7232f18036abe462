import Logging
import Store
import Time

/// Deletes old entries of the state once a day.
struct Housekeeper: Sendable {
  let store: StateStore
  let clock: WallClock
  let log: Logger

  private static let interval = Duration.seconds(86_400)
  /// How long unused responses and files are kept.
  private static let keeping = Duration.days(90)
  /// How long events of pull requests are kept.
  private static let history = Duration.days(400)
  /// How long the logs of visits are kept.
  private static let logs = Duration.days(7)
  /// How long deliveries are kept; GitHub redelivers for three days.
  private static let deliveries = Duration.days(14)

  /// Runs until the task is cancelled.
  func run() async {
    repeat {
      await clean()
    } while (try? await clock.sleep(Self.interval)) != nil
  }

  /// Deletes what is too old now.
  func clean() async {
    do {
      try await store.dropContents(keptBefore: clock.now() - Self.keeping)
      try await store.dropResponses(validatedBefore: clock.now() - Self.keeping)
      try await store.dropEvents(before: clock.now() - Self.history)
      try await store.dropTrends(before: clock.now() - Self.history)
      try await store.dropLogs(before: clock.now() - Self.logs)
      try await store.dropStepResults(before: clock.now() - Self.history)
      try await store.dropFacts(before: clock.now() - Self.history)
      try await store.dropDeliveries(receivedBefore: clock.now() - Self.deliveries)
    } catch {
      log.warning("old entries of the state could not be deleted", ["error": "\(error)"])
    }
  }
}
