/// What the service does when it is told something; pure.
package struct Lifecycle: Hashable, Sendable {
  /// Where it is in its life.
  package enum Phase: Hashable, Sendable {
    /// Requests are answered and visits begin.
    case serving
    /// Visits under way may end, nothing new begins.
    case draining
    /// Visits under way were broken off.
    case leaving
  }

  /// What it is told.
  package enum Event: Hashable, Sendable {
    /// SIGTERM or SIGINT.
    case askedToEnd
    /// SIGHUP.
    case askedToReload
    /// The operator's file was written or exchanged.
    case fileChanged
  }

  /// What it does about it.
  package enum Action: Hashable, Sendable {
    /// Read the operator's file; a bad one leaves everything as it is.
    case reload
    /// Begin no visit, and wait for those under way.
    case drain
    /// Cancel the visits under way; their jobs go back to the queue.
    case breakOff
  }

  /// Only ever goes forward.
  package private(set) var phase = Phase.serving

  /// Starts in the middle of life.
  package init() {}

  /// Whether requests may be sent here.
  package var isReady: Bool { phase == .serving }

  /// Takes an event; who asks twice to end does not want to wait.
  package mutating func handle(_ event: Event) -> Action? {
    switch (phase, event) {
    case (.serving, .askedToReload), (.serving, .fileChanged): return .reload
    case (.serving, .askedToEnd):
      phase = .draining
      return .drain
    case (.draining, .askedToEnd):
      phase = .leaving
      return .breakOff
    case (.draining, _), (.leaving, _): return nil
    }
  }
}
