import FoundationEssentials

/// Computes from a host's limits when the next request may be sent.
struct HostBudget: Hashable, Sendable {
  /// No request is sent before this time.
  private(set) var closedUntil: Date?
  /// No request of these owners is sent before their times: each grant has a limit of its own.
  private var closedOwners: [String: Date] = [:]
  /// No write is sent before this time.
  private(set) var nextWrite: Date?
  /// When the last pull requests and comments were created, oldest first.
  private var content: [Date] = []

  /// Returns the seconds to wait from `now`.
  func wait(for call: ForgeTurn, at now: Date, _ pacing: HostPacing) -> TimeInterval {
    let times = [
      closedUntil, call.isWrite ? nextWrite : nil,
      call.isContent ? nextContent(pacing) : nil,
    ]
    return max(0, times.compactMap { $0?.timeIntervalSince(now) }.max() ?? 0)
  }

  /// Returns the seconds from `now` during which the call's owner gets no requests.
  func rest(for call: ForgeTurn, at now: Date) -> TimeInterval {
    max(0, call.owner.flatMap { closedOwners[$0] }?.timeIntervalSince(now) ?? 0)
  }

  private func nextContent(_ pacing: HostPacing) -> Date? {
    guard content.count >= pacing.contentPerMinute else { return nil }
    return content[content.count - pacing.contentPerMinute].addingTimeInterval(60)
  }

  /// Blocks requests of an owner, or all requests; a shorter block never shortens a longer one.
  mutating func close(until date: Date, for owner: String? = nil) {
    if let owner {
      closedOwners[owner] = max(closedOwners[owner] ?? date, date)
    } else {
      closedUntil = max(closedUntil ?? date, date)
    }
  }

  /// Records the end of a write; the host has counted it by then.
  mutating func wrote(_ call: ForgeTurn, at now: Date, _ pacing: HostPacing) {
    nextWrite = now.addingTimeInterval(pacing.pace / .seconds(1))
    guard call.isContent else { return }
    content.append(now)
    content.removeFirst(max(0, content.count - pacing.contentPerMinute))
  }
}

/// Admits requests: reads in parallel up to a number that adapts to the host's limits, writes one at a
/// time and paced.
actor HostGate {
  private let pacing: HostPacing
  private var budget = HostBudget()
  private var parallelism: HostParallelism
  private var running = 0
  private var isWriting = false
  private var waiting: [Waiter] = []
  private var nextTicket = 0

  private struct Waiter {
    var ticket: Int
    var isWrite: Bool
    var continuation: CheckedContinuation<Bool, Never>
  }

  init(pacing: HostPacing) {
    self.pacing = pacing
    parallelism = HostParallelism(limit: pacing.concurrency)
  }

  /// Returns when the request may be sent; a longer wait than the patience is an error.
  ///
  /// Every turn that was entered must be left.
  ///
  /// - Returns: a ticket, which `leave` needs.
  func enter(_ call: ForgeTurn) async throws(ForgeError) -> Int {
    while true {
      try await waitForOwner(call)
      guard await enter(isWrite: call.isWrite) else {
        throw ForgeError(.cancelled, place: call.place)
      }
      // Other requests of the owner may have exhausted the limit meanwhile.
      if budget.rest(for: call, at: pacing.now()) == 0 { break }
      leave(call)
    }
    do throws(ForgeError) {
      try await waitForBudget(call)
    } catch {
      leave(call)
      throw error
    }
    return parallelism.era
  }

  /// Ends a turn and starts the next one.
  func leave(_ call: ForgeTurn) {
    running -= 1
    if call.isWrite {
      isWriting = false
      budget.wrote(call, at: pacing.now(), pacing)
    }
    admitWaiting()
  }

  /// Ends a turn and adapts the parallelism to its result.
  ///
  /// - Parameters:
  ///   - call: the value given to `enter`.
  ///   - ticket: the value returned by `enter`.
  ///   - result: nil if the request failed for another reason than the host's limits.
  func leave(_ call: ForgeTurn, _ ticket: Int, _ result: ForgeTurn.Result?) {
    switch result {
    case .answered: parallelism.noteSuccess()
    case .refused: parallelism.noteRefusal(of: ticket)
    case nil: break
    }
    leave(call)
  }

  /// Blocks requests of an owner, or all requests.
  func close(until date: Date, for owner: String?) {
    budget.close(until: date, for: owner)
  }

  /// Waits without occupying a place, so that requests of other owners proceed.
  private func waitForOwner(_ call: ForgeTurn) async throws(ForgeError) {
    while true {
      let seconds = budget.rest(for: call, at: pacing.now())
      guard seconds > 0 else { return }
      try await wait(seconds, call, for: call.owner)
    }
  }

  private func waitForBudget(_ call: ForgeTurn) async throws(ForgeError) {
    while true {
      let seconds = budget.wait(for: call, at: pacing.now(), pacing)
      guard seconds > 0 else { return }
      try await wait(seconds, call, for: nil)
    }
  }

  private func wait(
    _ seconds: TimeInterval, _ call: ForgeTurn, for owner: String?
  ) async throws(ForgeError) {
    guard Duration.seconds(seconds) <= pacing.patience else {
      let until = pacing.now().addingTimeInterval(seconds)
      var error = ForgeError(.rateLimited(until: until), place: call.place)
      error.owner = owner
      throw error
    }
    do { try await pacing.sleep(.seconds(seconds)) } catch {
      throw ForgeError(.cancelled, place: call.place)
    }
  }

  private func enter(isWrite: Bool) async -> Bool {
    if waiting.isEmpty, admits(isWrite) {
      take(isWrite)
      return true
    }
    let ticket = nextTicket
    nextTicket += 1
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: false) }
        waiting.append(Waiter(ticket: ticket, isWrite: isWrite, continuation: continuation))
      }
    } onCancel: {
      Task { await self.giveUp(ticket) }
    }
  }

  private func giveUp(_ ticket: Int) {
    guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return }
    waiting.remove(at: index).continuation.resume(returning: false)
    admitWaiting()
  }

  /// In order, except that reads may pass writes that wait for another write.
  private func admitWaiting() {
    while let index = waiting.firstIndex(where: { admits($0.isWrite) }) {
      let waiter = waiting.remove(at: index)
      take(waiter.isWrite)
      waiter.continuation.resume(returning: true)
    }
  }

  private func admits(_ isWrite: Bool) -> Bool {
    running < parallelism.width && !(isWrite && isWriting)
  }

  private func take(_ isWrite: Bool) {
    running += 1
    if isWrite { isWriting = true }
  }
}
