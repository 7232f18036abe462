internal import Dispatch

/// Runs an actor on a dispatch queue of its own, where waiting for the disk holds up no task.
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

  /// Lets handlers that the queue itself calls say that they are inside of the actor.
  func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
