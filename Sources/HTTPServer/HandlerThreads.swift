import Libc
import Dispatch
import Synchronization

/// Threads that run handlers, separate from the process's thread pool.
///
/// Handlers run even while all threads of the pool are busy.
final class HandlerThreads: TaskExecutor {
  /// The threads, which never end.
  static let shared = HandlerThreads(count: 4)

  private struct Queue {
    var jobs: [UnownedJob] = []
    var next = 0
  }

  private let queue = Mutex(Queue())
  private let waiting = DispatchSemaphore(value: 0)

  private init(count: Int) {
    for _ in 0..<count { requireThread { [self] in run() } }
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
