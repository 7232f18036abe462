internal import Dispatch

/// Runs an actor on a separate dispatch queue, where it can block on the disk.
///
/// Linux has no `DispatchSerialQueue`, which is such an executor on Apple's systems.
final class QueueExecutor: SerialExecutor {
  let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Allows handlers on the queue to access the actor.
  func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
