internal import Synchronization

/// Remembers that the source does not answer, so that the repositories of a pass do not each wait
/// for it.
package final class AdvisoryOutage: Sendable {
  private struct State {
    var until = Duration.zero
    var failure: AdvisoryFailure?
  }

  /// For so long nothing is asked after a failure.
  private static let pause = Duration.seconds(300)

  private let state = Mutex(State())

  /// Starts with a source that is there.
  package init() {}

  /// Why nothing is asked now; nil: it is.
  func failure(at now: Duration) -> AdvisoryFailure? {
    state.withLock { now < $0.until ? $0.failure : nil }
  }

  func note(_ failure: AdvisoryFailure, at now: Duration) {
    state.withLock { state in
      state.until = now + Self.pause
      state.failure = failure
    }
  }
}
