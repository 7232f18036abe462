import Dispatch
import Synchronization

/// Threads that run handlers, apart from the pool that all other tasks of the process share.
///
/// A handler answers even while every thread of that pool is busy with something that does not end.
final class HandlerThreads: TaskExecutor {
  /// The threads of the process; they never end.
  static let shared = HandlerThreads(count: 4)

  private struct Queue {
    var jobs: [UnownedJob] = []
    var next = 0
  }

  private let queue = Mutex(Queue())
  private let waiting = DispatchSemaphore(value: 0)

  private init(count: Int) {
    for _ in 0..<count { WorkerThread.start { [self] in run() } }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.withLock { $0.jobs.append(job) }
    waiting.signal()
  }

  private func run() {
    while true {
      waiting.wait()
      let job = queue.withLock { queue in
        defer {
          queue.next += 1
          if queue.next == queue.jobs.count { queue = Queue() }
        }
        return queue.jobs[queue.next]
      }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
