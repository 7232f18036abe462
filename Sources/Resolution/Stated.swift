/// The incompatibilities that come from the provider, by their terms: a hash table with open
/// addressing, whose keys are the terms in `Incompatibilities`.
///
/// A provider states the same dependency for several versions if all of them have it.
struct Stated: Sendable {
  /// The number of each incompatibility plus one; zero for a free slot.
  private var slots = [UInt32](repeating: 0, count: 1024)
  private var count = 0

  /// Returns the number of an equal incompatibility; nil if the table has no such incompatibility.
  func find(
    _ incompatibility: Incompatibility, in all: Incompatibilities
  ) -> IncompatibilityID? {
    var slot = Self.hash(incompatibility.terms[...]) & (slots.count - 1)
    while slots[slot] != 0 {
      let id = IncompatibilityID(index: Int(slots[slot]) - 1)
      if all.isEqual(id, incompatibility) { return id }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds the number of an incompatibility that is not in the table.
  mutating func insert(_ id: IncompatibilityID, in all: Incompatibilities) {
    if 2 * count >= slots.count { grow(all) }
    enter(id, all)
    count += 1
  }

  private mutating func enter(_ id: IncompatibilityID, _ all: Incompatibilities) {
    var slot = Self.hash(all.terms(of: id)) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(id.index) + 1
  }

  private mutating func grow(_ all: Incompatibilities) {
    let old = slots
    slots = [UInt32](repeating: 0, count: 2 * old.count)
    for mark in old where mark != 0 { enter(IncompatibilityID(index: Int(mark) - 1), all) }
  }

  private static func hash(_ terms: ArraySlice<Term>) -> Int {
    var mixed: UInt64 = 0
    for term in terms {
      mixed = (mixed ^ term.number) &* 0x9e37_79b9_7f4a_7c15
      mixed ^= mixed >> 32
    }
    return Int(truncatingIfNeeded: mixed >> 1)
  }
}
