import Dispatch
import Libc
import Synchronization

/// A small pool of threads for blocking calls, which are abandoned after a deadline.
///
/// A hung server blocks one of these threads, but neither a thread of Swift's pool nor the caller:
/// the call is abandoned. At most `limit` calls run at a time; further calls wait in order, and the
/// wait counts towards their deadlines. An idle thread ends after a second.
package final class Threads: Sendable {
  private struct State {
    /// The number of threads, and of those that wait for work and have not been signalled.
    var running = 0
    var idle = 0
    var waiting: [any Runnable] = []
  }

  private let limit: Int
  private let state = Mutex(State())
  /// Receives one signal per thread that must look for work again.
  private let wake = DispatchSemaphore(value: 0)

  /// Creates a pool for up to `limit` concurrent calls.
  package init(limit: Int = 16) {
    self.limit = max(1, limit)
  }

  /// Runs `work` on a thread that may block.
  ///
  /// - Parameters:
  ///   - deadline: how long the caller waits, including the time in the queue.
  ///   - subject: the place for a timeout error.
  ///   - work: the blocking call; it can check `Call.isAbandoned` to stop early.
  /// - Returns: what `work` returned.
  /// - Throws: what `work` threw, or `.timedOut`, or `.cancelled` with the task.
  package func run<Value: Sendable>(
    deadline: Duration, subject: String,
    _ work: @escaping @Sendable (Call) throws(GitError) -> Value
  ) async throws(GitError) -> Value {
    let job = Job(work: work)
    let timer = Task {
      guard (try? await Task.sleep(for: deadline)) != nil else { return }
      job.finish(
        .failure(GitError(.timedOut, subject: subject, detail: "gave up after \(deadline)")))
    }
    defer { timer.cancel() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        job.start(continuation)
        enqueue(job)
      }
    } onCancel: {
      job.finish(.failure(GitError(.cancelled, subject: subject)))
    }
    return try result.get()
  }

  /// How a queued call gets a thread.
  private enum Hand {
    case idle
    case new
    /// The next thread that finishes takes it.
    case busy
  }

  private func enqueue(_ job: any Runnable) {
    let hand = state.withLock { state -> Hand in
      state.waiting.append(job)
      if state.idle > 0 {
        state.idle -= 1
        return .idle
      }
      guard state.running < limit else { return .busy }
      state.running += 1
      return .new
    }
    switch hand {
    case .idle: wake.signal()
    case .new: spawn()
    case .busy: break
    }
  }

  private func spawn() {
    if !startThread(stackSize: 4 << 20, { [self] in work() }) { refuse() }
  }

  /// Without any thread, queued calls would wait forever.
  private func refuse() {
    let orphans: [any Runnable] = state.withLock { state in
      state.running -= 1
      guard state.running == 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for orphan in orphans { orphan.refuse() }
  }

  private func work() {
    while let job = next() { job.run() }
  }

  /// Returns the next call; nil ends the thread.
  private func next() -> (any Runnable)? {
    while true {
      let job: (any Runnable)? = state.withLock { state in
        if !state.waiting.isEmpty { return state.waiting.removeFirst() }
        state.idle += 1
        return nil
      }
      if let job { return job }
      if wake.wait(timeout: .now() + .seconds(1)) == .success { continue }
      let isOver = state.withLock { state in
        guard state.idle > 0 else { return false }
        state.idle -= 1
        state.running -= 1
        return true
      }
      if isOver { return nil }
      // The last idle thread was taken, so its signal will follow.
      wake.wait()
    }
  }
}

extension Threads {
  /// A call, as seen by its work.
  package struct Call: Sendable {
    fileprivate let abandoned: @Sendable () -> Bool

    /// Whether the caller no longer waits for the result, so that the work can stop early.
    package var isAbandoned: Bool { abandoned() }
  }
}

private protocol Runnable: Sendable {
  func run()
  func refuse()
}

/// One call.
///
/// Its continuation is resumed exactly once, by the first result.
private final class Job<Value: Sendable>: Runnable {
  private enum State {
    case new
    case waiting(CheckedContinuation<Result<Value, GitError>, Never>)
    case finished(Result<Value, GitError>)
    case delivered
  }

  private let work: @Sendable (Threads.Call) throws(GitError) -> Value
  private let state = Mutex(State.new)

  init(work: @escaping @Sendable (Threads.Call) throws(GitError) -> Value) {
    self.work = work
  }

  var isOver: Bool {
    state.withLock { state in
      switch state {
      case .new, .waiting: false
      case .finished, .delivered: true
      }
    }
  }

  func start(_ continuation: CheckedContinuation<Result<Value, GitError>, Never>) {
    let early: Result<Value, GitError>? = state.withLock { state in
      if case .finished(let result) = state {
        state = .delivered
        return result
      }
      state = .waiting(continuation)
      return nil
    }
    if let early { continuation.resume(returning: early) }
  }

  func finish(_ result: Result<Value, GitError>) {
    let waiting: CheckedContinuation<Result<Value, GitError>, Never>? = state.withLock { state in
      switch state {
      case .new:
        state = .finished(result)
        return nil
      case .waiting(let continuation):
        state = .delivered
        return continuation
      case .finished, .delivered:
        return nil
      }
    }
    waiting?.resume(returning: result)
  }

  func run() {
    guard !isOver else { return }
    do throws(GitError) {
      finish(.success(try work(Threads.Call { self.isOver })))
    } catch {
      finish(.failure(error))
    }
  }

  func refuse() {
    finish(
      .failure(
        GitError(.other, subject: "thread", detail: "the system cannot create another thread"))
    )
  }
}
