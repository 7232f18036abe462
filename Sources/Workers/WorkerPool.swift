private import CIsolation
import Glibc
import Synchronization

/// Processes of this program that do visits, one at a time each.
///
/// What to do is decided by `PoolState`; this performs it, on a thread of its own that neither
/// waits for a worker nor for Swift's tasks. A worker lives no longer than that thread.
package final class WorkerPool: Sendable {
  /// How a visit ended.
  package enum Outcome: Hashable, Sendable {
    /// The worker's answer.
    case answered([UInt8])
    /// The worker ended without an answer.
    case died(Death)
  }

  /// Callbacks for events of workers; called on the pool's thread, so they must not block.
  package struct Observer: Sendable {
    /// A worker said something; called before anything that it says later.
    ///
    /// `say` answers it, from any thread. A returned error ends the worker.
    package var heard:
      @Sendable (_ worker: Int, _ words: [UInt8], _ say: @escaping @Sendable ([UInt8]) -> Void) ->
        String?
    /// A worker's process is gone.
    package var ended: @Sendable (_ worker: Int, Death) -> Void

    /// Joins the two.
    package init(
      heard:
        @escaping @Sendable (
          _ worker: Int, _ words: [UInt8], _ say: @escaping @Sendable ([UInt8]) -> Void
        ) -> String?,
      ended: @escaping @Sendable (_ worker: Int, Death) -> Void
    ) {
      self.heard = heard
      self.ended = ended
    }
  }

  /// What other threads put in for the pool's thread.
  enum Wish: Sendable {
    case visit(Int, order: Frame, CheckedContinuation<Outcome, Never>)
    case cancel(Int)
    case send(worker: Int, Frame)
    case retire
    case shutDown(CheckedContinuation<Void, Never>?)
  }

  private struct Inbox {
    var wishes: [Wish] = []
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
  ///   - limits: what a worker may use.
  ///   - greeting: the first frame that each worker gets.
  ///   - frameLimit: of what a worker may say at a time, in bytes.
  ///   - observer: receives the messages of workers.
  package init(
    limits: PoolLimits, greeting: [UInt8], frameLimit: Int = 1 << 20, observer: Observer
  ) {
    bell = martlet_bell()
    let loop = PoolLoop(
      limits: limits, greeting: Frame(.word, greeting), frameLimit: frameLimit,
      observer: observer, bell: bell)
    startThread { [self] in
      var loop = loop
      loop.say = { worker, words in self.say(words, to: worker) }
      while loop.turn(taking: self.take()) { known.withLock { $0 = loop.counts } }
      close()
    }
  }

  /// Workers with a visit, and all.
  package var counts: (busy: Int, all: Int) { known.withLock { $0 } }

  /// Has a worker do a visit.
  ///
  /// Once the caller's task is cancelled, the worker has a moment to break the visit off.
  ///
  /// - Parameter order: the message to the worker.
  /// - Returns: what it answers, or why it does not.
  package func visit(_ order: [UInt8]) async -> Outcome {
    let number = inbox.withLock { inbox in
      inbox.lastVisit += 1
      return inbox.lastVisit
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isTaken = put(.visit(number, order: Frame(.visit, order), continuation))
        if !isTaken { continuation.resume(returning: .died(.cancelled)) }
      }
    } onCancel: {
      put(.cancel(number))
    }
  }

  /// Says something to a worker; one that is gone hears nothing.
  package func say(_ words: [UInt8], to worker: Int) {
    put(.send(worker: worker, Frame(.word, words)))
  }

  /// Accepts no further visits and ends after the last one.
  package func retire() { put(.retire) }

  /// Ends all workers at once, and returns when they are gone.
  package func shutDown() async {
    await withCheckedContinuation { continuation in
      if !put(.shutDown(continuation)) { continuation.resume() }
    }
  }

  /// Hands a request to the pool's thread; false once that has ended.
  @discardableResult private func put(_ wish: Wish) -> Bool {
    inbox.withLock { inbox in
      guard !inbox.hasEnded else { return false }
      inbox.wishes.append(wish)
      var one: UInt64 = 1
      _ = write(bell, &one, 8)
      return true
    }
  }

  private func take() -> [Wish] {
    inbox.withLock { inbox in
      defer { inbox.wishes = [] }
      return inbox.wishes
    }
  }

  /// Answers what came too late.
  private func close() {
    let late = inbox.withLock { inbox in
      inbox.hasEnded = true
      Glibc.close(bell)
      defer { inbox.wishes = [] }
      return inbox.wishes
    }
    known.withLock { $0 = (0, 0) }
    for wish in late {
      switch wish {
      case .visit(_, _, let continuation): continuation.resume(returning: .died(.cancelled))
      case .shutDown(let continuation): continuation?.resume()
      case .cancel, .send, .retire: break
      }
    }
  }
}
