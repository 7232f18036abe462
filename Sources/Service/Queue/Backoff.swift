/// The delay before a failed visit is repeated; pure.
///
/// The delay is a minute, doubles with each failure and is at most six hours. Up to a tenth is added to
/// spread repositories that failed together.
package enum Backoff {
  /// The first delay.
  static let first = Duration.seconds(60)
  /// The maximum delay.
  static let longest = Duration.seconds(6 * 3_600)

  /// Returns the delay.
  ///
  /// - Parameters:
  ///   - attempts: consecutive failures, including the latest.
  ///   - key: spreads the visits of different repositories.
  /// - Returns: at least a minute.
  package static func delay(after attempts: Int, key: String) -> Duration {
    let doubled = first * (1 << (min(max(attempts, 1), 10) - 1))
    let delay = min(doubled, longest)
    return delay + Jitter.delay(for: "\(key) \(attempts)", below: delay / 10)
  }
}
