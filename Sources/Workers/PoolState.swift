/// Decides which worker does which visit and when a worker must end; pure.
///
/// `handle` takes an event and returns the actions to perform. A visit is assigned to an idle worker;
/// if all are busy, one is started, as far as the memory for all workers allows. A worker that
/// exceeds a limit is killed. Its visit ends after its process has ended, so that two workers never
/// visit for the same job.
///
/// A worker does visits of one group only, such as the repositories of an owner, so that a worker that
/// a repository took over never sees another group's. For a visit of a group without an idle worker,
/// the idle workers of others end if they hold the memory.
package struct PoolState: Hashable, Sendable {
  /// Identifies a worker; never reused.
  package typealias Worker = Int
  /// Identifies a visit; never reused.
  package typealias JobID = Int
  /// Visits that may share a worker.
  package typealias Group = String

  /// An event for the pool.
  package enum Event: Hashable, Sendable {
    /// A visit is requested; `isPrompt`: a person waits for it.
    case requested(JobID, of: Group = "", isPrompt: Bool = false)
    /// The visit's caller was cancelled.
    case cancelled(JobID)
    /// A worker accepts visits.
    case ready(Worker)
    /// A worker has answered its visit.
    case answered(Worker)
    /// A worker's current usage.
    case measured(Worker, Usage)
    /// A worker could not be started or sent an invalid message.
    case failed(Worker, Death)
    /// A worker's process has ended.
    case ended(Worker, Death)
    /// Time has passed.
    case tick
    /// Accept no further visits; end each worker after its visit.
    case retire
    /// End all workers now.
    case shutDown
  }

  /// An action for the caller.
  package enum Action: Hashable, Sendable {
    /// Start a process for a worker.
    case start(Worker, for: Group = "")
    /// Send a visit to a worker.
    case assign(Worker, JobID)
    /// Ask a worker to cancel its visit.
    case cancel(Worker)
    /// Lower the priority of the worker's process.
    case lowerPriority(Worker)
    /// Close the worker's input, which ends the worker.
    case close(Worker)
    /// Kill the process.
    case kill(Worker)
    /// Return the worker's answer to the visit's caller.
    case finish(JobID)
    /// Report that a visit starts again, since all workers together held too much memory.
    case retry(JobID)
    /// Return an error to the visit's caller.
    case fail(JobID, Death)
  }

  struct Assignment: Hashable {
    var visit: JobID
    var since: Int64
    /// Whether memory for the largest worker is reserved.
    var isLarge: Bool
    /// The worker's CPU time at the start of the visit; nil until it is measured.
    var cpuBefore: Int64?
    var hasLowPriority = false
    var cancelledAt: Int64?
  }

  enum Phase: Hashable {
    case starting(since: Int64)
    case idle(since: Int64)
    case busy(Assignment)
    /// Asked to end.
    case closing(since: Int64)
    /// Killed; the visit ends, or starts again, after the process has ended.
    case dying(JobID?, Ending)
  }

  enum Ending: Hashable {
    case failure(Death)
    case retry
  }

  /// A visit without a worker.
  struct Waiting: Hashable {
    var visit: JobID
    var group: Group
    var isPrompt = false
  }

  struct Member: Hashable {
    var phase: Phase
    let group: Group
    var visits = 0
    var usage: Usage?
    var hasLowPriority = false

    var visit: JobID? {
      switch phase {
      case .busy(let assignment): assignment.visit
      case .dying(let visit, _): visit
      case .starting, .idle, .closing: nil
      }
    }

    var isIdle: Bool { if case .idle = phase { true } else { false } }
    var isStarting: Bool { if case .starting = phase { true } else { false } }
  }

  let limits: PoolLimits
  var members: [Worker: Member] = [:]
  /// Visits without a worker: first those that a person waits for, then the others, the oldest first.
  var waiting: [Waiting] = []
  /// Visits that start again with memory for the largest worker reserved, one at a time.
  var waitingLarge: [Waiting] = []
  private var lastWorker = 0
  private var isRetired = false

  /// Creates a pool without workers.
  package init(_ limits: PoolLimits) {
    self.limits = limits
  }

  /// Whether no worker and no visit is left.
  package var isEmpty: Bool { members.isEmpty && waiting.isEmpty && waitingLarge.isEmpty }

  /// Whether all workers are idle and no visit waits.
  package var isQuiet: Bool {
    waiting.isEmpty && waitingLarge.isEmpty && members.values.allSatisfy(\.isIdle)
  }

  /// The number of workers with a visit, and of all.
  package var counts: (busy: Int, all: Int) {
    (members.values.count { $0.visit != nil }, members.count)
  }

  /// Handles an event.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - now: milliseconds of a monotonic clock.
  /// - Returns: the actions to perform, in this order.
  package mutating func handle(_ event: Event, at now: Int64) -> [Action] {
    switch event {
    case .requested(let visit, let group, let isPrompt):
      if isRetired { return [.fail(visit, .cancelled)] }
      let others = isPrompt ? waiting.firstIndex { !$0.isPrompt } : nil
      waiting.insert(
        Waiting(visit: visit, group: group, isPrompt: isPrompt), at: others ?? waiting.endIndex)
      return assign(at: now)
    case .cancelled(let visit): return cancel(visit, at: now)
    case .ready(let worker):
      guard members[worker]?.isStarting == true else { return [] }
      return release(worker, at: now)
    case .answered(let worker): return finish(worker, at: now)
    case .measured(let worker, let usage): return check(worker, usage) + freeMemory()
    case .failed(let worker, let death): return kill(worker, .failure(death))
    case .ended(let worker, let death): return remove(worker, death, at: now)
    case .tick: return members.keys.sorted().flatMap { checkTimes(of: $0, at: now) }
    case .retire: return retire(at: now)
    case .shutDown:
      isRetired = true
      return failWaiting() + members.keys.sorted().flatMap { kill($0, .failure(.cancelled)) }
    }
  }

  /// Assigns visits to idle workers, and starts workers for the others.
  private mutating func assign(at now: Int64) -> [Action] {
    var actions: [Action] = []
    for worker in members.filter(\.value.isIdle).keys.sorted() {
      guard let (visit, isLarge) = dequeueJob(for: worker) else { continue }
      let cpu = members[worker]?.usage?.cpu
      members[worker]?.phase = .busy(
        Assignment(visit: visit, since: now, isLarge: isLarge, cpuBefore: cpu))
      members[worker]?.visits += 1
      actions.append(.assign(worker, visit))
    }
    for worker in superfluousWorkers {
      members[worker]?.phase = .closing(since: now)
      actions.append(.close(worker))
    }
    for group in missingWorkers {
      lastWorker += 1
      members[lastWorker] = Member(phase: .starting(since: now), group: group)
      actions.append(.start(lastWorker, for: group))
    }
    return actions
  }

  private mutating func cancel(_ visit: JobID, at now: Int64) -> [Action] {
    let count = waiting.count + waitingLarge.count
    waiting.removeAll { $0.visit == visit }
    waitingLarge.removeAll { $0.visit == visit }
    if waiting.count + waitingLarge.count < count {
      return [.fail(visit, .cancelled)] + assign(at: now)
    }
    guard let (worker, member) = members.first(where: { $0.value.visit == visit }) else {
      return []
    }
    switch member.phase {
    case .busy(var assignment) where assignment.cancelledAt == nil:
      assignment.cancelledAt = now
      members[worker]?.phase = .busy(assignment)
      return [.cancel(worker)]
    case .dying(_, .retry): members[worker]?.phase = .dying(visit, .failure(.cancelled))
    default: break
    }
    return []
  }

  /// Keeps a worker whose visit has ended, or ends the worker.
  private mutating func release(_ worker: Worker, at now: Int64) -> [Action] {
    guard let member = members[worker] else { return [] }
    let isUsedUp =
      isRetired || member.hasLowPriority || member.visits >= limits.visits
      || member.visits >= limits.turns && waiting.first.map { $0.group != member.group } ?? false
      || member.usage.map { $0.memory > limits.share } ?? false
    members[worker]?.phase = isUsedUp ? .closing(since: now) : .idle(since: now)
    return (isUsedUp ? [.close(worker)] : []) + (isRetired ? [] : assign(at: now))
  }

  private mutating func finish(_ worker: Worker, at now: Int64) -> [Action] {
    guard case .busy(let assignment)? = members[worker]?.phase else { return [] }
    members[worker]?.hasLowPriority = assignment.hasLowPriority
    return [.finish(assignment.visit)] + release(worker, at: now)
  }

  /// Compares a worker's usage with its own limits.
  private mutating func check(_ worker: Worker, _ usage: Usage) -> [Action] {
    guard members[worker] != nil else { return [] }
    members[worker]?.usage = usage
    guard usage.memory <= limits.largest else {
      return kill(worker, .failure(.memory(limit: limits.largest)))
    }
    guard case .busy(var assignment)? = members[worker]?.phase else { return [] }
    let before = assignment.cpuBefore ?? usage.cpu
    assignment.cpuBefore = before
    if usage.cpu - before > limits.cpu {
      return kill(worker, .failure(.cpu(limit: limits.cpu)))
    }
    let isSlow = !assignment.hasLowPriority && usage.cpu - before > limits.lowPriorityCPU
    if isSlow { assignment.hasLowPriority = true }
    members[worker]?.phase = .busy(assignment)
    return isSlow ? [.lowerPriority(worker)] : []
  }

  mutating func kill(_ worker: Worker, _ ending: Ending) -> [Action] {
    guard let member = members[worker] else { return [] }
    switch (member.phase, ending) {
    case (.dying, _): return []
    case (.busy(let assignment), .retry) where assignment.cancelledAt != nil:
      members[worker]?.phase = .dying(assignment.visit, .failure(.cancelled))
    case (.starting, .failure(let death)) where death != .cancelled:
      members[worker]?.phase = .dying(nil, .failure(.unstarted("\(death)")))
    default: members[worker]?.phase = .dying(member.visit, ending)
    }
    return [.kill(worker)]
  }

  /// Removes a worker whose process has ended.
  private mutating func remove(_ worker: Worker, _ death: Death, at now: Int64) -> [Action] {
    guard let member = members.removeValue(forKey: worker) else { return [] }
    var actions: [Action] = []
    switch member.phase {
    case .busy(let assignment): actions = [.fail(assignment.visit, explain(death))]
    case .dying(let visit?, .failure(let why)): actions = [.fail(visit, why)]
    case .dying(let visit?, .retry) where isRetired: actions = [.fail(visit, .cancelled)]
    case .dying(let visit?, .retry):
      waitingLarge.append(Waiting(visit: visit, group: member.group))
      actions = [.retry(visit)]
    case .dying(nil, .failure(.unstarted(let why))): actions = failOldest(of: member.group, why)
    case .starting: actions = failOldest(of: member.group, "\(death)")
    case .dying, .idle, .closing: break
    }
    return actions + assign(at: now)
  }

  /// Returns the reason for the end of a worker that grew too fast to be measured, so that the
  /// kernel's limit ended it.
  private func explain(_ death: Death) -> Death {
    guard case .signal(_, let peak) = death, peak > limits.largest else { return death }
    return .memory(limit: limits.largest)
  }

  /// Fails the visit of a group that has waited longest, so that workers that cannot start are not
  /// started for ever.
  private mutating func failOldest(of group: Group, _ why: String) -> [Action] {
    let oldest =
      waiting.removeFirst(where: { $0.group == group })
      ?? waitingLarge.removeFirst(where: { $0.group == group })
    return oldest.map { [.fail($0.visit, .unstarted(why))] } ?? []
  }

  private mutating func failWaiting() -> [Action] {
    defer { (waiting, waitingLarge) = ([], []) }
    return (waiting + waitingLarge).map { .fail($0.visit, .cancelled) }
  }

  private mutating func checkTimes(of worker: Worker, at now: Int64) -> [Action] {
    guard let member = members[worker] else { return [] }
    switch member.phase {
    case .starting(let since) where now - since > limits.start:
      return kill(worker, .failure(.deadline(limits.start)))
    case .idle(let since) where now - since > limits.idle:
      members[worker]?.phase = .closing(since: now)
      return [.close(worker)]
    case .busy(let assignment):
      if let time = assignment.cancelledAt, now - time > limits.grace {
        return kill(worker, .failure(.cancelled))
      }
      return now - assignment.since > limits.visit
        ? kill(worker, .failure(.deadline(limits.visit))) : []
    case .closing(let since) where now - since > limits.grace:
      return kill(worker, .failure(.cancelled))
    default: return []
    }
  }

  private mutating func retire(at now: Int64) -> [Action] {
    isRetired = true
    var actions = failWaiting()
    for worker in members.filter(\.value.isIdle).keys.sorted() {
      members[worker]?.phase = .closing(since: now)
      actions.append(.close(worker))
    }
    return actions
  }
}

extension Array {
  /// Removes and returns the first element that meets a condition; nil without one.
  mutating func removeFirst(where matches: (Element) -> Bool) -> Element? {
    firstIndex(where: matches).map { remove(at: $0) }
  }
}
