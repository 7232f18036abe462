package import Time

/// Counts the running visits of each forge, and decides which forges accept another one; pure.
package struct Slots: Hashable, Sendable {
  /// The maximum number of concurrent visits, by forge.
  private var limits: [String: Int]
  private var taken: [String: Int] = [:]
  private var pauses: [String: Timestamp] = [:]

  /// Creates slots without running visits.
  package init(limits: [String: Int]) {
    self.limits = limits
  }

  /// The running visits of all forges.
  package var count: Int { taken.values.reduce(0, +) }

  /// Returns the forges that accept a visit at `now`; sorted.
  package func open(at now: Timestamp) -> [String] {
    limits.filter { forge, limit in
      taken[forge, default: 0] < limit && pauses[forge, default: .epoch] <= now
    }.keys.sorted()
  }

  /// Records the start of a visit.
  package mutating func occupy(_ forge: String) {
    taken[forge, default: 0] += 1
  }

  /// Records the end of a visit.
  package mutating func free(_ forge: String) {
    taken[forge] = max(0, taken[forge, default: 0] - 1)
  }

  /// Accepts no visits for a forge until a time; a later time replaces an earlier one.
  package mutating func pause(_ forge: String, until time: Timestamp) {
    pauses[forge] = max(pauses[forge] ?? .epoch, time)
  }

  /// Replaces the limits; running visits continue.
  package mutating func replace(limits: [String: Int]) {
    self.limits = limits
  }
}
