import Forges
import FoundationEssentials
import Synchronization
import Time
import Workers

/// A worker's rate limiter of a forge: the parent decides which request is sent next.
final class RemoteRateLimiter: Sendable {
  private struct State {
    var last = 0
    var waiting: [Int: CheckedContinuation<Result<Void, ForgeError>, Never>] = [:]
  }

  private let state = Mutex(State())
  private let send: @Sendable (WorkerMessage) -> Void

  init(_ send: @escaping @Sendable (WorkerMessage) -> Void) {
    self.send = send
  }

  /// Returns the rate limiter of a forge.
  func limiter(of forge: String) -> ForgeRateLimiter {
    ForgeRateLimiter(
      enter: { slot async throws(ForgeError) in try await self.enter(slot, forge) },
      leave: { ticket, _, result in self.send(.leave(ticket, result)) },
      close: { date, owner in
        self.send(.close(forge: forge, until: date, owner: owner))
      })
  }

  private func enter(_ slot: RequestSlot, _ forge: String) async throws(ForgeError) -> Int {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.waiting[number] = continuation }
        send(.enter(number, forge: forge, slot))
        // The task may have been cancelled before the continuation was stored.
        if Task.isCancelled { cancel(number, slot) }
      }
    } onCancel: {
      cancel(number, slot)
    }
    try result.get()
    return number
  }

  private func cancel(_ number: Int, _ slot: RequestSlot) {
    guard answer(number, .failure(ForgeError(.cancelled, subject: slot.summary))) else { return }
    send(.leave(number, nil))
  }

  /// Handles a granted slot.
  func handle(granted number: Int) {
    // A slot without a continuation was already returned.
    answer(number, .success(()))
  }

  /// Handles a refused slot.
  func handle(refused number: Int, until: Timestamp?, owner: String?) {
    let code = until.map { ForgeError.Code.rateLimited(until: $0) }
    var error = ForgeError(code ?? .cancelled, subject: "the rate limit")
    error.owner = owner
    answer(number, .failure(error))
  }

  @discardableResult
  private func answer(_ number: Int, _ result: Result<Void, ForgeError>) -> Bool {
    let waiting = state.withLock { $0.waiting.removeValue(forKey: number) }
    waiting?.resume(returning: result)
    return waiting != nil
  }
}
