internal import Synchronization

extension Client {
  /// Limits the number of concurrent requests per host; further requests wait in order.
  package func limiting(perHost count: Int) -> Client {
    let slots = HostSlots(count: max(count, 1))
    return Client { request throws(HTTPError) in
      let host = try AbsoluteURL(request.url).origin.host
      guard await slots.acquire(at: host) else { throw request.failure(.cancelled) }
      defer { slots.give(at: host) }
      return try await self.send(request)
    }
  }
}

/// The slots and waiting requests of each host.
private final class HostSlots: Sendable {
  struct Waiter {
    var ticket: Ticket
    var continuation: CheckedContinuation<Bool, Never>
  }

  struct Host {
    var taken = 0
    var waiters: [Waiter] = []

    /// Returns the request that gets a slot; without one the slot is free.
    mutating func leave() -> Waiter? {
      if !waiters.isEmpty { return waiters.removeFirst() }
      taken -= 1
      return nil
    }
  }

  private let count: Int
  private let hosts = Mutex<[String: Host]>([:])

  init(count: Int) {
    self.count = count
  }

  /// Waits for a slot; false if the task is canceled, in which case no slot is taken.
  func acquire(at name: String) async -> Bool {
    let ticket = Ticket()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = Waiter(ticket: ticket, continuation: continuation)
        if let outcome = hosts.withLock({ enter(waiter, at: name, of: &$0) }) {
          continuation.resume(returning: outcome)
        }
      }
    } onCancel: {
      ticket.cancel()
      leave(ticket, at: name)
    }
  }

  /// Gives the slot to the request that has waited longest.
  func give(at name: String) {
    let next = hosts.withLock { hosts -> Waiter? in
      // In place: a copy of the host would copy all its waiters.
      let next = hosts[name]?.leave()
      if hosts[name]?.taken == 0 { hosts[name] = nil }
      return next ?? nil
    }
    next?.continuation.resume(returning: true)
  }

  /// Returns nil if the request must wait.
  private func enter(_ waiter: Waiter, at name: String, of hosts: inout [String: Host]) -> Bool? {
    if waiter.ticket.isCancelled { return false }
    if hosts[name, default: Host()].taken < count {
      hosts[name, default: Host()].taken += 1
      return true
    }
    hosts[name, default: Host()].waiters.append(waiter)
    return nil
  }

  private func leave(_ ticket: Ticket, at name: String) {
    let left = hosts.withLock { hosts -> Waiter? in
      guard let index = hosts[name]?.waiters.firstIndex(where: { $0.ticket === ticket })
      else { return nil }
      return hosts[name]?.waiters.remove(at: index)
    }
    left?.continuation.resume(returning: false)
  }
}
