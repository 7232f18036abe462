/// Between the client's words and the solver's numbers.
extension Solver {
  /// Numbers a package and makes room for it everywhere.
  mutating func id(of package: Package) -> PackageID {
    let id = PackageID(index: packages.number(of: package))
    reserve()
    return id
  }

  mutating func reserve() {
    let count = packages.values.count
    guard chosen.count < count else { return }
    while chosen.count < count { chosen.append(nil) }
    knowledge.reserve(count)
  }

  /// Makes a term of a client's words.
  mutating func term(_ package: PackageID, _ versions: Versions, isPositive: Bool) -> Term {
    Term(package: package, versions: sets.id(of: versions), isPositive: isPositive)
  }

  /// Turns a client's constraint into an incompatibility; nil where it says nothing.
  ///
  /// It holds for the version it was asked for at least, so that the search cannot meet it again
  /// and again without an effect.
  ///
  /// - Parameters:
  ///   - constraint: what the client says.
  ///   - decision: the term of the version alone that it was asked for.
  ///   - version: that version.
  /// - Returns: terms that must not all be true.
  mutating func incompatibility(
    _ constraint: Constraint<Package, Versions, Provider.Reason>, of decision: Term,
    at version: Version
  ) -> Incompatibility? {
    switch constraint {
    case .dependency(let versions, let name, let range):
      let depender = depender(versions, decision, at: version)
      let needed = term(id(of: name), range, isPositive: false)
      guard needed.package == depender.package else {
        return Incompatibility(terms: [depender, needed], cause: .dependency)
      }
      return merged([depender, needed]).map { Incompatibility(terms: $0, cause: .dependency) }
    case .unusable(let versions, let reason):
      let cause = Incompatibility.Cause.unusable(reason: reasons.number(of: reason))
      return Incompatibility(terms: [depender(versions, decision, at: version)], cause: cause)
    }
  }

  /// The term of those versions that depend.
  private mutating func depender(
    _ versions: Versions, _ decision: Term, at version: Version
  ) -> Term {
    if versions == sets[decision.versions] { return decision }
    return term(decision.package, versions.including(version), isPositive: true)
  }

  /// Joins terms of the same package; nil where the result can never be true.
  mutating func merged(_ terms: [Term]) -> [Term]? {
    var result: [Term] = []
    result.reserveCapacity(terms.count)
    for term in terms {
      if let index = result.firstIndex(where: { $0.package == term.package }) {
        guard let both = intersection(result[index], term) else { return nil }
        result[index] = both
      } else {
        result.append(term)
      }
    }
    return result
  }

  /// Compares a term with all that is assigned.
  mutating func relation(to term: Term) -> Relation {
    guard let sum = knowledge.solution[term.package] else { return .overlap }
    return relation(of: sum, to: term)
  }

  /// Compares two terms of a package, once for every pair of sets.
  mutating func relation(of sum: Term, to term: Term) -> Relation {
    if let known = knowledge.relation(of: sum, to: term) { return known }
    let relation = sets.relation(of: sum, to: term)
    knowledge.learn(relation, of: sum, to: term)
    return relation
  }

  /// Makes the term that is true when both are, or nil where that can never be.
  mutating func intersection(_ one: Term, _ other: Term) -> Term? {
    switch knowledge.intersection(one, other) {
    case .term(let term)?: return term
    case .never?: return nil
    case nil: break
    }
    let result = sets.intersection(one, other)
    knowledge.learn(result, from: one, other)
    return result
  }
}

extension VersionSet {
  fileprivate func including(_ version: Version) -> Self {
    contains(version) ? self : union(.exactly(version))
  }
}
