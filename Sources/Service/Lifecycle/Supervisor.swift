import Ecosystem
import Forges
import Libc
package import HTTPServer
package import Logging
package import Store
import Synchronization
package import Time
import Updates
import Workers

/// Everything that depends on the configuration; replaced when it changes.
package struct Generation: Sendable {
  /// The forges in the order of the operator's file.
  package var forges: [ServedForge]
  /// Checks the fleet's dependencies for advisories; nil if advisories are disabled.
  package var advisoryScan: AdvisoryWatch.Scan?
  /// The intervals; those of the first generation are used until a restart.
  package var timing: Timing

  /// Creates a generation.
  package init(forges: [ServedForge], timing: Timing, advisoryScan: AdvisoryWatch.Scan? = nil) {
    self.forges = forges
    self.advisoryScan = advisoryScan
    self.timing = timing
  }
}

/// Runs the service.
package actor Supervisor {
  /// The dependencies of the service.
  package struct Dependencies: Sendable {
    /// The state, which other processes of the service can share.
    package var store: StateStore
    /// The clock.
    package var clock: WallClock
    /// The log.
    package var log: Logger
    /// Reports the status to systemd.
    package var notifier: ServiceNotifier
    /// The path of the operator's file; nil: it is not watched.
    package var file: String?
    /// Reloads the configuration; throws a `Problem` with all findings if it is invalid.
    package var load: @Sendable () async throws -> Generation
    /// Called after each visit was settled.
    package var observe: @Sendable (JobRecord) async -> Void
    /// Records whether forges respond.
    package var health: ForgeHealth
    /// Watches for jumps of the clock.
    package var clockWatch: ClockWatch
    /// Sends messages to people; nil: facts are only recorded.
    package var messages: Notifier?

    /// Creates the dependencies.
    package init(
      store: StateStore, clock: WallClock, log: Logger, notifier: ServiceNotifier,
      file: String?, load: @escaping @Sendable () async throws -> Generation,
      observe: @escaping @Sendable (JobRecord) async -> Void = { _ in },
      health: ForgeHealth = ForgeHealth(), clockWatch: ClockWatch = ClockWatch(),
      messages: Notifier? = nil
    ) {
      self.store = store
      self.clock = clock
      self.log = log
      self.notifier = notifier
      self.file = file
      self.load = load
      self.observe = observe
      self.health = health
      self.clockWatch = clockWatch
      self.messages = messages
    }
  }

  private let dependencies: Dependencies
  private let timing: Timing
  private let dispatcher: Dispatcher
  private let repositoryWatch: RepositoryWatch
  private let current: Current
  private var lifecycle = Lifecycle()

  /// The current generation, readable without waiting for an actor.
  private final class Current: Sendable {
    private let held: Mutex<Generation>
    init(_ generation: Generation) { held = Mutex(generation) }
    var generation: Generation {
      get { held.withLock { $0 } }
      set { held.withLock { $0 = newValue } }
    }
  }

  /// Creates a service that starts with `run`.
  package init(_ dependencies: Dependencies, _ first: Generation) {
    let current = Current(first)
    self.dependencies = dependencies
    self.current = current
    timing = first.timing
    dispatcher = Dispatcher(
      store: dependencies.store, worker: .current, clock: dependencies.clock, timing: first.timing,
      log: dependencies.log
    ) { record in
      let forges = current.generation.forges
      // The end of a worker is not a failure of the forge.
      if record.death == nil,
        let forge = forges.first(where: { $0.name == record.job.repository.forge })
      {
        dependencies.health.record(
          record.repositoryFailure, of: forge.settings, now: dependencies.clock.now())
      }
      await dependencies.observe(record)
    }
    repositoryWatch = RepositoryWatch(
      store: dependencies.store, clock: dependencies.clock,
      interval: min(first.timing.refresh, first.timing.sweep),
      sweep: first.timing.sweep, log: dependencies.log,
      health: dependencies.health
    ) { current.generation.forges }
  }

  /// The routes of the service itself.
  package nonisolated var routes: [Route] {
    let intake = Intake(
      store: dependencies.store, now: dependencies.clock.now, log: dependencies.log,
      senders: { [current] in
        current.generation.forges.map { Intake.Sender($0.settings, login: $0.login) }
      }, listChanged: { [repositoryWatch] in repositoryWatch.request() })
    return [.health, .readiness { await self.whyNotReady() }, .webhooks(intake)]
  }

  /// Serves until a signal requests the end, and returns after everything has stopped.
  ///
  /// - Parameters:
  ///   - server: the listening server.
  ///   - signals: the signals of the process.
  ///   - message: the first line of the log.
  package func run(_ server: Server, _ signals: Signals, saying message: String) async {
    await dispatcher.serve(current.generation.forges)
    let background = Task { await self.work() }
    dependencies.log.info(message)
    dependencies.notifier.ready(message)
    await listen(to: signals, server)
    background.cancel()
    await background.value
  }

  /// Handles events until the service has ended.
  private func listen(to signals: Signals, _ server: Server) async {
    let (events, event) = AsyncStream.makeStream(of: Lifecycle.Event.self)
    await withDiscardingTaskGroup { group in
      group.addTask { for await signal in signals.events { event.yield(signal) } }
      if let file = dependencies.file {
        let watch = FileWatch(path: file, interval: timing.fileWatch, clock: dependencies.clock)
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
        case .cancelJobs: await dispatcher.cancelJobs()
        case nil: break
        }
      }
      group.cancelAll()
    }
  }

  /// Runs everything besides the requests.
  private func work() async {
    let reconciler = Reconciler(
      clock: dependencies.clock, interval: timing.redelivery, log: dependencies.log,
      forges: { [current] in current.generation.forges })
    let keeper = Housekeeper(
      store: dependencies.store, clock: dependencies.clock, log: dependencies.log)
    let watch = AdvisoryWatch(
      store: dependencies.store, clock: dependencies.clock, interval: timing.advisories,
      log: dependencies.log,
      scan: { [current] in current.generation.advisoryScan })
    await withDiscardingTaskGroup { group in
      group.addTask { await watch.run() }
      if let messages = dependencies.messages { group.addTask { await messages.run() } }
      group.addTask { [dependencies, timing, dispatcher] in
        await dependencies.clockWatch.run(
          store: dependencies.store, clock: dependencies.clock, timing: timing,
          log: dependencies.log, jumped: { await dispatcher.handleClockJump() })
      }
      group.addTask { await self.dispatcher.run() }
      group.addTask { await self.repositoryWatch.run() }
      group.addTask { await reconciler.run() }
      group.addTask { await keeper.run() }
      group.addTask { await self.feedWatchdog() }
    }
  }

  /// Resets systemd's watchdog as long as the dispatcher responds.
  private nonisolated func feedWatchdog() async {
    guard let interval = dependencies.notifier.watchdogInterval else { return }
    repeat {
      _ = await dispatcher.visitCount
      dependencies.notifier.alive()
    } while (try? await dependencies.clock.sleep(interval)) != nil
  }

  private func reload() async {
    dependencies.notifier.reloading()
    do {
      let next = try await dependencies.load()
      current.generation = next
      await dispatcher.serve(next.forges)
      repositoryWatch.request()
      dependencies.log.info(
        "reloaded the configuration", ["forges": next.forges.map(\.name).joined(separator: ", ")])
      dependencies.notifier.ready("the configuration was reloaded")
    } catch {
      let lines = (error as? Problem).map(Self.lines) ?? ["\(error)"]
      for line in lines { dependencies.log.error("the new configuration is invalid: \(line)") }
      dependencies.log.warning("the previous configuration stays in effect")
      dependencies.notifier.ready(
        "the new configuration is invalid; the previous one stays in effect")
    }
  }

  /// Returns a line for each finding.
  private static func lines(_ problem: Problem) -> [String] {
    let prefix = problem.location.map { "\($0): " } ?? ""
    let subject = problem.subject.map { "\($0): " } ?? ""
    return [prefix + subject + problem.message] + problem.explanation
  }

  /// Finishes the visits, then stops the server.
  ///
  /// Webhooks are accepted until the end: the state keeps them for the next process.
  private nonisolated func drain(_ server: Server) async {
    dependencies.notifier.stopping()
    dependencies.log.info("ending", ["visits": "\(await dispatcher.visitCount)"])
    let hasEnded = Mutex(false)
    requireThread { [log = dependencies.log, limit = timing.drain + Self.grace] in
      Self.sleep(limit)
      guard !hasEnded.withLock({ $0 }) else { return }
      log.error("some work does not end; exiting without it")
      // Exit handlers of libraries would run while other threads still use the libraries.
      _exit(0)
    }
    await dispatcher.drain(within: timing.drain)
    await server.stop(within: .seconds(2))
    hasEnded.withLock { $0 = true }
    dependencies.log.info("ended")
  }

  /// How long the service can take to end after visits were cancelled.
  private static let grace = Duration.milliseconds(4_500)

  /// Blocks this thread, which must not belong to the pool of tasks.
  private static func sleep(_ duration: Duration) {
    var pause = timespec(
      tv_sec: Int(duration.components.seconds),
      tv_nsec: Int(duration.components.attoseconds / 1_000_000_000))
    var rest = timespec()
    while nanosleep(&pause, &rest) != 0, errno == EINTR { pause = rest }
  }

  private func whyNotReady() async -> String? {
    guard lifecycle.isReady else { return "the service is shutting down" }
    do {
      return try await dependencies.store.acceptsWrites() ? nil : "the state is read-only"
    } catch {
      return "the state is unreachable"
    }
  }
}
