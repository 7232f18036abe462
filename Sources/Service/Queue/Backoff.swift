/// The delay before a failed visit is repeated; pure.
///
/// The delay is a minute, doubles with each failure and is at most six hours. Up to a tenth is added to
/// spread repositories that failed together.
package enum Backoff {
  /// The first delay, in seconds.
  static let first: Int64 = 60
  /// The maximum delay, in seconds.
  static let longest: Int64 = 6 * 3_600

  /// Returns the delay in seconds.
  ///
  /// - Parameters:
  ///   - attempts: consecutive failures, including the latest.
  ///   - key: spreads the visits of different repositories.
  /// - Returns: at least a minute.
  package static func delay(after attempts: Int, key: String) -> Int64 {
    let doubled = first << Int64(min(max(attempts, 1), 10) - 1)
    let delay = min(doubled, longest)
    return delay + Jitter.number(for: "\(key) \(attempts)", below: delay / 10)
  }
}
