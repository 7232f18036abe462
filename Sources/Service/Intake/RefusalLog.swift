import Logging
import Synchronization

/// Tells of refused webhooks in a bounded number of lines: anybody may send forged ones.
final class RefusalLog: Sendable {
  private struct State {
    var quietUntil = Int64.min
    var untold = 0
  }

  /// Seconds between two lines.
  static let interval: Int64 = 10

  private let log: Logger
  private let state = Mutex(State())

  init(_ log: Logger) {
    self.log = log
  }

  /// Writes a line, or counts refusals for the next line.
  func note(_ refusal: Delivery.Refusal, forge: String, client: String, now: Int64) {
    let untold: Int? = state.withLock { state in
      guard now >= state.quietUntil else {
        state.untold += 1
        return nil
      }
      defer { state = State(quietUntil: now + Self.interval) }
      return state.untold
    }
    guard let untold else { return }
    log.warning(
      "refused a webhook",
      ["forge": forge, "client": client, "why": "\(refusal)", "untold": "\(untold)"])
  }
}
