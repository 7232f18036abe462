import Libc

extension Confinement {
  /// Starts a worker that only confines itself, to learn what this machine enforces.
  ///
  /// - Returns: the restrictions that are missing; nil if no worker answered within ten seconds.
  package static func probe() async -> Confinement? {
    await withCheckedContinuation { continuation in
      // The kernel ends the worker with the thread that started it.
      requireThread { continuation.resume(returning: probeOnThisThread()) }
    }
  }

  private static func probeOnThisThread() -> Confinement? {
    guard var process = try? WorkerProcess(frameLimit: 64) else { return nil }
    process.send(Frame(.cancel))
    var found: Confinement?
    let end = monotonicMilliseconds() + 10_000
    while found == nil, process.output >= 0, monotonicMilliseconds() < end {
      var ready = pollfd(fd: process.output, events: Int16(POLLIN), revents: 0)
      _ = poll(&ready, 1, 100)
      guard ready.revents != 0, let frames = try? process.receive() else { continue }
      found = frames.first.map { Confinement(payload: $0.payload) }
    }
    process.kill()
    while process.ending() == nil { usleep(1_000) }
    process.close()
    return found
  }
}
