import Forges
import Logging
import Service
import Store
import Synchronization
import Time
import Updates

/// Finds out at once which repositories have changed since their last visits, and remembers what the
/// visits of this run begin with.
final class RunSurvey: Sendable {
  private let store: StateStore
  private let isPlanned: Bool
  private let log: Logger
  private let now: @Sendable () -> Timestamp
  private let marks = Mutex<[RepositoryID: String]>([:])

  /// Creates a survey; `isPlanned` says whether visits plan when entries are due.
  init(
    _ store: StateStore, isPlanned: Bool, _ log: Logger, now: @escaping @Sendable () -> Timestamp
  ) {
    self.store = store
    self.isPlanned = isPlanned
    self.log = log
    self.now = now
  }

  /// Surveys the repositories of a forge, and notes for their visits what needs no request.
  ///
  /// A survey that fails changes nothing: the visits find out by themselves.
  ///
  /// - Returns: those without a change since the last visit and without an entry that is due.
  func survey(_ names: [RepositoryName], of forge: ConnectedForge) async -> [RepositoryName] {
    guard forge.served.surveys(names) else { return [] }
    let name = forge.served.name
    do {
      let (found, states) = try await forge.served.survey(names, storedIn: store)
      let now = now()
      let unchanged = found.filter { states[$0.name]?.isUnchanged(by: $0.mark, now: now) ?? false }
      let known = found.map { (RepositoryID(forge: name, name: $0.name), $0.mark) }
      marks.withLock { $0.merge(known) { $1 } }
      let heads = unchanged.compactMap { found in found.head.map { (found.name, $0) } }
      forge.known.listed.note(unchanged: Dictionary(heads) { $1 })
      guard isPlanned else { return [] }
      return found.filter { states[$0.name]?.isIdle(by: $0.mark, now: now) ?? false }.map(\.name)
    } catch {
      log.warning(
        "the repositories cannot be surveyed; each is asked for",
        ["forge": name, "error": (error as? ForgeError)?.message ?? "\(error)"])
      return []
    }
  }

  /// Saves what a visit of this run began with.
  func save(_ record: JobRecord) async {
    let repository = record.job.repository
    guard record.settlement != .release, record.job.cause == .schedule,
      let mark = marks.withLock({ $0[repository] })
    else { return }
    let isSettled = record.settledUntil != nil && !record.isRequestedAgain
    do {
      try await store.saveVisited(
        isSettled ? mark : "", until: record.settledUntil, isPlanned: isPlanned,
        of: repository)
    } catch {
      log.about(repository).warning(
        "the survey could not be saved", ["error": "\(error)"])
    }
  }
}
