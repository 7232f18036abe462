internal import Synchronization
import Time

/// Remembers that the source does not respond, so that not every repository of a pass waits for it.
package final class AdvisoryOutage: Sendable {
  private struct State {
    var until = Timestamp.epoch
    var failure: AdvisoryFailure?
  }

  /// The time after a failure in which no requests are made.
  private static let pause = Duration.seconds(300)

  private let state = Mutex(State())

  /// Creates a state without a failure.
  package init() {}

  /// The last failure if requests are still paused after it; otherwise nil.
  func failure(at now: Timestamp) -> AdvisoryFailure? {
    state.withLock { now < $0.until ? $0.failure : nil }
  }

  func record(_ failure: AdvisoryFailure, at now: Timestamp) {
    state.withLock { state in
      state.until = now + Self.pause
      state.failure = failure
    }
  }
}
