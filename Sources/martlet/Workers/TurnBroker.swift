import Forges
import FoundationEssentials
import Synchronization
import Workers

/// Gives workers their turns at the forges, whose limits hold for all of them together.
///
/// Each turn is held by a task, which gives it back when the worker says so, when the worker is
/// gone, or when it has been held for too long.
final class TurnBroker: Sendable {
  private struct Place: Hashable {
    var worker: Int
    var number: Int
  }

  /// A turn that is held or waited for.
  private struct Turn {
    var task: Task<Void, Never>
    var result = ReportedResult()
  }

  /// What the worker said about the request.
  private final class ReportedResult: Sendable {
    let value = Mutex<ForgeTurn.Result?>(nil)
  }

  /// Turns of a worker at a time, also those that are just being given back; more than a visit has
  /// requests under way.
  private static let mostTurns = 256
  /// No request takes longer.
  private static let longestTurn = Duration.seconds(180)
  /// No forge is closed for longer by a worker's word.
  private static let longestRest = TimeInterval(86_400)

  private let gates: [String: ForgeGate]
  private let turns = Mutex<[Int: [Int: Turn]]>([:])

  init(_ gates: [String: ForgeGate]) {
    self.gates = gates
  }

  /// Lets a worker wait for its turn, and answers it when the turn has come.
  ///
  /// Returns what is wrong with the request; nil: nothing.
  func enter(
    _ turn: ForgeTurn, number: Int, worker: Int, forge: String,
    answer: @escaping @Sendable (ParentWord) -> Void
  ) -> String? {
    guard let gate = gates[forge] else { return "a forge without a gate" }
    return turns.withLock { turns in
      let own = turns[worker] ?? [:]
      guard own.count < Self.mostTurns else { return "too many requests under way" }
      guard own[number] == nil else { return "a number twice" }
      let result = ReportedResult()
      let task = Task {
        await Self.hold(turn, number, gate, result, answer)
        self.forget(Place(worker: worker, number: number))
      }
      turns[worker, default: [:]][number] = Turn(task: task, result: result)
      return nil
    }
  }

  private static func hold(
    _ turn: ForgeTurn, _ number: Int, _ gate: ForgeGate, _ result: ReportedResult,
    _ answer: @Sendable (ParentWord) -> Void
  ) async {
    let ticket: Int
    do throws(ForgeError) {
      ticket = try await gate.enter(turn)
    } catch {
      guard case .rateLimited(let until) = error.code else {
        return answer(.refused(number, until: nil, owner: nil))
      }
      return answer(.refused(number, until: until.timeIntervalSince1970, owner: error.owner))
    }
    answer(.granted(number))
    // Ends early when the task is cancelled, which is how a turn is given back.
    try? await Task.sleep(for: longestTurn)
    await gate.leave(ticket, turn, result.value.withLock(\.self))
  }

  private func forget(_ place: Place) {
    turns.withLock { turns in
      turns[place.worker]?[place.number] = nil
      if turns[place.worker]?.isEmpty == true { turns[place.worker] = nil }
    }
  }

  /// Ends a turn, or the wait for it.
  func leave(_ number: Int, worker: Int, _ result: ForgeTurn.Result?) {
    guard let turn = turns.withLock({ $0[worker]?[number] }) else { return }
    turn.result.value.withLock { $0 = result }
    turn.task.cancel()
  }

  /// Ends all turns of a worker that is gone.
  func leave(worker: Int) {
    for turn in turns.withLock({ $0[worker]?.values.map(\.task) ?? [] }) { turn.cancel() }
  }

  /// Closes the gate of a forge for a while.
  func close(_ forge: String, until: Double, owner: String?) {
    guard let gate = gates[forge] else { return }
    let latest = Date.now.addingTimeInterval(Self.longestRest)
    let date = min(Date(timeIntervalSince1970: until), latest)
    Task { await gate.close(date, owner) }
  }
}
