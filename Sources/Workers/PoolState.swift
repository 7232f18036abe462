/// Which worker does what, and when one has to go; pure.
///
/// `handle` takes an event and returns the actions to perform. A visit is given to an idle worker; if
/// all are busy, one is started. A worker that exceeds a limit is killed, and its visit is over
/// once the process is gone, so that no two workers visit for the same job.
package struct PoolState: Hashable, Sendable {
  /// Names a worker; never used again.
  package typealias Worker = Int
  /// Names a visit; never used again.
  package typealias Visit = Int

  /// An event for the pool.
  package enum Event: Hashable, Sendable {
    /// Somebody wants a visit.
    case wanted(Visit)
    /// Nobody wants the visit any more.
    case cancelled(Visit)
    /// A worker takes visits.
    case ready(Worker)
    /// A worker has answered its visit.
    case answered(Worker)
    /// What a worker uses now.
    case measured(Worker, Usage)
    /// A worker could not be started, or sent nonsense.
    case failed(Worker, Death)
    /// A worker's process is gone.
    case ended(Worker, Death)
    /// Some time went by.
    case tick
    /// Accept no further visits; end each worker after its visit.
    case retire
    /// End all workers now.
    case shutDown
  }

  /// An action for the performer.
  package enum Action: Hashable, Sendable {
    /// Start a process for a worker.
    case start(Worker)
    /// Send a visit to a worker.
    case assign(Worker, Visit)
    /// Ask a worker to break its visit off.
    case cancel(Worker)
    /// Let others go first.
    case lowerPriority(Worker)
    /// Close the worker's input, on which it ends.
    case close(Worker)
    /// End the process at once.
    case kill(Worker)
    /// Tell who wanted the visit that it was answered.
    case finish(Visit)
    /// Tell who wanted the visit that there is no answer.
    case giveUp(Visit, Death)
  }

  private struct Assignment: Hashable {
    var visit: Visit
    var since: Int64
    /// CPU time of the worker before; nil: not measured yet.
    var cpuBefore: Int64?
    var isPolite = false
    /// When it was to be broken off.
    var cancelledAt: Int64?
  }

  private enum Phase: Hashable {
    case starting(since: Int64)
    case idle(since: Int64)
    case busy(Assignment)
    /// Told to end by itself.
    case closing(since: Int64)
    /// Killed; the visit waits for the process to be gone.
    case dying(Visit?, Death)
  }

  private struct Member: Hashable {
    var phase: Phase
    var visits = 0
    var usage: Usage?
    var isImpolite = false

    var visit: Visit? {
      switch phase {
      case .busy(let assignment): assignment.visit
      case .dying(let visit, _): visit
      case .starting, .idle, .closing: nil
      }
    }
  }

  private let limits: PoolLimits
  private var members: [Worker: Member] = [:]
  private var waiting: [Visit] = []
  private var lastWorker = 0
  private var isRetired = false

  /// Starts without workers.
  package init(_ limits: PoolLimits) {
    self.limits = limits
  }

  /// Whether there is nothing left to end.
  package var isEmpty: Bool { members.isEmpty && waiting.isEmpty }

  /// Whether only a request can change the state soon.
  package var isQuiet: Bool {
    waiting.isEmpty
      && members.values.allSatisfy { if case .idle = $0.phase { true } else { false } }
  }

  /// The worker that does a visit.
  package func worker(of visit: Visit) -> Worker? {
    members.first { $0.value.visit == visit }?.key
  }

  /// The visit that a worker does.
  package func visit(of worker: Worker) -> Visit? { members[worker]?.visit }

  /// Workers with a visit, and all.
  package var counts: (busy: Int, all: Int) {
    (members.values.count { $0.visit != nil }, members.count)
  }

  /// Takes an event at a time in milliseconds of a clock that never goes back.
  package mutating func handle(_ event: Event, at now: Int64) -> [Action] {
    switch event {
    case .wanted(let visit):
      if isRetired { return [.giveUp(visit, .cancelled)] }
      waiting.append(visit)
      return assign(at: now)
    case .cancelled(let visit): return cancel(visit, at: now)
    case .ready(let worker):
      guard case .starting? = members[worker]?.phase else { return [] }
      return rest(worker, at: now)
    case .answered(let worker): return finish(worker, at: now)
    case .measured(let worker, let usage): return judge(worker, usage, at: now)
    case .failed(let worker, let death): return kill(worker, for: death)
    case .ended(let worker, let death): return bury(worker, death, at: now)
    case .tick: return members.keys.sorted().flatMap { look(at: $0, at: now) }
    case .retire: return retire(at: now)
    case .shutDown:
      isRetired = true
      let lost = waiting.map { Action.giveUp($0, .cancelled) }
      waiting = []
      return lost + members.keys.sorted().flatMap { kill($0, for: .cancelled) }
    }
  }

  /// Gives visits to idle workers, and starts as many as are missing.
  private mutating func assign(at now: Int64) -> [Action] {
    var actions: [Action] = []
    let idle = members.filter { if case .idle = $0.value.phase { true } else { false } }
    for worker in idle.keys.sorted() {
      guard !waiting.isEmpty else { break }
      let visit = waiting.removeFirst()
      let cpu = members[worker]?.usage?.cpu
      members[worker]?.phase = .busy(Assignment(visit: visit, since: now, cpuBefore: cpu))
      members[worker]?.visits += 1
      actions.append(.assign(worker, visit))
    }
    let starting = members.values.count { if case .starting = $0.phase { true } else { false } }
    for _ in 0..<max(0, waiting.count - starting) {
      lastWorker += 1
      members[lastWorker] = Member(phase: .starting(since: now))
      actions.append(.start(lastWorker))
    }
    return actions
  }

  private mutating func cancel(_ visit: Visit, at now: Int64) -> [Action] {
    if let place = waiting.firstIndex(of: visit) {
      waiting.remove(at: place)
      return [.giveUp(visit, .cancelled)]
    }
    for (worker, member) in members {
      guard case .busy(var assignment) = member.phase, assignment.visit == visit,
        assignment.cancelledAt == nil
      else { continue }
      assignment.cancelledAt = now
      members[worker]?.phase = .busy(assignment)
      return [.cancel(worker)]
    }
    return []
  }

  /// Keeps a worker without a visit, or lets it go.
  private mutating func rest(_ worker: Worker, at now: Int64) -> [Action] {
    guard let member = members[worker] else { return [] }
    let isUsedUp =
      isRetired || member.isImpolite || member.visits >= limits.visits
      || member.usage.map { $0.memory > limits.idleMemory } ?? false
    members[worker]?.phase = isUsedUp ? .closing(since: now) : .idle(since: now)
    return (isUsedUp ? [.close(worker)] : []) + (isRetired ? [] : assign(at: now))
  }

  private mutating func finish(_ worker: Worker, at now: Int64) -> [Action] {
    guard case .busy(let assignment)? = members[worker]?.phase else { return [] }
    members[worker]?.isImpolite = assignment.isPolite
    return [.finish(assignment.visit)] + rest(worker, at: now)
  }

  private mutating func judge(_ worker: Worker, _ usage: Usage, at now: Int64) -> [Action] {
    guard members[worker] != nil else { return [] }
    members[worker]?.usage = usage
    guard usage.memory <= limits.memory else {
      return kill(worker, for: .memory(limit: limits.memory))
    }
    guard case .busy(var assignment)? = members[worker]?.phase else { return [] }
    let before = assignment.cpuBefore ?? usage.cpu
    assignment.cpuBefore = before
    if usage.cpu - before > limits.cpu { return kill(worker, for: .cpu(limit: limits.cpu)) }
    let isGreedy = !assignment.isPolite && usage.cpu - before > limits.politeCPU
    if isGreedy { assignment.isPolite = true }
    members[worker]?.phase = .busy(assignment)
    return isGreedy ? [.lowerPriority(worker)] : []
  }

  private mutating func kill(_ worker: Worker, for death: Death) -> [Action] {
    guard let member = members[worker] else { return [] }
    switch member.phase {
    case .dying: return []
    case .starting where death != .cancelled:
      members[worker]?.phase = .dying(nil, .unstarted("\(death)"))
    default: members[worker]?.phase = .dying(member.visit, death)
    }
    return [.kill(worker)]
  }

  private mutating func bury(_ worker: Worker, _ death: Death, at now: Int64) -> [Action] {
    guard let member = members.removeValue(forKey: worker) else { return [] }
    switch member.phase {
    case .busy(let assignment):
      return [.giveUp(assignment.visit, explain(death))] + assign(at: now)
    case .dying(let visit?, let why): return [.giveUp(visit, why)] + assign(at: now)
    case .dying(nil, .unstarted(let why)): return disappoint(why) + assign(at: now)
    case .starting: return disappoint("\(death)") + assign(at: now)
    case .dying, .idle, .closing: return assign(at: now)
    }
  }

  /// The bound of the kernel ends a worker that grows too fast to be measured.
  private func explain(_ death: Death) -> Death {
    guard case .signal(_, let peak) = death, peak > limits.memory else { return death }
    return .memory(limit: limits.memory)
  }

  /// Who waits longest hears that no worker starts; else each would be tried for ever.
  private mutating func disappoint(_ why: String) -> [Action] {
    waiting.isEmpty ? [] : [.giveUp(waiting.removeFirst(), .unstarted(why))]
  }

  private mutating func look(at worker: Worker, at now: Int64) -> [Action] {
    guard let member = members[worker] else { return [] }
    switch member.phase {
    case .starting(let since) where now - since > limits.start:
      return kill(worker, for: .deadline(limits.start))
    case .idle(let since) where now - since > limits.idle:
      members[worker]?.phase = .closing(since: now)
      return [.close(worker)]
    case .busy(let assignment):
      if let time = assignment.cancelledAt, now - time > limits.grace {
        return kill(worker, for: .cancelled)
      }
      return now - assignment.since > limits.visit
        ? kill(worker, for: .deadline(limits.visit)) : []
    case .closing(let since) where now - since > limits.grace:
      return kill(worker, for: .cancelled)
    default: return []
    }
  }

  private mutating func retire(at now: Int64) -> [Action] {
    isRetired = true
    let lost = waiting.map { Action.giveUp($0, .cancelled) }
    waiting = []
    var actions = lost
    for (worker, member) in members.sorted(by: { $0.key < $1.key }) {
      guard case .idle = member.phase else { continue }
      members[worker]?.phase = .closing(since: now)
      actions.append(.close(worker))
    }
    return actions
  }
}
