import Forges
import FoundationEssentials
import Synchronization
import Time
import Workers

/// Grants workers their slots at the forges, so that limits apply to all workers together.
///
/// A task holds each slot. It returns the slot when the worker requests that or has ended, or after a
/// time limit.
final class SlotBroker: Sendable {
  private struct SlotID: Hashable {
    var worker: Int
    var number: Int
  }

  /// A slot that is held or awaited.
  private struct Slot {
    var task: Task<Void, Never>
    var result = ReportedResult()
  }

  /// The result of the request, as reported by the worker.
  private final class ReportedResult: Sendable {
    let value = Mutex<RequestSlot.Result?>(nil)
  }

  /// The maximum number of slots of a worker, including those being returned.
  ///
  /// No visit has as many concurrent requests.
  private static let slotLimit = 256
  /// How long a slot is held at most; no request takes longer.
  private static let longestSlot = Duration.seconds(180)
  /// How long a worker can close a forge, in seconds.
  private static let longestRest = Duration.days(1)

  private let limiters: [String: ForgeRateLimiter]
  private let slots = Mutex<[Int: [Int: Slot]]>([:])
  /// The workers whose visit a person waits for.
  private let prompt = Mutex<Set<Int>>([])

  init(_ limiters: [String: ForgeRateLimiter]) {
    self.limiters = limiters
  }

  /// Begins a worker's visit; if a person waits for it, its requests pass others that wait.
  func begin(worker: Int, isPrompt: Bool) {
    prompt.withLock { workers in
      if isPrompt { workers.insert(worker) } else { workers.remove(worker) }
    }
  }

  /// Queues a worker's request, and answers it when it may be sent.
  ///
  /// - Returns: the error in the request; nil if there is no error.
  func enter(
    _ slot: RequestSlot, number: Int, worker: Int, forge: String,
    answer: @escaping @Sendable (ParentMessage) -> Void
  ) -> String? {
    guard let limiter = limiters[forge] else { return "an unknown forge" }
    var slot = slot
    slot.isPrompt = prompt.withLock { $0.contains(worker) }
    let own = slot
    return slots.withLock { slots in
      let held = slots[worker] ?? [:]
      guard held.count < Self.slotLimit else { return "too many requests under way" }
      guard held[number] == nil else { return "a repeated number" }
      let result = ReportedResult()
      let task = Task {
        await Self.runSlot(own, number, limiter, result, answer)
        self.forget(SlotID(worker: worker, number: number))
      }
      slots[worker, default: [:]][number] = Slot(task: task, result: result)
      return nil
    }
  }

  private static func runSlot(
    _ slot: RequestSlot, _ number: Int, _ limiter: ForgeRateLimiter, _ result: ReportedResult,
    _ answer: @Sendable (ParentMessage) -> Void
  ) async {
    let ticket: Int
    do throws(ForgeError) {
      ticket = try await limiter.enter(slot)
    } catch {
      guard case .rateLimited(let until) = error.code else {
        return answer(.refused(number, until: nil, owner: nil))
      }
      return answer(.refused(number, until: until, owner: error.owner))
    }
    answer(.granted(number))
    // Cancelling the task returns the slot early.
    try? await Task.sleep(for: longestSlot)
    await limiter.leave(ticket, slot, result.value.withLock(\.self))
  }

  private func forget(_ id: SlotID) {
    slots.withLock { slots in
      slots[id.worker]?[id.number] = nil
      if slots[id.worker]?.isEmpty == true { slots[id.worker] = nil }
    }
  }

  /// Returns a slot, or cancels the wait for it.
  func leave(_ number: Int, worker: Int, _ result: RequestSlot.Result?) {
    guard let slot = slots.withLock({ $0[worker]?[number] }) else { return }
    slot.result.value.withLock { $0 = result }
    slot.task.cancel()
  }

  /// Returns all slots of a worker that has ended.
  func leave(worker: Int) {
    begin(worker: worker, isPrompt: false)
    for slot in slots.withLock({ $0[worker]?.values.map(\.task) ?? [] }) { slot.cancel() }
  }

  /// Blocks a forge until a time.
  func close(_ forge: String, until: Timestamp, owner: String?) {
    guard let limiter = limiters[forge] else { return }
    let latest = Timestamp.now() + Self.longestRest
    let date = min(until, latest)
    Task { await limiter.close(date, owner) }
  }
}
