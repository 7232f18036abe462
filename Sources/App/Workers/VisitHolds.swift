import Forges
import Logging
import Service
import Store
import Time

/// Keeps two processes that share a state from visits to one repository at the same time: both would
/// answer the same comments.
struct VisitHolds: Sendable {
  let store: StateStore
  let log: Logger
  private let worker = Worker.current
  private let clock = WallClock.wholeSeconds

  /// The time after which the hold of a process on another host ends if it is not extended.
  private static let length = Duration.seconds(30)

  init(store: StateStore, log: Logger) {
    self.store = store
    self.log = log
  }

  /// Waits until no other process visits a repository, and holds it during a visit.
  ///
  /// The hold of an ended process of this host ends at once.
  ///
  /// - Parameters:
  ///   - repository: the repository.
  ///   - visit: makes the visit.
  /// - Returns: the result of the visit.
  /// - Throws: what the visit throws, `DatabaseError`, or `CancellationError` while it waits.
  func during<Value: Sendable>(
    _ repository: RepositoryID, _ visit: () async throws -> Value
  ) async throws -> Value {
    try await take(repository)
    let extensions = Task { await extend(repository) }
    let outcome: Result<Value, any Error>
    do {
      outcome = .success(try await visit())
    } catch {
      outcome = .failure(error)
    }
    // Otherwise the hold could be extended after its end.
    extensions.cancel()
    await extensions.value
    try await store.endVisit(of: repository, by: "\(worker)")
    return try outcome.get()
  }

  private func take(_ repository: RepositoryID) async throws {
    var isNoted = false
    while let other = try await hold(repository) {
      if !worker.predecessors(among: [other]).isEmpty {
        try await store.endVisit(of: repository, by: other)
        continue
      }
      if !isNoted {
        isNoted = true
        log.about(repository).info("waits for a visit by another process", ["process": other])
      }
      try await Task.sleep(for: .seconds(1))
    }
  }

  private func hold(_ repository: RepositoryID) async throws -> String? {
    let now = clock.now()
    return try await store.holdVisit(
      of: repository, by: "\(worker)", until: now + Self.length, now: now)
  }

  /// Extends the hold until the task is cancelled.
  private func extend(_ repository: RepositoryID) async {
    while !Task.isCancelled {
      do {
        try await Task.sleep(for: Self.length / 3)
        _ = try await hold(repository)
      } catch is CancellationError {
        return
      } catch {
        log.about(repository).warning(
          "the hold of a visit can't be extended", ["error": "\(error)"])
      }
    }
  }
}
