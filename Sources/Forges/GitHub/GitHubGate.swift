import FoundationEssentials

/// What a host's limits leave us: a pure account of when the next request may go.
struct GitHubBudget: Hashable, Sendable {
  /// Nothing goes before this.
  private(set) var closedUntil: Date?
  /// No write goes before this.
  private(set) var nextWrite: Date?
  /// When the last pull requests and comments were made, the oldest first.
  private var content: [Date] = []

  /// How long to wait from `now`; zero if nothing is in the way.
  func wait(for call: GitHubCall, at now: Date, _ manners: GitHubManners) -> TimeInterval {
    let times = [
      closedUntil, call.isWrite ? nextWrite : nil,
      call.isContent ? nextContent(manners) : nil,
    ]
    return max(0, times.compactMap { $0?.timeIntervalSince(now) }.max() ?? 0)
  }

  private func nextContent(_ manners: GitHubManners) -> Date? {
    guard content.count >= manners.contentPerMinute else { return nil }
    return content[content.count - manners.contentPerMinute].addingTimeInterval(60)
  }

  /// Closes the whole host; a shorter closing never shortens a longer one.
  mutating func close(until date: Date) {
    closedUntil = max(closedUntil ?? date, date)
  }

  /// Notes the end of a write, which is never before the host counted it.
  mutating func wrote(_ call: GitHubCall, at now: Date, _ manners: GitHubManners) {
    nextWrite = now.addingTimeInterval(manners.pace / .seconds(1))
    guard call.isContent else { return }
    content.append(now)
    content.removeFirst(max(0, content.count - manners.contentPerMinute))
  }
}

/// Lets requests through: reads in parallel within a bound, writes one by one and paced.
actor GitHubGate {
  private let manners: GitHubManners
  private var budget = GitHubBudget()
  private var free: Int
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
    free = manners.concurrency
  }

  /// Runs `body` when it is its turn; limits that last longer than the patience are an error.
  func pass<Value: Sendable>(
    _ call: GitHubCall, _ body: @Sendable () async throws(ForgeError) -> Value
  ) async throws(ForgeError) -> Value {
    guard await enter(isWrite: call.isWrite) else {
      throw ForgeError(.cancelled, place: call.place)
    }
    defer { leave(call) }
    try await waitForBudget(call)
    return try await body()
  }

  /// Closes the gate for everybody.
  func close(until date: Date) {
    budget.close(until: date)
  }

  private func waitForBudget(_ call: GitHubCall) async throws(ForgeError) {
    while true {
      let now = manners.now()
      let seconds = budget.wait(for: call, at: now, manners)
      guard seconds > 0 else { return }
      guard Duration.seconds(seconds) <= manners.patience else {
        throw ForgeError(.rateLimited(until: now.addingTimeInterval(seconds)), place: call.place)
      }
      do { try await manners.sleep(.seconds(seconds)) } catch {
        throw ForgeError(.cancelled, place: call.place)
      }
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

  private func leave(_ call: GitHubCall) {
    free += 1
    if call.isWrite {
      isWriting = false
      budget.wrote(call, at: manners.now(), manners)
    }
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
    free > 0 && !(isWrite && isWriting)
  }

  private func take(_ isWrite: Bool) {
    free -= 1
    if isWrite { isWriting = true }
  }
}
