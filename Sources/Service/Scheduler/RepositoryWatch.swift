import Ecosystem
import Forges
import Logging
import Store
import Synchronization
import Time
import Updates

/// Reads the lists of repositories, periodically and after changes.
final class RepositoryWatch: Sendable {
  let store: StateStore
  let clock: WallClock
  let interval: Duration
  let log: Logger
  let health: ForgeHealth
  let forges: @Sendable () async -> [ServedForge]
  private let surveyor: FleetSurveyor
  private let requests: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let running = Mutex<Set<String>>([])

  init(
    store: StateStore, clock: WallClock, interval: Duration, sweep: Duration? = nil,
    log: Logger,
    health: ForgeHealth = ForgeHealth(),
    forges: @escaping @Sendable () async -> [ServedForge]
  ) {
    self.store = store
    self.clock = clock
    self.interval = interval
    self.log = log
    self.health = health
    self.forges = forges
    surveyor = FleetSurveyor(store: store, clock: clock, sweep: sweep ?? interval, log: log)
    (requests, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Requests to read the lists now, because one has changed.
  func request() { continuation.yield() }

  /// Runs until its task is canceled; a forge that hangs does not delay the others.
  func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask {
        repeat {
          self.request()
        } while (try? await self.clock.sleep(self.interval)) != nil
      }
      for await _ in requests {
        for forge in await forges() where running.withLock({ $0.insert(forge.name).inserted }) {
          group.addTask {
            let retry = await self.readList(of: forge)
            _ = self.running.withLock { $0.remove(forge.name) }
            guard let retry, (try? await self.clock.sleep(retry)) != nil else { return }
            self.request()
          }
        }
      }
    }
  }

  /// Reads the list of one forge.
  ///
  /// If it cannot be read, the queue is unchanged; if an owner's part cannot be read, that owner's
  /// part is unchanged.
  ///
  /// - Returns: the delay of the next attempt; nil after success.
  private func readList(of forge: ServedForge) async -> Duration? {
    do {
      let selected = try await forge.repositories()
      health.record(nil, of: forge.settings, now: clock.now())
      await readExpiry(of: forge)
      await surveyor.survey(selected.names, of: forge)
      let changes = try await store.follow(
        selected.names, unlisted: selected.unlisted, of: forge.name,
        now: clock.now())
      if !(changes.arrived.isEmpty && changes.left.isEmpty) {
        log.info(
          "the list of repositories changed",
          [
            "forge": forge.name, "repositories": "\(selected.names.count)",
            "new": "\(changes.arrived.count)", "gone": "\(changes.left.count)",
            "archived": "\(selected.archived.count)",
          ])
      }
      if !selected.readOnly.isEmpty {
        log.warning(
          "the credential may only read some of the selected repositories",
          [
            "forge": forge.name,
            "repositories": selected.readOnly.prefix(20).map(\.description).joined(separator: ", "),
          ])
      }
      return selected.resting.map { logFailure($0, of: forge) }.min()
    } catch {
      // The service ends: the forge has not failed.
      if Task.isCancelled { return nil }
      health.record(error, of: forge.settings, now: clock.now())
      return logFailure(error, of: forge)
    }
  }

  /// Reads when the credential expires; after a failure the known date stays.
  private func readExpiry(of forge: ServedForge) async {
    do {
      let date = try await forge.expiry()
      health.record(expiry: date, of: forge.name)
    } catch {
      let problem = Problem(repositoryError: error, subject: forge.name)
      log.warning(
        "the expiry date of the credential cannot be read",
        ["forge": forge.name, "error": problem.message])
    }
  }

  private func logFailure(_ error: any Error, of forge: ServedForge) -> Duration {
    let problem = Problem(repositoryError: error, subject: forge.name)
    let owner = (error as? ForgeError)?.owner
    log.error(
      owner.map { "the repositories of \($0) cannot be listed" }
        ?? "the list of repositories cannot be read",
      ["forge": forge.name, "error": problem.message])
    return retry(after: error)
  }

  /// A minute, or the time until the forge accepts requests again.
  private func retry(after error: any Error) -> Duration {
    guard case .rateLimited(let until)? = (error as? ForgeError)?.code else { return Self.retry }
    return max(Self.retry, Timestamp(seconds: until.secondsRoundedUp) - clock.now())
  }

  /// The delay of the next attempt after a failure.
  static let retry = Duration.seconds(60)
}
