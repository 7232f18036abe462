/// Decides how the service reacts to signals and file changes; pure.
package struct Lifecycle: Hashable, Sendable {
  /// A phase of the service.
  package enum Phase: Hashable, Sendable {
    /// Requests are answered and visits start.
    case serving
    /// Running visits can finish, and no visit starts.
    case draining
    /// Running visits were cancelled.
    case leaving
  }

  /// An event.
  package enum Event: Hashable, Sendable {
    /// SIGTERM or SIGINT.
    case askedToEnd
    /// SIGHUP.
    case askedToReload
    /// The operator's file was changed or replaced.
    case fileChanged
  }

  /// An action for the caller.
  package enum Action: Hashable, Sendable {
    /// Read the operator's file; an invalid file changes nothing.
    case reload
    /// Start no visit, and wait for the running ones.
    case drain
    /// Cancel the running visits; their jobs return to the queue.
    case cancelJobs
  }

  /// The current phase; never returns to an earlier one.
  package private(set) var phase = Phase.serving

  /// Starts with the phase `serving`.
  package init() {}

  /// Whether the service accepts requests.
  package var isReady: Bool { phase == .serving }

  /// Handles an event; the second request to end cancels the visits.
  package mutating func handle(_ event: Event) -> Action? {
    switch (phase, event) {
    case (.serving, .askedToReload), (.serving, .fileChanged): return .reload
    case (.serving, .askedToEnd):
      phase = .draining
      return .drain
    case (.draining, .askedToEnd):
      phase = .leaving
      return .cancelJobs
    case (.draining, _), (.leaving, _): return nil
    }
  }
}
