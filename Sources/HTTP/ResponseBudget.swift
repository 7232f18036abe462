import Synchronization

/// Limits the memory of responses that several askers share.
///
/// Each asker may hold a part. A response that would exceed it waits, except for one response of all
/// askers, so that even the largest one gets through.
///
///     let budget = ResponseBudget(share: 16 << 20)
///     request.reservation = budget.reservation(for: worker)
package final class ResponseBudget: Sendable {
  private struct State {
    /// Bytes by asker.
    var held: [Int: Int] = [:]
    /// The response that may exceed its asker's part.
    var leader: ObjectIdentifier?
  }

  private let share: Int
  private let state = Mutex(State())

  /// Creates a budget.
  ///
  /// - Parameter share: how much each asker may hold, in bytes.
  package init(share: Int) {
    self.share = share
  }

  /// Returns the reservation for a response; it ends with its last reference.
  package func reservation(for asker: Int) -> Reservation { Reservation(self, asker) }

  /// All bytes that are held.
  package var held: Int { state.withLock { $0.held.values.reduce(0, +) } }

  fileprivate func take(_ count: Int, _ reservation: Reservation) -> Bool {
    let own = ObjectIdentifier(reservation)
    return state.withLock { state in
      let held = state.held[reservation.asker] ?? 0
      if held + count > share {
        guard state.leader == nil || state.leader == own else { return false }
        state.leader = own
      }
      state.held[reservation.asker] = held + count
      return true
    }
  }

  fileprivate func give(back count: Int, of asker: Int, _ own: ObjectIdentifier) {
    state.withLock { state in
      let left = (state.held[asker] ?? 0) - count
      state.held[asker] = left > 0 ? left : nil
      if state.leader == own { state.leader = nil }
    }
  }
}

/// The memory of one response.
package final class Reservation: Sendable {
  fileprivate let asker: Int
  private let budget: ResponseBudget
  private let taken = Mutex(0)

  fileprivate init(_ budget: ResponseBudget, _ asker: Int) {
    self.budget = budget
    self.asker = asker
  }

  deinit { budget.give(back: taken.withLock { $0 }, of: asker, ObjectIdentifier(self)) }

  /// Reserves more bytes; false if they must wait.
  func take(_ count: Int) -> Bool {
    guard budget.take(count, self) else { return false }
    taken.withLock { $0 += count }
    return true
  }
}

extension Reservation: Hashable {
  /// Whether both are the same object.
  package static func == (left: Reservation, right: Reservation) -> Bool { left === right }

  /// Hashes the object's identity.
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
