import Forges
import FoundationEssentials
import Synchronization
import Time
import Workers

/// Grants workers their turns at the forges, so that limits apply to all workers together.
///
/// A task holds each turn. It returns the turn when the worker requests that or has ended, or after a
/// time limit.
final class TurnBroker: Sendable {
  private struct Place: Hashable {
    var worker: Int
    var number: Int
  }

  /// A turn that is held or awaited.
  private struct Turn {
    var task: Task<Void, Never>
    var result = ReportedResult()
  }

  /// The result of the request, as reported by the worker.
  private final class ReportedResult: Sendable {
    let value = Mutex<ForgeTurn.Result?>(nil)
  }

  /// The maximum number of turns of a worker, including those being returned.
  ///
  /// No visit has as many concurrent requests.
  private static let mostTurns = 256
  /// How long a turn is held at most; no request takes longer.
  private static let longestTurn = Duration.seconds(180)
  /// How long a worker can close a forge, in seconds.
  private static let longestRest = Duration.days(1)

  private let gates: [String: ForgeGate]
  private let turns = Mutex<[Int: [Int: Turn]]>([:])

  init(_ gates: [String: ForgeGate]) {
    self.gates = gates
  }

  /// Queues a worker's request, and answers it when its turn has come.
  ///
  /// - Returns: the error in the request; nil if there is no error.
  func enter(
    _ turn: ForgeTurn, number: Int, worker: Int, forge: String,
    answer: @escaping @Sendable (ParentMessage) -> Void
  ) -> String? {
    guard let gate = gates[forge] else { return "a forge without a gate" }
    return turns.withLock { turns in
      let own = turns[worker] ?? [:]
      guard own.count < Self.mostTurns else { return "too many requests under way" }
      guard own[number] == nil else { return "a repeated number" }
      let result = ReportedResult()
      let task = Task {
        await Self.runTurn(turn, number, gate, result, answer)
        self.forget(Place(worker: worker, number: number))
      }
      turns[worker, default: [:]][number] = Turn(task: task, result: result)
      return nil
    }
  }

  private static func runTurn(
    _ turn: ForgeTurn, _ number: Int, _ gate: ForgeGate, _ result: ReportedResult,
    _ answer: @Sendable (ParentMessage) -> Void
  ) async {
    let ticket: Int
    do throws(ForgeError) {
      ticket = try await gate.enter(turn)
    } catch {
      guard case .rateLimited(let until) = error.code else {
        return answer(.refused(number, until: nil, owner: nil))
      }
      return answer(.refused(number, until: until, owner: error.owner))
    }
    answer(.granted(number))
    // Cancelling the task returns the turn early.
    try? await Task.sleep(for: longestTurn)
    await gate.leave(ticket, turn, result.value.withLock(\.self))
  }

  private func forget(_ place: Place) {
    turns.withLock { turns in
      turns[place.worker]?[place.number] = nil
      if turns[place.worker]?.isEmpty == true { turns[place.worker] = nil }
    }
  }

  /// Returns a turn, or cancels the wait for it.
  func leave(_ number: Int, worker: Int, _ result: ForgeTurn.Result?) {
    guard let turn = turns.withLock({ $0[worker]?[number] }) else { return }
    turn.result.value.withLock { $0 = result }
    turn.task.cancel()
  }

  /// Returns all turns of a worker that has ended.
  func leave(worker: Int) {
    for turn in turns.withLock({ $0[worker]?.values.map(\.task) ?? [] }) { turn.cancel() }
  }

  /// Closes the gate of a forge until a time.
  func close(_ forge: String, until: Timestamp, owner: String?) {
    guard let gate = gates[forge] else { return }
    let latest = Timestamp.now() + Self.longestRest
    let date = min(until, latest)
    Task { await gate.close(date, owner) }
  }
}
