/// The number of concurrent requests: halved by a secondary limit, increased after successes.
///
/// Hosts don't publish their limit, so it is found the way TCP finds its window: with 12 at the start
/// and a host that allows 3, two refusals lead to 3, and after 60 successes 4 are tried.
struct HostParallelism: Hashable, Sendable {
  /// The successes for each concurrent request after which one more is tried.
  private static let successesToWiden = 20

  /// The present number; at least 1.
  private(set) var width: Int
  /// The number of reductions so far.
  ///
  /// Concurrent requests are refused together, so only the first refusal of an era reduces the width.
  private(set) var era = 0
  private let limit: Int
  private var successes = 0

  /// Starts with `limit`, which is never exceeded.
  init(limit: Int) {
    width = limit
    self.limit = limit
  }

  /// Counts a request that the host answered.
  mutating func recordSuccess() {
    guard width < limit else { return }
    successes += 1
    guard successes >= Self.successesToWiden * width else { return }
    successes = 0
    width += 1
  }

  /// Halves the width, unless that happened after the request was sent.
  ///
  /// - Parameter era: the era in which the request was sent.
  mutating func recordRefusal(of era: Int) {
    successes = 0
    guard era == self.era else { return }
    width = max(1, width / 2)
    self.era += 1
  }
}
