import Ecosystem

/// Counts the steps of binding peers.
///
/// The number of places with different peers can grow exponentially with the number of packages, so
/// a limit on places alone doesn't limit the time.
final class PeerWork {
  private var steps = 0
  private let limit: Int

  /// Creates a counter; 100 million steps take about ten seconds.
  init(limit: Int = 100_000_000) {
    self.limit = limit
  }

  /// Counts comparisons of providers, or copies of them.
  func add(_ count: Int) { steps += count }

  /// Refuses a tree that took too many steps.
  func check(at package: String) throws(Problem) {
    if steps <= limit { return }
    throw Problem(
      .refused, "has peers that take more than \(limit) steps to bind, as many as a visit may take",
      subject: package)
  }
}
