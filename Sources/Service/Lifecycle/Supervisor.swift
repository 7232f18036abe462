import Ecosystem
import Glibc
package import HTTPServer
package import Logging
package import Store
import Synchronization
import Updates
import Workers

/// What the service was told to do, all of it; made anew when the configuration changes.
package struct Generation: Sendable {
  /// In the order of the operator's file.
  package var forges: [ServedForge]
  /// Looks for advisories on what the fleet uses; nil where nobody is to be asked.
  package var advisoryScan: AdvisoryWatch.Look?
  /// Taken from the first generation alone: a reload does not change what runs already.
  package var timing: Timing

  /// Joins what a configuration says.
  package init(forges: [ServedForge], timing: Timing, advisoryScan: AdvisoryWatch.Look? = nil) {
    self.forges = forges
    self.advisoryScan = advisoryScan
    self.timing = timing
  }
}

/// Runs the service from its first line to its last.
package actor Supervisor {
  /// What the service stands on.
  package struct Ground: Sendable {
    /// Shared with other processes of the service, where there are several.
    package var store: StateStore
    /// Tests put one in that they move by hand.
    package var clock: ServiceClock
    /// Its lines go to standard error, for the journal.
    package var log: Logger
    /// Tells systemd of readiness, reloads and the end; silent where nobody listens.
    package var notifier: ServiceNotifier
    /// The operator's file; nil: nothing is watched.
    package var file: String?
    /// Reads the configuration anew; throws a `Problem` with every finding where it is bad.
    package var load: @Sendable () async throws -> Generation
    /// Is told of each visit once it is settled.
    package var observe: @Sendable (VisitRecord) async -> Void
    /// Learns whether forges answer.
    package var health: ForgeHealth

    /// Gathers it.
    package init(
      store: StateStore, clock: ServiceClock, log: Logger, notifier: ServiceNotifier,
      file: String?, load: @escaping @Sendable () async throws -> Generation,
      observe: @escaping @Sendable (VisitRecord) async -> Void = { _ in },
      health: ForgeHealth = ForgeHealth()
    ) {
      self.store = store
      self.clock = clock
      self.log = log
      self.notifier = notifier
      self.file = file
      self.load = load
      self.observe = observe
      self.health = health
    }
  }

  private let ground: Ground
  private let timing: Timing
  private let dispatcher: Dispatcher
  private let repositoryWatch: RepositoryWatch
  private let current: Current
  private var lifecycle = Lifecycle()

  /// The generation that counts, for those who cannot wait for an actor.
  private final class Current: Sendable {
    private let held: Mutex<Generation>
    init(_ generation: Generation) { held = Mutex(generation) }
    var generation: Generation {
      get { held.withLock { $0 } }
      set { held.withLock { $0 = newValue } }
    }
  }

  /// Prepares a service; nothing happens before `run`.
  package init(_ ground: Ground, _ first: Generation) {
    let current = Current(first)
    self.ground = ground
    self.current = current
    timing = first.timing
    dispatcher = Dispatcher(
      store: ground.store, worker: .current, clock: ground.clock, timing: first.timing,
      log: ground.log
    ) { record in
      let forges = current.generation.forges
      // A worker that died says nothing about the forge.
      if record.death == nil, let forge = forges.first(where: { $0.name == record.job.forge }) {
        ground.health.note(record.repositoryFailure, of: forge.settings, now: ground.clock.now())
      }
      await ground.observe(record)
    }
    repositoryWatch = RepositoryWatch(
      store: ground.store, clock: ground.clock, interval: first.timing.refresh, log: ground.log,
      health: ground.health
    ) { current.generation.forges }
  }

  /// The addresses that the service itself answers at.
  package nonisolated var routes: [Route] {
    let intake = Intake(
      store: ground.store, now: ground.clock.now, log: ground.log,
      doors: { [current] in
        current.generation.forges.map { Intake.Door($0.settings, login: $0.login) }
      }, listChanged: { [repositoryWatch] in repositoryWatch.wish.yield() })
    return [.health, .readiness { await self.whyNotReady() }, .webhooks(intake)]
  }

  /// Serves until a signal asks for the end, and returns once everything is let go.
  ///
  /// - Parameters:
  ///   - server: listens already.
  ///   - signals: what the system asks for.
  ///   - words: what to say at the start.
  package func run(_ server: Server, _ signals: Signals, saying words: String) async {
    await dispatcher.serve(current.generation.forges)
    let background = Task { await self.work() }
    ground.log.info(words)
    ground.notifier.ready(words)
    await listen(to: signals, server)
    background.cancel()
    await background.value
  }

  /// Handles events until the service has ended.
  private func listen(to signals: Signals, _ server: Server) async {
    let (events, event) = AsyncStream.makeStream(of: Lifecycle.Event.self)
    await withDiscardingTaskGroup { group in
      group.addTask { for await signal in signals.events { event.yield(signal) } }
      if let file = ground.file {
        let watch = FileWatch(path: file, interval: timing.fileWatch, clock: ground.clock)
        group.addTask { await watch.run { event.yield(.fileChanged) } }
      }
      for await next in events {
        switch lifecycle.handle(next) {
        case .reload: await reload()
        case .drain:
          group.addTask {
            await self.drain(server)
            event.finish()
          }
        case .breakOff: await dispatcher.breakOff()
        case nil: break
        }
      }
      group.cancelAll()
    }
  }

  /// Everything that goes on beside the requests.
  private func work() async {
    let reconciler = Reconciler(
      clock: ground.clock, interval: timing.redelivery, log: ground.log,
      forges: { [current] in current.generation.forges })
    let keeper = Housekeeper(store: ground.store, clock: ground.clock, log: ground.log)
    let watch = AdvisoryWatch(
      store: ground.store, clock: ground.clock, interval: timing.advisories, log: ground.log,
      look: { [current] in current.generation.advisoryScan })
    await withDiscardingTaskGroup { group in
      group.addTask { await watch.run() }
      group.addTask { await self.dispatcher.run() }
      group.addTask { await self.repositoryWatch.run() }
      group.addTask { await reconciler.run() }
      group.addTask { await keeper.run() }
      group.addTask { await self.feedWatchdog() }
    }
  }

  /// An answer of the dispatcher shows that the service is not stuck.
  private nonisolated func feedWatchdog() async {
    guard let interval = ground.notifier.watchdogInterval else { return }
    repeat {
      _ = await dispatcher.visitCount
      ground.notifier.alive()
    } while (try? await ground.clock.sleep(interval)) != nil
  }

  private func reload() async {
    ground.notifier.reloading()
    do {
      let next = try await ground.load()
      current.generation = next
      await dispatcher.serve(next.forges)
      repositoryWatch.wish.yield()
      ground.log.info(
        "took over the configuration", ["forges": next.forges.map(\.name).joined(separator: ", ")])
      ground.notifier.ready("the configuration was taken over")
    } catch {
      let words = (error as? Problem).map(Self.lines) ?? ["\(error)"]
      for line in words { ground.log.error("the new configuration is not taken: \(line)") }
      ground.log.warning("the configuration from before stays in force")
      ground.notifier.ready("the new configuration is bad; the one from before stays")
    }
  }

  /// A line for each finding.
  private static func lines(_ problem: Problem) -> [String] {
    let place = problem.location.map { "\($0): " } ?? ""
    let subject = problem.subject.map { "\($0): " } ?? ""
    return [place + subject + problem.message] + problem.explanation
  }

  /// Webhooks are taken to the last: they wait in the state for whoever comes next.
  private nonisolated func drain(_ server: Server) async {
    ground.notifier.stopping()
    ground.log.info("ending", ["visits": "\(await dispatcher.visitCount)"])
    let hasEnded = Mutex(false)
    startThread { [log = ground.log, limit = timing.drain + Self.patience] in
      Self.sleep(limit)
      guard !hasEnded.withLock({ $0 }) else { return }
      log.error("something cannot be broken off: it is left behind")
      // The handlers of libraries for the program's end would meet threads that still use them.
      _exit(0)
    }
    await dispatcher.drain(within: timing.drain)
    await server.stop(within: .seconds(2))
    hasEnded.withLock { $0 = true }
    ground.log.info("ended")
  }

  /// How long the service may take to end after visits were broken off.
  private static let patience = Duration.milliseconds(4_500)

  /// Blocks this thread, which must not be one that tasks share.
  private static func sleep(_ duration: Duration) {
    var pause = timespec(
      tv_sec: Int(duration.components.seconds),
      tv_nsec: Int(duration.components.attoseconds / 1_000_000_000))
    var rest = timespec()
    while nanosleep(&pause, &rest) != 0, errno == EINTR { pause = rest }
  }

  private func whyNotReady() async -> String? {
    guard lifecycle.isReady else { return "the service is about to end" }
    do {
      _ = try await ground.store.claims()
      return nil
    } catch {
      return "the state cannot be reached"
    }
  }
}
