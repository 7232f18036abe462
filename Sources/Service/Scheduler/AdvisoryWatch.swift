import Logging
import Store
package import Updates

/// Looks now and then for advisories on what the fleet uses: a fix does not wait for a schedule.
///
/// Repositories that something new is said of are visited for that; version updates keep to their
/// schedule.
package struct AdvisoryWatch: Sendable {
  /// Asks once about the whole fleet; throws a `DatabaseError`.
  package typealias Look = @Sendable () async throws -> FleetAdvisoryScan.News

  let store: StateStore
  let clock: ServiceClock
  let interval: Duration
  let log: Logger
  /// Nil where nobody is to be asked.
  let look: @Sendable () async -> Look?

  /// Works until its task is cancelled; a tenth of the interval spreads the services of the world.
  func run() async {
    let spread = Jitter.number(
      for: "advisories \(clock.now())", below: interval.components.seconds / 10)
    while (try? await clock.sleep(interval + .seconds(spread))) != nil {
      do {
        try await lookOnce()
      } catch {
        log.warning("the state does not tell what the fleet uses", ["error": "\(error)"])
      }
    }
  }

  /// Asks, and enqueues whom it concerns.
  func lookOnce() async throws {
    guard let look = await look() else { return }
    let news = try await look()
    if let failure = news.failure {
      log.warning("the advisories could not be read", ["error": failure])
    }
    for site in news.sites {
      let now = clock.now()
      try await store.enqueue(
        Job(
          forge: site.forge, repository: site.repository, cause: .advisory, dueAt: now,
          enqueuedAt: now))
    }
    guard !news.sites.isEmpty else { return }
    log.info("advisories have news", ["repositories": "\(news.sites.count)"])
  }
}
