import Logging
import Store
import Time
package import Updates

/// Periodically queries advisories about the packages of the fleet, so that a fix does not wait for
/// a schedule.
///
/// Repositories with new advisories are visited. Version updates keep their schedule.
package struct AdvisoryWatch: Sendable {
  /// Queries the whole fleet once; throws a `DatabaseError`.
  package typealias Scan = @Sendable () async throws -> FleetAdvisoryScan.News

  let store: StateStore
  let clock: WallClock
  let interval: Duration
  let log: Logger
  /// Returns nil if advisories are not queried.
  let scan: @Sendable () async -> Scan?

  /// Runs until its task is canceled.
  ///
  /// A tenth of the interval spreads the requests of all installations.
  func run() async {
    let spread = Jitter.number(
      for: "advisories \(clock.now().seconds)", below: interval.components.seconds / 10)
    while (try? await clock.sleep(interval + .seconds(spread))) != nil {
      do {
        try await scanOnce()
      } catch {
        log.warning(
          "the packages of the fleet cannot be read from the state", ["error": "\(error)"])
      }
    }
  }

  /// Queries advisories and enqueues the affected repositories.
  func scanOnce() async throws {
    guard let scan = await scan() else { return }
    let news = try await scan()
    if let failure = news.failure {
      log.warning("the advisories cannot be read", ["error": failure])
    }
    for repository in news.repositories {
      let now = clock.now()
      try await store.enqueue(
        Job(
          repository: repository, cause: .advisory, dueAt: now, enqueuedAt: now))
    }
    guard !news.repositories.isEmpty else { return }
    log.info("new advisories", ["repositories": "\(news.repositories.count)"])
  }
}
