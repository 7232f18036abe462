/// The memory that all workers share.
///
/// Each visit reserves a share, and counts with what it uses once that is more. If visits together
/// exceed the memory that they share, the one that uses most becomes the large visit: only one visit
/// at a time is large, with a reservation for the largest worker. If there is one already, or if the
/// reservation doesn't fit, the visit is ended and starts again later. So a large visit takes longer
/// beside others, and fails only if it exceeds the limit of one worker.
extension PoolState {
  /// Whether workers use so much that they should be measured more often.
  package var needsClosePolling: Bool {
    used > limits.totalMemory / 2 || usedOfShared > limits.sharedMemory / 2
  }

  /// Memory in use, without workers that were killed.
  private var used: Int {
    members.values.reduce(0) { sum, member in
      if case .dying = member.phase { sum } else { sum + (member.usage?.memory ?? 0) }
    }
  }

  /// Memory in use, without killed workers and without that of the large visit.
  private var usedOfShared: Int {
    members.values.reduce(0) { sum, member in
      if case .dying = member.phase { return sum }
      return sum + (isLarge(member) ? 0 : member.usage?.memory ?? 0)
    }
  }

  private func isLarge(_ member: Member) -> Bool {
    if case .busy(let assignment) = member.phase { assignment.isLarge } else { false }
  }

  /// Memory that is in use or reserved, without one worker's.
  private func reserved(without worker: Worker? = nil) -> Int {
    members.reduce(0) { $0 + ($1.key == worker ? 0 : reservation(of: $1.value)) }
  }

  /// The free part of the shared memory, without what one worker has.
  private func sharedRoom(without worker: Worker? = nil) -> Int {
    let reserved = members.reduce(0) { sum, entry in
      entry.key == worker || isLarge(entry.value) ? sum : sum + reservation(of: entry.value)
    }
    return limits.sharedMemory - reserved
  }

  private func reservation(of member: Member) -> Int {
    let used = member.usage?.memory ?? 0
    switch member.phase {
    case .starting: return limits.share
    case .busy(let assignment):
      return max(used, assignment.isLarge ? limits.largest : limits.share)
    case .idle, .closing, .dying: return used
    }
  }

  private var hasBusyWorker: Bool { members.values.contains { $0.visit != nil } }

  private var hasLargeJob: Bool { members.values.contains(where: isLarge) }

  /// Whether a large visit waits for memory.
  var isLargeJobBlocked: Bool { !waitingLarge.isEmpty && !hasLargeJob }

  /// Takes the next visit that fits the memory if this idle worker does it; nil if none fits.
  mutating func dequeueJob(for worker: Worker) -> (visit: JobID, isLarge: Bool)? {
    let reserved = reserved(without: worker)
    // The first visit always fits, whatever the limits are.
    func fits(_ memory: Int) -> Bool {
      reserved + memory <= limits.totalMemory || !hasBusyWorker
    }
    let isBlocked = isLargeJobBlocked
    let group = members[worker]?.group
    if isBlocked, waitingLarge.first?.group == group, fits(limits.largest) {
      return (waitingLarge.removeFirst().visit, true)
    }
    let room = ordinaryRoom(without: worker, isPrompt: isPrompt(of: group))
    guard room >= limits.share || !hasBusyWorker else { return nil }
    return waiting.removeFirst { $0.group == group }.map { ($0.visit, false) }
  }

  /// Whether a person waits for the next visit of a group, or for any if it is nil.
  private func isPrompt(of group: Group? = nil) -> Bool {
    waiting.first { group == nil || $0.group == group }?.isPrompt ?? false
  }

  /// The memory for ordinary visits that may start now.
  ///
  /// A visit that a person waits for may also use what visits don't share.
  /// The large visit counts with what it uses, and at least with what visits don't share. It may never
  /// need the rest of its reservation, and if it does, the ordinary visit that uses most is ended.
  private func ordinaryRoom(without worker: Worker? = nil, isPrompt: Bool = false) -> Int {
    let taken = members.reduce(0) { sum, entry in
      if entry.key == worker { return sum }
      guard isLarge(entry.value) else { return sum + reservation(of: entry.value) }
      return sum + max(entry.value.usage?.memory ?? 0, largeJobMinimum)
    }
    let kept = isLargeJobBlocked && heavyJobs + limits.largest <= limits.totalMemory
    let free = limits.totalMemory - taken - (kept ? limits.largest : 0)
    return isPrompt ? free : min(free, sharedRoom(without: worker))
  }

