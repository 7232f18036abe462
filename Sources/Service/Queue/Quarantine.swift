/// The delay before the next visit of a repository whose visits ended the whole process; pure.
///
/// The first time can be chance: the machine was shut down, or somebody killed the process. From the
/// second time on the delay doubles each time, so that one repository cannot stop the service. A
/// person's command or a push is not delayed.
package enum Quarantine {
  /// The delay after the second death.
  static let first = Duration.seconds(20)
  /// The maximum delay.
  static let longest = Duration.seconds(6 * 3_600)

  /// Returns the delay.
  ///
  /// - Parameters:
  ///   - deaths: consecutive visits that ended the process, including the latest.
  ///   - key: spreads the visits of different repositories.
  /// - Returns: zero after the first death.
  package static func rest(after deaths: Int, key: String) -> Duration {
    guard deaths > 1 else { return .zero }
    let rest = min(first * (1 << min(deaths - 2, 12)), longest)
    return rest + Jitter.delay(for: "\(key) \(deaths)", below: rest / 10)
  }
}
