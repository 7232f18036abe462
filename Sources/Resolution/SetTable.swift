/// Interned sets of versions, and what was found when they were combined.
///
/// The search works on numbers; a client's set is touched once for every pair that meets.
struct SetTable<Versions: VersionSet>: Sendable {
  private var combinations = Memo()
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
    let versions: SetID
    switch (one.isPositive, other.isPositive) {
    case (true, true): versions = combine(.intersection, one.versions, other.versions)
    case (false, false): versions = combine(.union, one.versions, other.versions)
    case (true, false): versions = combine(.difference, one.versions, other.versions)
    case (false, true): versions = combine(.difference, other.versions, one.versions)
    }
    let isPositive = one.isPositive || other.isPositive
    if isPositive, sets[versions.index].isEmpty { return nil }
    return Term(package: one.package, versions: versions, isPositive: isPositive)
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

  private enum Operation: Int {
    case union
    case intersection
    case difference
  }

  private mutating func combine(_ operation: Operation, _ one: SetID, _ other: SetID) -> SetID {
    let key = Memo.key(one, other, operation.rawValue)
    if let found = combinations[key] { return SetID(index: found) }
    let ours = sets[one.index]
    let theirs = sets[other.index]
    let result =
      switch operation {
      case .union: ours.union(theirs)
      case .intersection: ours.intersection(theirs)
      case .difference: ours.subtracting(theirs)
      }
    let id = id(of: result)
    combinations[key] = id.index
    return id
  }
}

/// Results by a pair of sets and a kind of question: a table with open places, since it is asked
/// for every term that is visited.
struct Memo: Sendable {
  /// Keys plus one; zero: an open place.
  private var keys = [UInt64](repeating: 0, count: 1024)
  private var results = [Int](repeating: 0, count: 1024)
  private var count = 0

  static func key(_ one: SetID, _ other: SetID, _ kind: Int) -> UInt64 {
    UInt64(one.index) << 33 | UInt64(other.index) << 2 | UInt64(kind)
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
