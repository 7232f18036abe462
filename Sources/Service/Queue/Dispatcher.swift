import Ecosystem
import Forges
package import Logging
package import Store
package import Time

/// Takes jobs from the queue and visits their repositories, several at a time.
///
/// `Slots` and the queue decide what to take and which visits give way to others, and `Settlement`
/// decides how a job ends. Several
/// processes can work on one state: a lease prevents two visits of one repository.
package actor Dispatcher {
  private let store: StateStore
  private let worker: Worker
  private let clock: WallClock
  private let timing: Timing
  private let log: Logger
  private let observe: @Sendable (JobRecord) async -> Void
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  private var forges: [String: ServedForge] = [:]
  private let lanes: Lanes
  private var slots: Slots
  private var visits: [Int: Task<Void, Never>] = [:]
  /// The visits that were stopped for other repositories.
  private var stops: [Int: Slots.Stop] = [:]
  private var visitNumber = 0
  private var isDraining = false
  private var failure: (any Error)?
  /// The time that claims use in `runOnce`, so that no job that is due later starts.
  private var claimTime: Timestamp?
  /// When installations accept requests again, by forge and owner, as already logged.
  private var rests: [String: Timestamp] = [:]

  /// Creates a dispatcher; it claims no job before `run`.
  ///
  /// - Parameters:
  ///   - store: contains the queue.
  ///   - worker: the holder of the leases.
  ///   - clock: the clock.
  ///   - timing: leases and limits.
  ///   - log: receives a line for each visit.
  ///   - observe: called after each visit was settled.
  package init(
    store: StateStore, worker: Worker, clock: WallClock, timing: Timing, log: Logger,
    observe: @escaping @Sendable (JobRecord) async -> Void = { _ in }
  ) {
    self.store = store
    self.worker = worker
    self.clock = clock
    self.timing = timing
    self.log = log
    self.observe = observe
    lanes = Lanes(slice: timing.slice)
    slots = Slots(limits: [:], lanes: lanes)
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// The number of running visits.
  package var visitCount: Int { visits.count }

  /// Replaces the forges; running visits continue with the old ones.
  package func serve(_ served: [ServedForge]) {
    forges = Dictionary(served.map { ($0.name, $0) }) { first, _ in first }
    slots.replace(limits: forges.mapValues(\.concurrency))
    signal.yield()
  }

  /// Runs until `drain` is called.
  package func run() async {
    await releasePredecessors()
    await handleSignals {
      await self.claim()
      return true
    }
  }

  /// Visits every repository whose job is due now once, for a queue that no other process uses.
  ///
  /// A failed visit is not repeated, and a forge that accepts no requests leaves the jobs of its
  /// repositories in the queue.
  ///
  /// - Parameter mayBegin: whether further visits may begin, which is read before each.
  /// - Throws: the error of a queue that can't be read.
  package func runOnce(while mayBegin: @escaping @Sendable () -> Bool = { true }) async throws {
    claimTime = clock.now()
    await handleSignals {
      if mayBegin() { await self.claim(while: mayBegin) }
      return await self.visitCount > 0
    }
    if let failure { throw failure }
  }

  /// Calls a closure after each change, until it returns false or `drain` is called.
  private func handleSignals(_ handle: @escaping @Sendable () async -> Bool) async {
    await withDiscardingTaskGroup { group in
      group.addTask { [signal, changes = store.changes] in
        for await _ in changes { signal.yield() }
      }
      group.addTask { [signal, clock, poll = timing.poll] in
        while (try? await clock.sleep(poll)) != nil { signal.yield() }
      }
      group.addTask { [clock, lease = timing.lease] in
        while (try? await clock.sleep(lease / 4)) != nil {
          await self.releasePredecessors(unrenewed: true)
        }
      }
      group.addTask { [clock, lanes] in
        while (try? await clock.sleep(lanes.patience(isPrompt: true) / 2)) != nil {
          await self.stopLongJobs()
        }
      }
      signal.yield()
      for await _ in signals {
        guard await handle() else { break }
      }
      group.cancelAll()
    }
  }

  /// Claims no further jobs, and returns when no visit is running.
  ///
  /// - Parameter limit: when running visits are cancelled; the next visits complete their work.
  package func drain(within limit: Duration) async {
    isDraining = true
    signal.finish()
    let deadline = Task { [clock] in
      guard (try? await clock.sleep(limit)) != nil else { return }
      self.cancelJobs()
    }
    while let visit = visits.values.first { await visit.value }
    deadline.cancel()
  }

  /// Forgets pauses, whose ends are wrong after a jump of the clock.
  func handleClockJump() {
    slots.endPauses()
    rests = [:]
    signal.yield()
  }

  /// Cancels all running visits.
  package func cancelJobs() {
    for visit in visits.values { visit.cancel() }
  }

  private func claim(while mayBegin: @Sendable () -> Bool = { true }) async {
    do {
      while !isDraining, mayBegin() {
        let now = clock.now()
        let (open, people) = (slots.open(at: now), slots.openForPeople(at: now))
        guard !(open.isEmpty && people.isEmpty) else { return }
        let claimed = try await store.claim(
          by: "\(worker)", now: claimTime ?? now, lease: timing.lease, among: open,
          long: slots.openForLong(at: now), people: people)
        recordState(nil)
        guard let claimed else { return }
        if isDraining {
          try await store.release(claimed)
        } else if let until = rest(of: claimed.job) {
          try await store.postpone(claimed, until: until)
        } else if try await !quarantine(claimed) {
          begin(claimed)
        }
      }
    } catch {
      recordState(error)
    }
  }

  /// Logs the first failure of the state, and its recovery.
  private func recordState(_ error: (any Error)?) {
    guard (failure == nil) != (error == nil) else { return }
    failure = error
    if let error {
      log.error("the queue cannot be read; it is tried again", ["error": "\(error)"])
    } else {
      log.info("the queue can be read again")
    }
  }

  private func begin(_ claimed: ClaimedJob) {
    guard let forge = forges[claimed.job.repository.forge] else { return }
    visitNumber += 1
    let number = visitNumber
    slots.occupy(number, at: forge.name, stops: claimed.job.stops)
    visits[number] = Task {
      let record = await self.renewingLease(claimed) {
        await self.visit(claimed.job, forge, number)
      }
      await self.settle(claimed, record, stopped: self.stops[number])
      self.end(number)
    }
  }

  private nonisolated func visit(_ job: Job, _ forge: ServedForge, _ number: Int) async -> JobRecord
  {
    let startedAt = clock.now()
    let begun: @Sendable () -> Void = { Task { await self.recordBeginning(of: number) } }
    do {
      let task = try await store.task(for: job)
      var record: JobRecord
      if let visitor = forge.visitor {
        record = await visitor(task, begun)
      } else {
        begun()
        record = await forge.visit(
          task, clock: clock, timing: timing, log: log.about(job.repository, visit: task.id))
      }
      record.id = task.id
      record.mark = task.mark
      return record
    } catch {
      return JobRecord(
        failed: job,
        by: Problem(
          .failed, "the state cannot be used: \(error)", subject: "\(job.repository.name)"),
        from: startedAt, to: clock.now())
    }
  }

  private func recordBeginning(of number: Int) { slots.begin(number, at: clock.now()) }

  private func end(_ number: Int) {
    visits[number] = nil
    stops[number] = nil
    slots.free(number)
    signal.yield()
  }

  /// Stops long visits if other repositories wait for their places.
  private func stopLongJobs() async {
    guard !isDraining, slots.isCrowded(at: clock.now()) else { return }
    do {
      let waiting = LaneDemand.byForge(
        try await store.waiting(at: claimTime ?? clock.now()))
      for stop in slots.stopJobs(for: waiting, at: clock.now()) {
        stops[stop.visit] = stop
        visits[stop.visit]?.cancel()
      }
    } catch {
      recordState(error)
    }
  }

  /// Renews the lease while `body` runs; cancels `body` if another worker has taken the job.
  private nonisolated func renewingLease(
    _ claimed: ClaimedJob, _ body: @escaping @Sendable () async -> JobRecord
  ) async -> JobRecord {
    let work = Task { await body() }
    let renewal = Task { [store, clock, timing, log] in
      while (try? await clock.sleep(timing.lease / 3)) != nil {
        // A temporary failure of the state can at most cost the lease.
        let isHeld = try? await store.renew(claimed, until: clock.now() + timing.lease)
        guard isHeld == false else { continue }
        log.about(claimed.job.repository).warning("lost the lease")
        work.cancel()
        return
      }
    }
    defer { renewal.cancel() }
    return await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      work.cancel()
    }
  }

  private func settle(
    _ claimed: ClaimedJob, _ record: JobRecord, stopped stop: Slots.Stop?
  ) async {
    let stops = lanes.stops(after: record.duration)
    do {
      try await saveRequests(of: record)
      switch record.settlement {
      case .finish(let next): try await store.finish(claimed, next: next, stops: stops)
      case .fail(let retryAt): try await store.fail(claimed, retryAt: retryAt, stops: stops)
      case .died(let retryAt):
        try await store.fail(claimed, retryAt: retryAt, isDeath: true, stops: stops)
        try await show(record.problems.map(\.message), of: claimed.job, until: retryAt)
      case .pause(let until):
        slots.pause(claimed.job.repository.forge, until: until)
        try await store.release(claimed)
      case .postpone(let until):
        recordRest(of: claimed.job, until: until)
        try await store.postpone(claimed, until: until)
      case .release:
        guard let stop else {
          try await store.release(claimed)
          break
        }
        try await store.giveWay(claimed, at: claimTime ?? clock.now(), stops: stop.stops)
        log.about(claimed.job.repository, visit: record.id).info(stop.message, stop.fields(lanes))
      }
    } catch {
      // The lease expires, and the job is taken again.
      log.about(claimed.job.repository, visit: record.id).error(
        "a visit could not be settled", ["error": "\(error)"])
    }
    // `run` prints a report instead.
    if claimTime == nil, stop == nil || record.settlement != .release {
      record.log(to: log.about(claimed.job.repository, visit: record.id))
    }
    await observe(record)
  }

  /// Saves the plan of a visit, and adds another visit to the queue if it needs one.
  ///
  /// A visit with the cause `push` waits a minute, so that visits don't follow each other endlessly.
  private func saveRequests(of record: JobRecord) async throws {
    let job = record.job
    if let plan = record.plan { try await store.plan(plan, for: job.repository) }
    if !record.mark.isEmpty {
      let isSettled = record.settledUntil != nil && !record.isRequestedAgain
      try await store.saveVisited(
        isSettled ? record.mark : "", until: record.settledUntil, isPlanned: true,
        of: job.repository)
    }
    guard record.isRequestedAgain else { return }
    let delay = job.cause < .push ? Duration.zero : .seconds(60)
    try await store.enqueue(
      Job(
        repository: job.repository, cause: .push, dueAt: clock.now() + delay,
        enqueuedAt: clock.now()))
  }

  /// Postpones the visit of a repository whose visits repeatedly ended the process.
  ///
  /// - Returns: whether the visit was postponed.
  private func quarantine(_ claimed: ClaimedJob) async throws -> Bool {
    let job = claimed.job
    let rest = Quarantine.rest(after: job.deaths, key: "\(job.repository)")
    guard claimed.isTakenOver, rest > .zero else { return false }
    let until = clock.now() + rest
    try await store.postpone(claimed, until: until)
    let reason = "\(job.deaths) visits in a row were under way when the whole service ended"
    log.about(job.repository).error(reason, ["again": until.rfc3339])
    try await show([reason], of: job, until: until)
    return true
  }

  /// Shows on the pages and in the API why a repository is not visited.
  private func show(_ reasons: [String], of job: Job, until: Timestamp) async throws {
    let again =
      "tried again at \(until.rfc3339), or after a push or a command"
    try await store.finishPass(
      over: job.repository, lasting: .zero,
      problems: reasons.map { "\(job.repository.name): \($0); \(again)" }, now: clock.now())
  }

  private func restKey(of job: Job) -> String {
    "\(job.repository.forge)/\(job.repository.name.root)"
  }

  /// Returns when the installation of a job's owner accepts requests again; nil: now.
  private func rest(of job: Job) -> Timestamp? {
    rests[restKey(of: job)].flatMap { $0 > clock.now() ? $0 : nil }
  }

  /// Logs once per owner that the installation accepts no requests.
  private func recordRest(of job: Job, until: Timestamp) {
    let (forge, owner) = (job.repository.forge, job.repository.name.root)
    let key = restKey(of: job)
    // The same time may be reported with a difference of a second.
    guard rests[key, default: .epoch] < until - .seconds(1) else { return }
    rests[key] = until
    log.warning(
      "the installation accepts no requests for a while",
      ["forge": forge, "owner": owner, "until": until.rfc3339])
  }

  /// Ends the leases of killed processes of this host.
  ///
  /// - Parameter unrenewed: keeps leases that were renewed recently, since another machine may have
  ///   the same host name.
  private func releasePredecessors(unrenewed: Bool = false) async {
    do {
      let latest = unrenewed ? clock.now() + timing.lease / 2 : .distantFuture
      let names = Set(
        try await store.claims().filter { $0.leasedUntil < latest }.map(\.worker))
      let gone = worker.predecessors(among: names.sorted(), isAlive: Worker.isAlive)
      if !gone.isEmpty { try await store.abandon(gone, now: clock.now()) }
    } catch {
      recordState(error)
    }
  }
}

extension JobRecord {
  /// Logs the result; at debug level if nothing changed.
  fileprivate func log(to log: Logger) {
    let seconds = "\((endedAt - startedAt).components.seconds)"
    switch settlement {
    case .finish(let next):
      let isNews = job.cause > .schedule || hasNews
      log.log(
        isNews ? .info : .debug, "visited",
        [
          "cause": "\(job.cause)", "seconds": seconds, "next": next.map { $0.rfc3339 } ?? "never",
        ])
    case .fail(let retryAt), .died(let retryAt):
      let reason = death.flatMap { _ in problems.first }.map { ": \($0.message)" } ?? ""
      log.warning(
        "a visit failed\(reason)",
        ["attempts": "\(job.attempts + 1)", "seconds": seconds, "again": retryAt.rfc3339])
    case .pause(let until):
      log.warning("the forge accepts no requests for a while", ["until": until.rfc3339])
    case .postpone(let until):
      log.debug("postponed a visit", ["until": until.rfc3339])
    case .release: log.info("cancelled a visit")
    }
  }
}
