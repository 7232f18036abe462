import Configuration
import Credentials
import Ecosystem
import Forges
import HTTP
import Logging
import Service
import Store
import Synchronization
import Time
import Tracing
import Updates
import Workers

/// The parent's side of visits: sends them to workers and receives the results.
final class Visitors: Sendable {
  /// The maximum size of an answer; a dry run's report contains the changed files.
  private static let longestAnswer = 64 << 20

  private let pool: WorkerPool
  private let counts: RequestCounts
  private let live: Live
  /// Keeps other processes from the repositories that are visited; nil for visits that write nothing.
  private let holds: VisitHolds?

  /// Prepares workers; none is started before the first visit.
  ///
  /// - Parameters:
  ///   - setup: the first message to each worker.
  ///   - limits: the limits of workers and visits.
  ///   - forges: the forges of the repositories.
  ///   - live: sends the requests of workers; its log receives a line for each visit that starts
  ///     again.
  ///   - isDry: whether visits write nothing.
  ///   - print: writes the log of workers, without secrets.
  init(
    _ setup: WorkerSetup, _ limits: PoolLimits, _ forges: [ConnectedForge],
    for live: Live, isDry: Bool = false, printing print: @escaping @Sendable (String) -> Void
  ) {
    counts = live.network.counts
    self.live = live
    holds = isDry ? nil : VisitHolds(store: live.world.store, log: live.world.log)
    let log = live.world.log
    let handler = MessageHandler(forges, for: live, print)
    let note = Self.noteOnce(to: log)
    pool = WorkerPool(
      limits: limits, greeting: { setup.restricted(to: $0).encoded },
      frameLimit: Self.longestAnswer,
      observer: WorkerPool.Observer(
        received: { worker, payload, send in handler.receive(payload, from: worker, send) },
        assigned: { worker, order in handler.begin(order, worker: worker) },
        answered: { worker in handler.finish(worker: worker) },
        ready: { missing in note(missing) },
        retried: { order in Self.logRetry(of: order, limits.sharedMemory, to: log) },
        ended: { worker, _ in handler.end(worker: worker) }))
  }

  /// Returns a function that logs once what this machine doesn't enforce.
  private static func noteOnce(to log: Logger) -> @Sendable (Confinement) -> Void {
    let isNoted = Atomic(false)
    return { missing in
      guard !missing.isEmpty, !isNoted.exchange(true, ordering: .relaxed) else { return }
      log.warning(
        "this machine does not enforce all restrictions of workers", ["missing": missing.names])
    }
  }

  private static func logRetry(of order: [UInt8], _ limit: Int, to log: Logger) {
    let repository = message(Assignment.self, order).map { "\($0.task.job.repository.name)" } ?? ""
    log.info(
      "a visit starts again alone: visits together used more than \(limit >> 20) MiB of memory "
        + "(limits.memory-total)", ["repository": repository])
  }

  /// The number of workers with a visit, and of all.
  var workers: (busy: Int, all: Int) { pool.counts }

  /// Accepts no further visits and ends after the last one.
  func retire() { pool.retire() }

  /// Kills all workers.
  func shutDown() async { await pool.shutDown() }

  /// Visits a repository in a worker; calls `begun` when a worker begins with it.
  func visit(
    _ task: JobTask, as known: ForgeSession, begun: @escaping @Sendable () -> Void
  ) async -> JobRecord {
    let begin = WallClock.wholeSeconds.now()
    let span = tracer.begin(visit: task)
    let record = await settle(task, as: known, span, since: begin, begun)
    tracer.end(span, visit: record)
    return record
  }

