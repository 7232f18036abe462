import Logging
import Synchronization
import Time

/// Logs refused webhooks in a limited number of lines, because anybody can send forged ones.
final class RefusalLog: Sendable {
  private struct State {
    var quietUntil = Timestamp.epoch
    var untold = 0
  }

  /// The time between two lines.
  static let interval = Duration.seconds(10)

  private let log: Logger
  private let state = Mutex(State())

  init(_ log: Logger) {
    self.log = log
  }

  /// Writes a line, or counts refusals for the next line.
  func record(_ refusal: Delivery.Refusal, forge: String, client: String, now: Timestamp) {
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
