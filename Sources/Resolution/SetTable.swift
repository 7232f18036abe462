/// Interned sets of versions.
///
/// The search works on numbers; a client's set is touched once for every pair that meets.
struct SetTable<Versions: VersionSet>: Sendable {
  private(set) var sets: [Versions] = []
  private var ids: [Versions: Int] = [:]

  /// Numbers a set, the same for equal sets.
  mutating func id(of versions: Versions) -> SetID {
    if let known = ids[versions] { return SetID(index: known) }
    sets.append(versions)
    ids[versions] = sets.count - 1
    return SetID(index: sets.count - 1)
  }

  subscript(id: SetID) -> Versions { sets[id.index] }

  /// Makes the term that is true when both are, or nil where that can never be.
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

  /// Compares what is known with a term of the same package.
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

/// Results by a pair of terms of one package: a table with open places, since it is asked
/// for every term that is visited.
struct Memo: Sendable {
  /// Keys plus one; zero: an open place.
  private var keys = [UInt64](repeating: 0, count: 1024)
  private var results = [Int](repeating: 0, count: 1024)
  private var count = 0

  static func key(_ one: Term, _ other: Term) -> UInt64 {
    let signs: UInt64 = (one.isPositive ? 2 : 0) + (other.isPositive ? 1 : 0)
    return UInt64(one.versions.index) << 33 | UInt64(other.versions.index) << 2 | signs
  }

  subscript(key: UInt64) -> Int? {
    get {
      let place = place(of: key)
      return keys[place] == 0 ? nil : results[place]
    }
    set {
      guard let newValue else { return }
      if 2 * count >= keys.count { grow() }
      let place = place(of: key)
      if keys[place] == 0 { count += 1 }
      keys[place] = key + 1
      results[place] = newValue
    }
  }

  /// Where a key stands, or the open place where it would.
  private func place(of key: UInt64) -> Int {
    let mask = keys.count - 1
    var place = Int((key &* 0x9e37_79b9_7f4a_7c15) >> 32) & mask
    while keys[place] != 0, keys[place] != key + 1 { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    let (old, values) = (keys, results)
    keys = [UInt64](repeating: 0, count: 2 * old.count)
    results = [Int](repeating: 0, count: 2 * old.count)
    for (key, value) in zip(old, values) where key != 0 {
      let place = place(of: key - 1)
      keys[place] = key
      results[place] = value
    }
  }
}
