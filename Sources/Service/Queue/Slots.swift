/// How many visits of each forge are under way, and which forges take one more; pure.
package struct Slots: Hashable, Sendable {
  /// Visits that a forge takes at a time.
  private var limits: [String: Int]
  private var taken: [String: Int] = [:]
  private var pauses: [String: Int64] = [:]

  /// Starts with nothing under way.
  package init(limits: [String: Int]) {
    self.limits = limits
  }

  /// Visits under way, of all forges.
  package var count: Int { taken.values.reduce(0, +) }

  /// The forges that take a visit at `now`, in seconds since 1970; sorted.
  package func open(at now: Int64) -> [String] {
    limits.filter { forge, limit in
      taken[forge, default: 0] < limit && pauses[forge, default: .min] <= now
    }.keys.sorted()
  }

  /// Notes that a visit begins.
  package mutating func take(_ forge: String) {
    taken[forge, default: 0] += 1
  }

  /// Notes that a visit has ended.
  package mutating func give(back forge: String) {
    taken[forge] = max(0, taken[forge, default: 0] - 1)
  }

  /// Leaves a forge alone; a shorter pause never shortens a longer one.
  package mutating func pause(_ forge: String, until time: Int64) {
    pauses[forge] = max(pauses[forge] ?? .min, time)
  }

  /// Takes other limits; what is under way stays.
  package mutating func replace(limits: [String: Int]) {
    self.limits = limits
  }
}