  private func settle(
    _ task: JobTask, as known: ForgeSession, _ span: Span?, since begin: Timestamp,
    _ begun: @escaping @Sendable () -> Void
  ) async -> JobRecord {
    let job = task.job
    let answer: Result<JobRecord, any Error>
    do {
      let record =
        if let holds {
          try await holds.during(job.repository) {
            try await perform(task, as: known, span, begun)
          }
        } else {
          try await perform(task, as: known, span, begun)
        }
      answer = .success(record)
    } catch is CancellationError {
      answer = .failure(Death.cancelled)
    } catch {
      answer = .failure(error)
    }
    let end = WallClock.wholeSeconds.now()
    switch answer {
    case .success(let record) where record.isOf(job): return record.bounded(at: end)
    case .success:
      return record(job, .invalidMessage("an answer to something else"), from: begin, to: end)
    case .failure(let death as Death): return record(job, death, from: begin, to: end)
    case .failure(let error): return JobRecord(failed: job, by: error, from: begin, to: end)
    }
  }

  /// - Throws: `Death`, or a `ForgeError` if the account of the credential is unknown.
  private func perform(
    _ task: JobTask, as known: ForgeSession, _ span: Span?,
    _ begun: @escaping @Sendable () -> Void
  ) async throws -> JobRecord {
    let name = task.job.repository.name
    let isPublic = await known.tenant(name, live).isPublic
    let assignment = Assignment(
      task: task, identity: try await known.account(),
      repository: known.listed[name], isPublic: isPublic,
      listing: known.listed.version, trace: span?.context)
    switch await pool.visit(
      assignment.encoded, of: task.job.repository.ownerKey, isPrompt: task.job.cause == .person,
      begun: begun)
    {
    case .answered(let bytes):
      guard let answer = message(Answer.self, bytes) else {
        throw Death.invalidMessage("a malformed answer")
      }
      counts.add(answer.requests, answer.windows)
      if let span {
        let stages = Span.stages(answer.spans, of: span, until: Tracer.systemTime())
        for stage in stages { tracer.add(stage) }
      }
      return answer.record
    case .died(let death): throw death
    }
  }

  private var tracer: Tracer { live.network.tracer }

  private func record(
    _ job: Job, _ death: Death, from begin: Timestamp, to end: Timestamp
  ) -> JobRecord {
    guard death != .cancelled else { return JobRecord(cancelled: job, from: begin, to: end) }
    let problem = Problem(.failed, "\(death)", subject: "\(job.repository.name)")
    return JobRecord(
      failed: job, by: problem, death: death.isByVisit ? death.label : nil, from: begin, to: end)
  }
}

extension Tracer {
  /// Begins the trace of a visit.
  fileprivate func begin(visit task: JobTask) -> Span? {
    begin(
      trace: "visit",
      shared: [
        "martlet.forge": .text(task.job.repository.forge),
        "martlet.repository": .text("\(task.job.repository.name)"),
        "martlet.job": .text(task.id),
      ]
    ).map { span in
      var span = span
      span.attributes["martlet.cause"] = .text("\(task.job.cause)")
      return span
    }
  }

  /// Ends the trace of a visit.
  fileprivate func end(_ span: Span?, visit record: JobRecord) {
    end(
      span, isFailed: record.outcome != .finished,
      [
        "martlet.outcome": .text(record.outcome.rawValue),
        "martlet.problems": .number(record.problems.count),
      ])
  }
}

extension JobRecord {
  /// Whether the record, with its report, is about a job.
  fileprivate func isOf(_ job: Job) -> Bool {
    self.job == job && report?.repository ?? job.repository == job.repository
  }
}

/// Handles the messages of workers during visits.
private struct MessageHandler: Sendable {
  private let broker: SlotBroker
  private let requests: RequestBroker
  private let state: StateBroker
  private let signatures: SignatureBroker
  private let known: [String: ForgeSession]
  private let presets: PresetCache
  private let print: @Sendable (String) -> Void

