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
  mutating func intersection(_ one: Literal, _ other: Literal) -> Literal? {
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
    return Literal(id(of: versions), isPositive: isPositive)
  }

  /// Compares a sum with a term of the same package.
  func relation(of known: Literal, to term: Literal) -> Relation {
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
