import Forges
import FoundationEssentials
import Synchronization
import Workers

/// A worker's gate to a forge: it is the parent who says when it is whose turn.
final class RemoteGate: Sendable {
  private struct State {
    var last = 0
    var waiting: [Int: CheckedContinuation<Result<Void, ForgeError>, Never>] = [:]
  }

  private let state = Mutex(State())
  private let say: @Sendable (WorkerWord) -> Void

  init(_ say: @escaping @Sendable (WorkerWord) -> Void) {
    self.say = say
  }

  /// The gate of a forge.
  func gate(of forge: String) -> ForgeGate {
    ForgeGate(
      enter: { turn async throws(ForgeError) in try await self.enter(turn, forge) },
      leave: { ticket, _, result in self.say(.leave(ticket, result)) },
      close: { date, owner in
        self.say(.close(forge: forge, until: date.timeIntervalSince1970, owner: owner))
      })
  }

  private func enter(_ turn: ForgeTurn, _ forge: String) async throws(ForgeError) -> Int {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.waiting[number] = continuation }
        say(.enter(number, forge: forge, turn))
        // The task may have been cancelled before anything waited.
        if Task.isCancelled { giveUp(number, turn) }
      }
    } onCancel: {
      giveUp(number, turn)
    }
    try result.get()
    return number
  }

  private func giveUp(_ number: Int, _ turn: ForgeTurn) {
    guard answer(number, .failure(ForgeError(.cancelled, place: turn.place))) else { return }
    say(.leave(number, nil))
  }

  /// Takes what the parent said of a turn.
  func take(granted number: Int) {
    // A turn without a waiter was given back already.
    answer(number, .success(()))
  }

  /// Takes that a turn does not come.
  func take(refused number: Int, until: Double?, owner: String?) {
    let code = until.map { ForgeError.Code.rateLimited(until: Date(timeIntervalSince1970: $0)) }
    var error = ForgeError(code ?? .cancelled, place: "the gate")
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
