internal import Dispatch
internal import Libc
internal import Synchronization

/// Waits for a child's end on a separate thread and reaps it immediately.
///
/// No ended child may stay unreaped. To wait for an exit test, swift-testing (6.3) asks the system
/// for any ended child. If another one is unreaped, it gets that one over and over, keeps a core
/// busy and never sees its own, so the run does not end.
final class Reaper: Sendable {
  private struct State {
    var status: Int32?
    var waiting: [@Sendable (Int32) -> Void] = []
  }

  let child: pid_t
  private let state = Mutex(State())

  /// Starts watching, even if the reaper is not kept.
  init(of child: pid_t) {
    self.child = child
    requireThread { self.reap() }
  }

  /// The exit status, or 128 plus the signal that ended the child; nil while it runs.
  var status: Int32? { state.withLock(\.status) }

  /// Sends a signal if the child is running.
  func signal(_ number: Int32) {
    state.withLock { if $0.status == nil { kill(child, number) } }
  }

  /// Calls `body` after the end of the child, immediately if it has ended.
  func whenEnded(_ body: @escaping @Sendable (Int32) -> Void) {
    let status = state.withLock { state in
      if state.status == nil { state.waiting.append(body) }
      return state.status
    }
    if let status { body(status) }
  }

  /// Blocks until the child has stopped or ended.
  @available(*, noasync, message: "a thread of the pool must not wait")
  func waitUntilStopped() {
    wait(for: WSTOPPED | WEXITED)
  }

  private func reap() {
    wait(for: WEXITED)
    let (status, waiting) = state.withLock { state in
      // Reaped under the lock, so that no signal can reach a later process with the same number.
      var raw: Int32 = 0
      while waitpid(child, &raw, 0) < 0, errno == EINTR {}
      let signal = raw & 0x7f
      let status = signal == 0 ? raw >> 8 & 0xff : 128 + signal
      defer { state = State(status: status) }
      return (status, state.waiting)
    }
    for body in waiting { body(status) }
  }

  /// Blocks until one of the changes has happened, and leaves it for other waiters.
  private func wait(for changes: Int32) {
    var news = siginfo_t()
    while waitid(P_PID, id_t(child), &news, changes | WNOWAIT) < 0, errno == EINTR {}
  }
}
