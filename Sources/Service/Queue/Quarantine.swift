/// How long a repository is left alone whose visits ended the whole process; pure.
///
/// The first time may be chance: the machine went down, or somebody killed the process. From the
/// second time on it waits, twice as long each time, so that one repository cannot keep a service
/// from working. A person's command or a push does not wait.
package enum Quarantine {
  /// Seconds after the second death.
  static let first: Int64 = 20
  /// Seconds at most.
  static let longest: Int64 = 6 * 3_600

  /// Returns the seconds until the next try.
  ///
  /// - Parameters:
  ///   - deaths: visits in a row that ended the process, the latest included.
  ///   - key: what the tries are spread by.
  /// - Returns: 0: at once.
  package static func rest(after deaths: Int, key: String) -> Int64 {
    guard deaths > 1 else { return 0 }
    let rest = min(first << Int64(min(deaths - 2, 12)), longest)
    return rest + Jitter.number(for: "\(key) \(deaths)", below: rest / 10)
  }
}
