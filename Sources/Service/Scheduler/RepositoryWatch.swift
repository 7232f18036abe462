import Ecosystem
import Forges
import FoundationEssentials
import Logging
import Store
import Synchronization
import Updates

/// Reads the lists of repositories, now and then and when somebody says that they changed.
final class RepositoryWatch: Sendable {
  let store: StateStore
  let clock: ServiceClock
  let interval: Duration
  let log: Logger
  let health: ForgeHealth
  let forges: @Sendable () async -> [ServedForge]
  /// Yields where a list is said to have changed.
  let wishes: AsyncStream<Void>
  let wish: AsyncStream<Void>.Continuation
  private let underWay = Mutex<Set<String>>([])

  init(
    store: StateStore, clock: ServiceClock, interval: Duration, log: Logger,
    health: ForgeHealth = ForgeHealth(),
    forges: @escaping @Sendable () async -> [ServedForge]
  ) {
    self.store = store
    self.clock = clock
    self.interval = interval
    self.log = log
    self.health = health
    self.forges = forges
    (wishes, wish) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Works until its task is cancelled; a forge that hangs keeps no other waiting.
  func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask {
        repeat { self.wish.yield() } while (try? await self.clock.sleep(self.interval)) != nil
      }
      for await _ in wishes {
        for forge in await forges() where underWay.withLock({ $0.insert(forge.name).inserted }) {
          group.addTask {
            let retry = await self.take(forge)
            _ = self.underWay.withLock { $0.remove(forge.name) }
            guard let retry, (try? await self.clock.sleep(retry)) != nil else { return }
            self.wish.yield()
          }
        }
      }
    }
  }

  /// Reads one list; one that cannot be read leaves the queue as it is, and an owner's part of it
  /// what the queue has of theirs.
  ///
  /// - Returns: after what time it is to be tried again; nil: it was read.
  private func take(_ forge: ServedForge) async -> Duration? {
    do {
      let meant = try await forge.repositories()
      health.note(nil, of: forge.settings, now: clock.now())
      let changes = try await store.follow(
        meant.names.map(\.description), unlisted: meant.unlisted, of: forge.name,
        now: clock.now())
      if !(changes.arrived.isEmpty && changes.left.isEmpty) {
        log.info(
          "the list of repositories changed",
          [
            "forge": forge.name, "repositories": "\(meant.names.count)",
            "new": "\(changes.arrived.count)", "gone": "\(changes.left.count)",
          ])
      }
      return meant.resting.map { tell($0, of: forge) }.min()
    } catch {
      health.note(error, of: forge.settings, now: clock.now())
      return tell(error, of: forge)
    }
  }

  private func tell(_ error: any Error, of forge: ServedForge) -> Duration {
    let problem = Problem(repositoryError: error, subject: forge.name)
    let owner = (error as? ForgeError)?.owner
    log.error(
      owner.map { "the repositories of \($0) cannot be listed" }
        ?? "the list of repositories cannot be read",
      ["forge": forge.name, "error": problem.message])
    return retry(after: error)
  }

  /// A minute; or until the forge takes requests again.
  private func retry(after error: any Error) -> Duration {
    guard case .rateLimited(let until)? = (error as? ForgeError)?.code else { return Self.retry }
    let seconds = Int64(until.timeIntervalSince1970.rounded(.up)) - clock.now()
    return max(Self.retry, .seconds(seconds))
  }

  /// A forge that gave no list is asked again after this.
  static let retry = Duration.seconds(60)
}
