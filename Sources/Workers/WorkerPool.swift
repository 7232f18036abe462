private import CIsolation
import Libc
import Synchronization

/// Runs visits in worker processes of this program, one visit at a time in each.
///
/// `PoolState` decides; the pool performs its actions on a separate thread that waits neither for a
/// worker nor for Swift's tasks. The kernel ends the workers when that thread ends.
package final class WorkerPool: Sendable {
  /// The result of a visit.
  package enum Outcome: Hashable, Sendable {
    /// The worker's answer.
    case answered([UInt8])
    /// The worker ended without an answer.
    case died(Death)
  }

  /// Returns the first message to a worker for visits of a group; called on the pool's thread.
  package typealias Greeting = @Sendable (PoolState.Group) -> [UInt8]

  /// Callbacks for events of workers; called on the pool's thread, so they must not block.
  package struct Observer: Sendable {
    /// A message from a worker, in the order in which the worker sent them.
    ///
    /// `send` answers it, from any thread. A returned error ends the worker.
    package var received:
      @Sendable (_ worker: Int, _ payload: [UInt8], _ send: @escaping @Sendable ([UInt8]) -> Void)
        ->
        String?
    /// A worker gets a visit.
    package var assigned: @Sendable (_ worker: Int, _ order: [UInt8]) -> Void
    /// A worker has answered its visit.
    package var answered: @Sendable (_ worker: Int) -> Void
    /// A worker has started, without some restrictions.
    package var ready: @Sendable (_ missing: Confinement) -> Void
    /// A visit starts again, because all workers together used too much memory.
    package var retried: @Sendable (_ order: [UInt8]) -> Void
    /// A worker's process has ended.
    package var ended: @Sendable (_ worker: Int, Death) -> Void

    /// Creates an observer.
    package init(
      received:
        @escaping @Sendable (
          _ worker: Int, _ payload: [UInt8], _ send: @escaping @Sendable ([UInt8]) -> Void
        ) -> String?,
      assigned: @escaping @Sendable (_ worker: Int, _ order: [UInt8]) -> Void,
      answered: @escaping @Sendable (_ worker: Int) -> Void,
      ready: @escaping @Sendable (_ missing: Confinement) -> Void,
      retried: @escaping @Sendable (_ order: [UInt8]) -> Void,
      ended: @escaping @Sendable (_ worker: Int, Death) -> Void
    ) {
      self.received = received
      self.assigned = assigned
      self.answered = answered
      self.ready = ready
      self.retried = retried
      self.ended = ended
    }
  }

  /// A request of another thread to the pool's thread.
  enum Request: Sendable {
    case visit(
      Int, of: PoolState.Group, isPrompt: Bool, order: Frame, begun: @Sendable () -> Void,
      CheckedContinuation<Outcome, Never>)
    case cancel(Int)
    case send(worker: Int, Frame)
    case retire
    case shutDown(CheckedContinuation<Void, Never>?)
  }

  private struct Inbox {
    var requests: [Request] = []
    var lastVisit = 0
    var hasEnded = false
  }

  private let inbox = Mutex(Inbox())
  private let known = Mutex((busy: 0, all: 0))
  /// Wakes the pool's thread (eventfd(2)).
  private let bell: Int32

  /// Starts the pool's thread, and no worker yet.
  ///
  /// - Parameters:
  ///   - limits: the limits of workers and visits.
  ///   - greeting: the first message to each worker.
  ///   - frameLimit: the maximum length of a worker's message, in bytes.
  ///   - observer: receives the messages of workers.
  package init(
    limits: PoolLimits, greeting: @escaping Greeting, frameLimit: Int = 1 << 20,
    observer: Observer
  ) {
    bell = martlet_bell()
    let loop = PoolLoop(
      limits: limits, greeting: greeting, frameLimit: frameLimit,
      observer: observer, bell: bell)
    requireThread { [self] in
      var loop = loop
      loop.send = { worker, payload in self.send(payload, to: worker) }
      while loop.turn(handling: self.drainRequests()) { known.withLock { $0 = loop.counts } }
      close()
    }
  }

  /// The number of workers with a visit, and of all.
  package var counts: (busy: Int, all: Int) { known.withLock { $0 } }

  /// Runs a visit in a worker.
  ///
  /// If the caller's task is cancelled, the worker has `PoolLimits.grace` to end the visit.
  ///
  /// - Parameters:
  ///   - order: the message to the worker; sent again if the visit starts again.
  ///   - group: the visits with which it may share a worker.
  ///   - isPrompt: whether a person waits for it, so that it goes before others.
  ///   - begun: called on the pool's thread each time a worker gets the visit.
  /// - Returns: the worker's answer, or the reason why there is none.
  package func visit(
    _ order: [UInt8], of group: PoolState.Group, isPrompt: Bool = false,
    begun: @escaping @Sendable () -> Void = {}
  ) async -> Outcome {
    let number = inbox.withLock { inbox in
      inbox.lastVisit += 1
      return inbox.lastVisit
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isTaken = put(
          .visit(
            number, of: group, isPrompt: isPrompt, order: Frame(.visit, order), begun: begun,
            continuation))
        if !isTaken { continuation.resume(returning: .died(.cancelled)) }
      }
    } onCancel: {
      put(.cancel(number))
    }
  }

  /// Sends a message to a worker; does nothing if the worker has ended.
  package func send(_ payload: [UInt8], to worker: Int) {
    put(.send(worker: worker, Frame(.message, payload)))
  }

  /// Accepts no further visits and ends after the last one.
  package func retire() { put(.retire) }

  /// Kills all workers, and returns after their processes have ended.
  package func shutDown() async {
    await withCheckedContinuation { continuation in
      if !put(.shutDown(continuation)) { continuation.resume() }
    }
  }

  /// Passes a request to the pool's thread; false if that has ended.
  @discardableResult private func put(_ request: Request) -> Bool {
    inbox.withLock { inbox in
      guard !inbox.hasEnded else { return false }
      inbox.requests.append(request)
      var one: UInt64 = 1
      _ = write(bell, &one, 8)
      return true
    }
  }

  private func drainRequests() -> [Request] {
    inbox.withLock { inbox in
      defer { inbox.requests = [] }
      return inbox.requests
    }
  }

  /// Closes the inbox, and answers the requests that came too late.
  private func close() {
    let late = inbox.withLock { inbox in
      inbox.hasEnded = true
      Libc.close(bell)
      defer { inbox.requests = [] }
      return inbox.requests
    }
    known.withLock { $0 = (0, 0) }
    for request in late {
      switch request {
      case .visit(_, _, _, _, _, let continuation):
        continuation.resume(returning: .died(.cancelled))
      case .shutDown(let continuation): continuation?.resume()
      case .cancel, .send, .retire: break
      }
    }
  }
}
