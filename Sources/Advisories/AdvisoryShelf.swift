internal import Synchronization

/// Where records and answers are kept between passes, as two functions; a failing shelf is its own
/// affair and answers nil.
package struct AdvisoryShelf: Sendable {
  /// What was kept under a name.
  package var load: @Sendable (_ name: String) async -> [UInt8]?
  /// Keeps bytes in place of those before.
  package var keep: @Sendable (_ name: String, _ bytes: [UInt8]) async -> Void

  /// Makes a shelf of two functions.
  package init(
    load: @escaping @Sendable (_ name: String) async -> [UInt8]?,
    keep: @escaping @Sendable (_ name: String, _ bytes: [UInt8]) async -> Void
  ) {
    self.load = load
    self.keep = keep
  }

  /// Keeps nothing.
  package static let none = AdvisoryShelf(load: { _ in nil }, keep: { _, _ in })
}

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