  init(
    _ forges: [ConnectedForge], for live: Live, _ print: @escaping @Sendable (String) -> Void
  ) {
    let requests = RequestBroker(live.network, log: live.world.log)
    self.requests = requests
    presets = live.presets
    self.print = print
    let named = forges.map { ($0.served.name, $0) }
    let forges = Dictionary(named) { first, _ in first }
    broker = SlotBroker(forges.compactMapValues(\.limiter))
    let known = forges.mapValues(\.known)
    self.known = known
    signatures = SignatureBroker(known, log: live.world.log, now: live.world.now)
    state = StateBroker(
      live.world.store, log: live.world.log,
      onboardings: live.settings.people.onboarding.perDay, reach: { requests.reach(of: $0) },
      identify: { try await known[$0.forge]?.forge.repository($0.name).identifier })
  }

  /// Begins the visit that a worker gets.
  func begin(_ order: [UInt8], worker: Int) {
    guard let assignment = message(Assignment.self, order) else { return }
    requests.begin(
      Reach(
        VisitedRepository(assignment.task.job.repository, isPublic: assignment.isPublic),
        identifier: assignment.repository?.identifier), within: assignment.trace, worker: worker)
    state.begin(worker: worker)
    broker.begin(worker: worker, isPrompt: assignment.task.job.cause == .person)
    signatures.reset(worker: worker)
  }

  /// Ends the requests of a visit that has been answered.
  func finish(worker: Int) {
    requests.end(worker: worker)
    state.end(worker: worker)
    signatures.reset(worker: worker)
  }

  /// Forgets a worker that has ended.
  func end(worker: Int) {
    broker.leave(worker: worker)
    finish(worker: worker)
  }

  /// - Returns: the error in the worker's message; nil if there is no error.
  func receive(
    _ bytes: [UInt8], from worker: Int, _ send: @escaping @Sendable ([UInt8]) -> Void
  ) -> String? {
    switch bytes.first {
    case RequestMessage.mark: return requests.start(bytes, worker: worker, send)
    case StateMessage.mark: return state.start(bytes, worker: worker, send)
    default: return receive(message: bytes, from: worker, send)
    }
  }

  private func receive(
    message bytes: [UInt8], from worker: Int, _ send: @escaping @Sendable ([UInt8]) -> Void
  ) -> String? {
    guard let word = message(WorkerMessage.self, bytes) else { return "a malformed message" }
    switch word {
    case .enter(let number, let forge, let slot):
      return broker.enter(slot, number: number, worker: worker, forge: forge) { send($0.encoded) }
    case .abandon(let number): requests.abandon(number, worker: worker)
    case .took(let number): requests.took(number, worker: worker)
    case .log(let text): print(text)
    case .wantsPreset(let number, let text):
      guard let visited = requests.reach(of: worker)?.visited,
        let known = known[visited.repository.forge]
      else {
        send(ParentMessage.preset(number, .unusable("the visit has ended")).encoded)
        return nil
      }
      let host = PresetHost(forge: known.forge, repository: visited.repository.name)
      Task { send(ParentMessage.preset(number, await presets.answer(text, on: host)).encoded) }
    case .wantsSignature(let order): sign(order, worker: worker, send)
    case .leave(let number, let result): broker.leave(number, worker: worker, result)
    case .close(let forge, let until, let owner):
      broker.close(forge, until: until, owner: owner)
    case .wantsListing(let forge):
      guard let listed = known[forge]?.listed else { return "an unknown forge" }
      send(ParentMessage.listing(forge: forge, listed.secrets).encoded)
    }
    return nil
  }

  private func sign(
    _ order: SignatureOrder, worker: Int, _ send: @escaping @Sendable ([UInt8]) -> Void
  ) {
    guard let reach = requests.reach(of: worker) else {
      let ended = ForgeError(.cancelled, subject: "signing a commit")
      send(ParentMessage.signature(order.number, .failure(ended)).encoded)
      return
    }
    Task {
      let answer = await signatures.sign(order, worker: worker, within: reach)
      send(ParentMessage.signature(order.number, answer).encoded)
    }
  }
}