  private var largeJobMinimum: Int {
    let unshared = limits.totalMemory - limits.sharedMemory
    return unshared > 0 ? min(unshared, limits.largest) : limits.largest
  }

  /// The memory of visits that use more than their shares.
  ///
  /// If it leaves too little for a large visit, that one waits for a long time, and keeping memory free
  /// for it would delay all others for as long.
  private var heavyJobs: Int {
    members.values.reduce(0) { sum, member in
      guard member.visit != nil, let used = member.usage?.memory, used > limits.share else {
        return sum
      }
      return sum + used
    }
  }

  /// The groups of the workers to start for visits that no idle or starting worker takes.
  var missingWorkers: [Group] {
    let groups = uncoveredGroups
    let unreserved = isLargeJobBlocked ? min(limits.totalMemory - reserved(), sharedRoom()) : 0
    let room = max(0, max(unreserved, ordinaryRoom())) / limits.share
    let isUrgent = isPrompt() && ordinaryRoom(isPrompt: true) >= limits.share
    // Without any worker nothing would ever start a visit.
    return Array(groups.prefix(members.isEmpty || isUrgent ? max(1, room) : room))
  }

  /// The groups of visits that wait and for which no worker is idle or starting, one for each visit.
  private var uncoveredGroups: [Group] {
    var available: [Group: Int] = [:]
    for member in members.values where member.isIdle || member.isStarting {
      available[member.group, default: 0] += 1
    }
    let large = isLargeJobBlocked ? Array(waitingLarge.prefix(1)) : []
    let prompt = waiting.prefix(while: \.isPrompt)
    return (prompt + large + waiting.dropFirst(prompt.count)).map(\.group).filter { group in
      available[group, default: 0] -= 1
      return available[group, default: 0] < 0
    }
  }

  /// Idle workers that hold memory which a large visit or a visit of another group waits for.
  var superfluousWorkers: [Worker] {
    let idle = members.filter(\.value.isIdle).keys.sorted()
    if isLargeJobBlocked {
      // One worker is enough for the large visit.
      let kept = idle.first { members[$0]?.group == waitingLarge.first?.group }
      return idle.filter { $0 != kept }
    }
    let wanted = Set(waiting.map(\.group))
    let others = idle.filter { members[$0].map { !wanted.contains($0.group) } ?? false }
    return Array(others.prefix(max(0, uncoveredGroups.count - missingWorkers.count)))
  }

  private var usesTooMuch: Bool {
    used > limits.totalMemory || usedOfShared > limits.sharedMemory
  }

  /// Ends idle workers if visits use too much; then the visit that uses most becomes the large one,
  /// or ends.
  mutating func freeMemory() -> [Action] {
    guard usesTooMuch else { return [] }
    var actions = members.filter(\.value.isIdle).keys.sorted().flatMap {
      kill($0, .failure(.cancelled))
    }
    guard usesTooMuch, let worker = largestOrdinaryWorker else { return actions }
    if !enlarge(worker) { actions += kill(worker, .retry) }
    return actions
  }

  /// Makes a running visit the large one; false if there is another one or too little memory.
  private mutating func enlarge(_ worker: Worker) -> Bool {
    guard waitingLarge.isEmpty, !hasLargeJob,
      reserved(without: worker) + limits.largest <= limits.totalMemory,
      case .busy(var assignment)? = members[worker]?.phase
    else { return false }
    assignment.isLarge = true
    members[worker]?.phase = .busy(assignment)
    return true
  }

  private var largestOrdinaryWorker: Worker? {
    members.filter { _, member in
      if case .busy(let assignment) = member.phase { !assignment.isLarge } else { false }
    }
    .max { ($0.value.usage?.memory ?? 0, $1.key) < ($1.value.usage?.memory ?? 0, $0.key) }?.key
  }
}
