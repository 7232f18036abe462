/// Interned version sets.
///
/// The search works on their numbers. Each pair of sets is compared only once by the client's code.
struct SetTable<Versions: VersionSet>: Sendable {
  private(set) var sets: [Versions] = []
  private var ids: [Versions: Int] = [:]

  /// Returns the number of a set; equal sets have the same number.
  mutating func id(of versions: Versions) -> SetID {
    if let known = ids[versions] { return SetID(index: known) }
    sets.append(versions)
    ids[versions] = sets.count - 1
    return SetID(index: sets.count - 1)
  }

  subscript(id: SetID) -> Versions { sets[id.index] }

  /// Returns the term that is true when both terms are, or nil if they can never both be true.
  mutating func intersection(_ one: Term, _ other: Term) -> Term? {
    let ours = sets[one.versions.index]
    let theirs = sets[other.versions.index]
    let versions =
      switch (one.isPositive, other.isPositive) {
      case (true, true): ours.intersection(theirs)
      case (false, false): ours.union(theirs)
      case (true, false): ours.subtracting(theirs)
      case (false, true): theirs.subtracting(ours)
      }
    let isPositive = one.isPositive || other.isPositive
    if isPositive, versions.isEmpty { return nil }
    return Term(package: one.package, versions: id(of: versions), isPositive: isPositive)
  }

  /// Compares a sum with a term of the same package.
  func relation(of known: Term, to term: Term) -> Relation {
    let ours = sets[known.versions.index]
    let theirs = sets[term.versions.index]
    return switch (known.isPositive, term.isPositive) {
    case (true, true):
      theirs.isSuperset(of: ours) ? .subset : theirs.isDisjoint(with: ours) ? .disjoint : .overlap
    case (true, false):
      theirs.isDisjoint(with: ours) ? .subset : theirs.isSuperset(of: ours) ? .disjoint : .overlap
    case (false, true): ours.isSuperset(of: theirs) ? .disjoint : .overlap
    case (false, false): ours.isSuperset(of: theirs) ? .subset : .overlap
    }
  }
}

/// Results by a pair of terms of one package, in a hash table with open addressing, since every
/// visit of a term reads it.
struct Memo: Sendable {
  /// Each key plus one; zero for a free slot.
  private var keys = [UInt64](repeating: 0, count: 1024)
  private var results = [Int](repeating: 0, count: 1024)
  private var count = 0

  static func key(_ one: Term, _ other: Term) -> UInt64 {
    let signs: UInt64 = (one.isPositive ? 2 : 0) + (other.isPositive ? 1 : 0)
    return UInt64(one.versions.index) << 33 | UInt64(other.versions.index) << 2 | signs
  }

  subscript(key: UInt64) -> Int? {
    get {
      let slot = slot(of: key)
      return keys[slot] == 0 ? nil : results[slot]
    }
    set {
      guard let newValue else { return }
      if 2 * count >= keys.count { grow() }
      let slot = slot(of: key)
      if keys[slot] == 0 { count += 1 }
      keys[slot] = key + 1
      results[slot] = newValue
    }
  }

  /// The slot of a key, or the free slot where it would go.
  private func slot(of key: UInt64) -> Int {
    let mask = keys.count - 1
    var slot = Int((key &* 0x9e37_79b9_7f4a_7c15) >> 32) & mask
    while keys[slot] != 0, keys[slot] != key + 1 { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let (old, values) = (keys, results)
    keys = [UInt64](repeating: 0, count: 2 * old.count)
    results = [Int](repeating: 0, count: 2 * old.count)
    for (key, value) in zip(old, values) where key != 0 {
      let slot = slot(of: key - 1)
      keys[slot] = key
      results[slot] = value
    }
  }
}
