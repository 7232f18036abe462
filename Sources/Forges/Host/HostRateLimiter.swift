import FoundationEssentials
import Time

/// Computes from a host's limits when the next request may be sent.
struct HostBudget: Hashable, Sendable {
  /// No request is sent before this time.
  private(set) var closedUntil: Timestamp?
  /// No request of these owners is sent before their times: each grant has a limit of its own.
  private var closedOwners: [String: Timestamp] = [:]
  /// No write is sent before this time.
  private(set) var nextWrite: Timestamp?
  /// When the last pull requests and comments were created, oldest first.
  private var content: [Timestamp] = []

  /// Returns the time to wait from `now`.
  func wait(for call: RequestSlot, at now: Timestamp, _ pacing: HostPacing) -> Duration {
    let times = [closedUntil, call.isWrite ? nextWrite : nil]
    let rest = times.compactMap { $0.map { $0 - now } }.max() ?? .zero
    return max(rest, contentWait(for: call, at: now, pacing))
  }

  /// Returns the time from `now` until the host accepts another pull request or comment; zero for other
  /// requests.
  func contentWait(for call: RequestSlot, at now: Timestamp, _ pacing: HostPacing) -> Duration {
    guard call.isContent else { return .zero }
    return max(.zero, nextContent(pacing).map { $0 - now } ?? .zero)
  }

  /// Returns the time from `now` during which the call's owner gets no requests.
  func rest(for call: RequestSlot, at now: Timestamp) -> Duration {
    max(.zero, call.owner.flatMap { closedOwners[$0] }.map { $0 - now } ?? .zero)
  }

  private func nextContent(_ pacing: HostPacing) -> Timestamp? {
    guard content.count >= pacing.contentPerMinute else { return nil }
    return content[content.count - pacing.contentPerMinute] + .seconds(60)
  }

  /// Blocks requests of an owner, or all requests; a shorter block never shortens a longer one.
  mutating func close(until date: Timestamp, for owner: String? = nil) {
    if let owner {
      closedOwners[owner] = max(closedOwners[owner] ?? date, date)
    } else {
      closedUntil = max(closedUntil ?? date, date)
    }
  }

  /// Records the end of a write; the host has counted it by then.
  mutating func wrote(_ call: RequestSlot, at now: Timestamp, _ pacing: HostPacing) {
    nextWrite = now + pacing.pace
    guard call.isContent else { return }
    content.append(now)
    content.removeFirst(max(0, content.count - pacing.contentPerMinute))
  }
}

