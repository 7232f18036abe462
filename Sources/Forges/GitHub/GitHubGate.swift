import FoundationEssentials

/// What a host's limits leave us: a pure account of when the next request may go.
struct GitHubBudget: Hashable, Sendable {
  /// Nothing goes before this.
  private(set) var closedUntil: Date?
  /// Nothing of these owners goes before their times: each installation has its own hour.
  private var closedOwners: [String: Date] = [:]
  /// No write goes before this.
  private(set) var nextWrite: Date?
  /// When the last pull requests and comments were made, the oldest first.
  private var content: [Date] = []

  /// How long to wait from `now`; zero if nothing is in the way.
  func wait(for call: ForgeTurn, at now: Date, _ manners: GitHubManners) -> TimeInterval {
    let times = [
      closedUntil, call.isWrite ? nextWrite : nil,
      call.isContent ? nextContent(manners) : nil,
    ]
    return max(0, times.compactMap { $0?.timeIntervalSince(now) }.max() ?? 0)
  }

  /// How long the installation of a call's owner is to be left alone from `now`; zero if it is not.
  func rest(for call: ForgeTurn, at now: Date) -> TimeInterval {
    max(0, call.owner.flatMap { closedOwners[$0] }?.timeIntervalSince(now) ?? 0)
  }

  private func nextContent(_ manners: GitHubManners) -> Date? {
    guard content.count >= manners.contentPerMinute else { return nil }
    return content[content.count - manners.contentPerMinute].addingTimeInterval(60)
  }

  /// Closes the host for an owner, or as a whole; a shorter closing never shortens a longer one.
  mutating func close(until date: Date, for owner: String? = nil) {
    if let owner {
      closedOwners[owner] = max(closedOwners[owner] ?? date, date)
    } else {
      closedUntil = max(closedUntil ?? date, date)
    }
  }

  /// Notes the end of a write, which is never before the host counted it.
  mutating func wrote(_ call: ForgeTurn, at now: Date, _ manners: GitHubManners) {
    nextWrite = now.addingTimeInterval(manners.pace / .seconds(1))
    guard call.isContent else { return }
    content.append(now)
    content.removeFirst(max(0, content.count - manners.contentPerMinute))
  }
}

/// Admits requests: reads in parallel within a bound that follows the host's limits, writes one by one
/// and paced.
actor GitHubGate {
  private let manners: GitHubManners
  private var budget = GitHubBudget()
  private var parallelism: GitHubParallelism
  private var running = 0
  private var isWriting = false
  private var waiting: [Waiter] = []
  private var nextTicket = 0

  private struct Waiter {
    var ticket: Int
    var isWrite: Bool
    var continuation: CheckedContinuation<Bool, Never>
  }

  init(manners: GitHubManners) {
    self.manners = manners
    parallelism = GitHubParallelism(limit: manners.concurrency)
  }

  /// Returns when it is a request's turn; limits that last longer than the patience are an error.
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
      // Others of the owner may have spent the hour while it waited for its turn.
      if budget.rest(for: call, at: manners.now()) == 0 { break }
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

  /// Ends a turn, so that the next one begins.
  func leave(_ call: ForgeTurn) {
    running -= 1
    if call.isWrite {
      isWriting = false
      budget.wrote(call, at: manners.now(), manners)
    }
    admitWaiting()
  }

  /// Ends a turn and learns from its result.
  ///
  /// - Parameters:
  ///   - call: as it was given to `enter`.
  ///   - ticket: as `enter` returned it.
  ///   - result: nil if the request failed for another reason than the host's limits.
  func leave(_ call: ForgeTurn, _ ticket: Int, _ result: ForgeTurn.Result?) {
    switch result {
    case .answered: parallelism.noteSuccess()
    case .refused: parallelism.noteRefusal(of: ticket)
    case nil: break
    }
    leave(call)
  }

  /// Closes the gate for an owner, or for everybody.
  func close(until date: Date, for owner: String?) {
    budget.close(until: date, for: owner)
  }

  /// Takes nobody's place meanwhile: other owners go on.
  private func waitForOwner(_ call: ForgeTurn) async throws(ForgeError) {
    while true {
      let seconds = budget.rest(for: call, at: manners.now())
      guard seconds > 0 else { return }
      try await wait(seconds, call, for: call.owner)
    }
  }

  private func waitForBudget(_ call: ForgeTurn) async throws(ForgeError) {
    while true {
      let seconds = budget.wait(for: call, at: manners.now(), manners)
      guard seconds > 0 else { return }
      try await wait(seconds, call, for: nil)
    }
  }

  private func wait(
    _ seconds: TimeInterval, _ call: ForgeTurn, for owner: String?
  ) async throws(ForgeError) {
    guard Duration.seconds(seconds) <= manners.patience else {
      let until = manners.now().addingTimeInterval(seconds)
      var error = ForgeError(.rateLimited(until: until), place: call.place)
      error.owner = owner
      throw error
    }
    do { try await manners.sleep(.seconds(seconds)) } catch {
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
