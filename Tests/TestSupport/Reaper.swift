internal import Dispatch
internal import Glibc
internal import Synchronization

/// Sees a child's end the moment it comes, on a thread of its own.
///
/// No dead child may lie about unreaped. To learn that an exit test is over, swift-testing (6.3)
/// asks the system for whichever child has ended: it gets the same dead one again and again, keeps
/// a core busy with that, and never hears of its own, so that the run does not end.
final class Reaper: Sendable {
  private struct State {
    var status: Int32?
    var waiting: [@Sendable (Int32) -> Void] = []
  }

  private let child: pid_t
  private let state = Mutex(State())

  /// Watches from now on, whether or not anybody keeps the reaper.
  init(of child: pid_t) {
    self.child = child
    startThread { self.reap() }
  }

  /// The exit status, or 128 and the signal that ended it; nil while it lives.
  var status: Int32? { state.withLock(\.status) }

  /// Sends a signal, if it lives.
  func signal(_ number: Int32) {
    state.withLock { if $0.status == nil { kill(child, number) } }
  }

  /// Does something once it has ended, at once if it has.
  func whenEnded(_ body: @escaping @Sendable (Int32) -> Void) {
    let status = state.withLock { state in
      if state.status == nil { state.waiting.append(body) }
      return state.status
    }
    if let status { body(status) }
  }

  /// Returns once it was stopped, or has ended.
  @available(*, noasync, message: "a thread of the pool must not wait")
  func waitUntilStopped() {
    wait(for: WSTOPPED | WEXITED)
  }

  private func reap() {
    wait(for: WEXITED)
    let (status, waiting) = state.withLock { state in
      // Reaped under the lock and not before, so that nobody signals its number's next owner.
      var raw: Int32 = 0
      while waitpid(child, &raw, 0) < 0, errno == EINTR {}
      let signal = raw & 0x7f
      let status = signal == 0 ? raw >> 8 & 0xff : 128 + signal
      defer { state = State(status: status) }
      return (status, state.waiting)
    }
    for body in waiting { body(status) }
  }

  /// Returns once one of the changes has come over it, and leaves the news for others.
  private func wait(for changes: Int32) {
    var news = siginfo_t()
    while waitid(P_PID, id_t(child), &news, changes | WNOWAIT) < 0, errno == EINTR {}
  }
}
