package import Forges
package import Logging
package import Store
package import Time

/// The queue of one `martlet run`, in memory: it is filled with jobs and drained once.
///
/// The dispatcher is the service's, so visits have the same slots, lanes and rate limits.
package struct RunQueue: Sendable {
  private let store: StateStore
  private let forges: [ServedForge]
  private let clock: WallClock
  private let timing: Timing
  private let log: Logger

  /// Creates an empty queue.
  ///
  /// - Parameters:
  ///   - forges: the forges, whose visitors make the visits.
  ///   - clock: the clock.
  ///   - timing: the limits of visits.
  ///   - log: receives a line for each visit that gives its slot to others.
  /// - Throws: `DatabaseError`.
  package init(
    _ forges: [ServedForge], clock: WallClock, timing: Timing, log: Logger
  ) async throws {
    store = try await StateStore.inMemory()
    self.forges = forges
    self.clock = clock
    self.timing = timing
    self.log = log
  }

  /// Adds visits, which begin in this order as far as slots permit.
  ///
  /// - Parameters:
  ///   - repositories: the repositories.
  ///   - cause: the reason; visits because of checks only read and merge pull requests.
  ///   - known: has the due times of entries, which the visits respect; nil: every entry is due.
  /// - Throws: `DatabaseError`.
  package func add(
    _ repositories: [RepositoryID], because cause: Job.Cause, plannedIn known: StateStore? = nil
  ) async throws {
    let now = clock.now()
    for repository in repositories {
      try await store.enqueue(
        Job(repository: repository, cause: cause, dueAt: now, enqueuedAt: now))
      if let known {
        try await store.plan(try await known.agenda(of: repository), for: repository)
      }
    }
  }

  /// Makes the visits that are due, and returns after the last one.
  ///
  /// - Parameters:
  ///   - mayBegin: whether further visits may begin.
  ///   - finished: receives the record of each visit, also of one that gave its slot to others and
  ///     is repeated.
  /// - Throws: `DatabaseError`.
  package func drain(
    while mayBegin: @escaping @Sendable () -> Bool,
    finished: @escaping @Sendable (JobRecord) async -> Void
  ) async throws {
    let dispatcher = Dispatcher(
      store: store, worker: .current, clock: clock, timing: timing, log: log, observe: finished)
    await dispatcher.serve(forges)
    try await dispatcher.runOnce(while: mayBegin)
  }
}
