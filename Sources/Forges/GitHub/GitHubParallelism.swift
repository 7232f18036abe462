/// How many requests may be under way at once: halved by a secondary limit, grown by successes.
///
/// Hosts don't publish the number, so it is found as TCP finds its window: with 12 at the start and a
/// host that takes 3, two refusals lead to 3, and after 60 successes 4 are tried.
struct GitHubParallelism: Hashable, Sendable {
  /// The successes, for each request that may be under way, after which one more is tried.
  private static let patience = 20

  /// The number that may be under way now; at least 1.
  private(set) var width: Int
  /// The number of reductions so far.
  ///
  /// Requests that were under way together are refused together, so only the first refusal of an era
  /// reduces the width.
  private(set) var era = 0
  private let limit: Int
  private var successes = 0

  /// Begins with `limit`, which is never exceeded.
  init(limit: Int) {
    width = limit
    self.limit = limit
  }

  /// Counts a request that the host answered.
  mutating func noteSuccess() {
    guard width < limit else { return }
    successes += 1
    guard successes >= Self.patience * width else { return }
    successes = 0
    width += 1
  }

  /// Halves the width, unless that was done since the request began.
  ///
  /// - Parameter era: as it was when the request began.
  mutating func noteRefusal(of era: Int) {
    successes = 0
    guard era == self.era else { return }
    width = max(1, width / 2)
    self.era += 1
  }
}