/// Admits requests: reads in parallel up to a number that adapts to the host's limits, writes one at a
/// time and paced.
actor HostRateLimiter {
  private let pacing: HostPacing
  private var budget = HostBudget()
  private var parallelism: HostParallelism
  private var running = 0
  private var isWriting = false
  private(set) var waiting: [Waiter] = []
  private var nextTicket = 0

  struct Waiter {
    var ticket: Int
    var isWrite: Bool
    var isPrompt: Bool
    var continuation: CheckedContinuation<Bool, Never>
  }

  init(pacing: HostPacing) {
    self.pacing = pacing
    parallelism = HostParallelism(limit: pacing.concurrency)
  }

  /// Returns when the request may be sent; a longer wait than `longestWait` is an error.
  ///
  /// Every slot that was entered must be returned.
  ///
  /// - Returns: a ticket, which `leave` needs.
  func enter(_ call: RequestSlot) async throws(ForgeError) -> Int {
    while true {
      try await waitForOwner(call)
      try await waitForContent(call)
      guard await enter(isWrite: call.isWrite, isPrompt: call.isPrompt) else {
        throw ForgeError(.cancelled, subject: call.summary)
      }
      // Other requests may have exhausted a limit meanwhile.
      let now = pacing.now()
      if budget.rest(for: call, at: now) == .zero,
        budget.contentWait(for: call, at: now, pacing) == .zero
      {
        break
      }
      giveBack(call)
    }
    do throws(ForgeError) {
      try await waitForBudget(call)
      try await waitForOthers(call)
    } catch {
      giveBack(call)
      throw error
    }
    return parallelism.era
  }

  /// Returns a slot and grants the next one.
  func leave(_ call: RequestSlot) {
    if call.isWrite { budget.wrote(call, at: pacing.now(), pacing) }
    giveBack(call)
  }

  /// Returns a slot without a request, which the host didn't count.
  private func giveBack(_ call: RequestSlot) {
    running -= 1
    if call.isWrite { isWriting = false }
    admitWaiting()
  }

  /// Returns a slot and adapts the parallelism to its result.
  ///
  /// - Parameters:
  ///   - call: the value given to `enter`.
  ///   - ticket: the value returned by `enter`.
  ///   - result: nil if the request failed for another reason than the host's limits.
  func leave(_ call: RequestSlot, _ ticket: Int, _ result: RequestSlot.Result?) {
    switch result {
    case .answered: parallelism.recordSuccess()
    case .refused: parallelism.recordRefusal(of: ticket)
    case nil: break
    }
    leave(call)
  }

  /// Blocks requests of an owner, or all requests.
  func close(until date: Timestamp, for owner: String?) async {
    budget.close(until: date, for: owner)
    guard owner == nil, let shared = pacing.shared else { return }
    // Without it the host refuses a request of each process once.
    try? await shared.close(date - pacing.now())
  }

  /// Waits without occupying a place, so that requests of other owners proceed.
  private func waitForOwner(_ call: RequestSlot) async throws(ForgeError) {
    while true {
      let rest = budget.rest(for: call, at: pacing.now())
      guard rest > .zero else { return }
      try await wait(rest, call, for: call.owner)
    }
  }

  /// Waits without occupying a place, so that other writes proceed.
  private func waitForContent(_ call: RequestSlot) async throws(ForgeError) {
    while true {
      let rest = budget.contentWait(for: call, at: pacing.now(), pacing)
      guard rest > .zero else { return }
      try await wait(rest, call, for: nil)
    }
  }

  private func waitForBudget(_ call: RequestSlot) async throws(ForgeError) {
    while true {
      let rest = budget.wait(for: call, at: pacing.now(), pacing)
      guard rest > .zero else { return }
      try await wait(rest, call, for: nil)
    }
  }

  /// Waits for the slot of a write among those of other processes.
  private func waitForOthers(_ call: RequestSlot) async throws(ForgeError) {
    guard let shared = pacing.shared, let write = pacing.write(call) else { return }
    var failed = Duration.zero
    while true {
      switch try? await shared.reserve(write) {
      case .send(let rest)?:
        if rest > .zero { try await wait(rest, call, for: nil) }
        return
      case .wait(let rest)?: try await wait(rest, call, for: nil)
      case nil:
        guard failed < pacing.longestWait else { throw .noSlot(call) }
        failed += Self.attempt
        try await wait(.seconds(1), call, for: nil)
      }
    }
  }

  /// What an attempt to reserve a slot takes while the state can't be reached, with its pause.
  private static let attempt = Duration.seconds(5)

  private func wait(
    _ duration: Duration, _ call: RequestSlot, for owner: String?
  ) async throws(ForgeError) {
    guard duration <= pacing.longestWait else {
      let until = pacing.now() + duration
      var error = ForgeError(.rateLimited(until: until), subject: call.summary)
      error.owner = owner
      throw error
    }
    do { try await pacing.sleep(duration) } catch {
      throw ForgeError(.cancelled, subject: call.summary)
    }
  }

  /// Waits for a place, in order; requests that a person waits for go before others.
  private func enter(isWrite: Bool, isPrompt: Bool) async -> Bool {
    if waiting.isEmpty, admits(isWrite) {
      start(isWrite)
      return true
    }
    let ticket = nextTicket
    nextTicket += 1
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: false) }
        let others = isPrompt ? waiting.firstIndex { !$0.isPrompt } : nil
        let waiter = Waiter(
          ticket: ticket, isWrite: isWrite, isPrompt: isPrompt, continuation: continuation)
        waiting.insert(waiter, at: others ?? waiting.endIndex)
      }
    } onCancel: {
      Task { await self.cancelWait(ticket) }
    }
  }

  private func cancelWait(_ ticket: Int) {
    guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return }
    waiting.remove(at: index).continuation.resume(returning: false)
    admitWaiting()
  }

  /// In order, except that reads may pass writes that wait for another write.
  private func admitWaiting() {
    while let index = waiting.firstIndex(where: { admits($0.isWrite) }) {
      let waiter = waiting.remove(at: index)
      start(waiter.isWrite)
      waiter.continuation.resume(returning: true)
    }
  }

  private func admits(_ isWrite: Bool) -> Bool {
    running < parallelism.width && !(isWrite && isWriting)
  }

  private func start(_ isWrite: Bool) {
    running += 1
    if isWrite { isWriting = true }
  }
}

extension ForgeError {
  /// The state in which processes reserve their slots couldn't be reached for too long.
  fileprivate static func noSlot(_ call: RequestSlot) -> ForgeError {
    ForgeError(
      .unavailable, subject: call.summary,
      detail: "the state, which paces the writes of all processes, cannot be reached")
  }
}
