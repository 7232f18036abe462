/// How long a repository that failed is left alone.
///
/// A minute, then twice as long each time, never more than six hours; a tenth of it spreads those
/// that failed together.
package enum Backoff {
  /// Seconds.
  static let first: Int64 = 60
  static let longest: Int64 = 6 * 3_600

  /// Says how many seconds a failure is away from the next try.
  ///
  /// - Parameters:
  ///   - attempts: failures so far, the latest included.
  ///   - key: what the tries are spread by.
  /// - Returns: at least a minute.
  package static func delay(after attempts: Int, key: String) -> Int64 {
    let doubled = first << Int64(min(max(attempts, 1), 10) - 1)
    let delay = min(doubled, longest)
    return delay + Jitter.number(for: "\(key) \(attempts)", below: delay / 10)
  }
}
