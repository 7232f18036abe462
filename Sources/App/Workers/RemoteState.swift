import Database
import Ecosystem
import Store
import Synchronization

/// A state call of a worker; the body of the packet is the content that it stores.
struct StateMessage: PacketHead {
  static var mark: UInt8 { 1 }

  /// The worker's number for it.
  var number: Int
  var call: StateCall
}

/// The parent's reply to a state call.
enum StateReply: PacketHead {
  /// The body of the packet is the value, with its length, and the content after it.
  case answer(Int, value: Int)
  case failure(Int, DatabaseError)
  case refusal(Int, StateRefusal)

  static var mark: UInt8 { 1 }

  fileprivate var number: Int {
    switch self {
    case .answer(let number, _), .failure(let number, _), .refusal(let number, _): number
    }
  }
}

/// A worker's state, whose calls the parent performs.
final class RemoteState: Sendable {
  private typealias Continuation = CheckedContinuation<Result<StateAnswer, any Error>, Never>

  private struct State {
    var last = 0
    var pending: [Int: Continuation] = [:]
    /// Calls that wait until fewer are under way, as `resume` functions.
    var waiting: [CheckedContinuation<Void, Never>] = []
    var running = 0
  }

  /// The most calls under way; the parent accepts a few more.
  private static let mostCalls = 32

  private let state = Mutex(State())
  /// Sends a payload to the parent.
  private let send: @Sendable ([UInt8]) -> Void

  init(_ send: @escaping @Sendable ([UInt8]) -> Void) {
    self.send = send
  }

  /// Returns a store whose calls the parent performs.
  ///
  /// - Throws: a `Problem` if it can't be created.
  func store() async throws(Problem) -> StateStore {
    do {
      return try await .remote { call, body in try await self.perform(call, body) }
    } catch {
      throw Problem(.failed, "the state cannot be created: \(error)")
    }
  }

  private func perform(_ call: StateCall, _ body: [UInt8]) async throws -> StateAnswer {
    await enter()
    defer { leave() }
    let result = await withCheckedContinuation { continuation in
      let number = state.withLock { state in
        state.last += 1
        state.pending[state.last] = continuation
        return state.last
      }
      send(Packet(StateMessage(number: number, call: call), body).encoded)
    }
    return try result.get()
  }

  private func enter() async {
    await withCheckedContinuation { continuation in
      let mayRun = state.withLock { state in
        guard state.running >= Self.mostCalls else {
          state.running += 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if mayRun { continuation.resume() }
    }
  }

  /// Lets the next call run, or frees its place.
  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.running -= 1
      return nil
    }
    next?.resume()
  }

  /// Handles a reply.
  func receive(_ packet: Packet<StateReply>) {
    let pending = state.withLock { $0.pending.removeValue(forKey: packet.head.number) }
    guard let pending else { return }
    switch packet.head {
    case .answer(_, let size):
      let value = Array(packet.body.prefix(max(0, size)))
      pending.resume(
        returning: .success(
          StateAnswer(value: value, body: Array(packet.body.dropFirst(value.count)))))
    case .failure(_, let error): pending.resume(returning: .failure(error))
    case .refusal(_, let error): pending.resume(returning: .failure(error))
    }
  }
}
