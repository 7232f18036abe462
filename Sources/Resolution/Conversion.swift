/// Converts the client's values to the solver's numbers.
extension Solver {
  /// Returns the number of a package and grows all tables to hold it.
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

  /// Creates a term from the client's values.
  mutating func term(_ package: PackageID, _ versions: Versions, isPositive: Bool) -> Term {
    Term(package: package, versions: sets.id(of: versions), isPositive: isPositive)
  }

  /// Converts a constraint to an incompatibility; nil if the constraint is always true.
  ///
  /// The incompatibility always covers `version`. Otherwise the search could choose the same
  /// version repeatedly without any effect.
  ///
  /// - Parameters:
  ///   - constraint: the provider's constraint.
  ///   - decision: the term that allows only `version`.
  ///   - version: the version that the constraint was requested for.
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

  /// The term of the versions that have the dependency.
  private mutating func depender(
    _ versions: Versions, _ decision: Term, at version: Version
  ) -> Term {
    if versions == sets[decision.versions] { return decision }
    return term(decision.package, versions.including(version), isPositive: true)
  }

  /// Intersects the terms of each package; nil if the result can never be true.
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

  /// Compares a term with the partial solution.
  mutating func relation(to term: Term) -> Relation {
    relation(of: knowledge.solution.sum(of: term.package), to: term.literal)
  }

  /// Compares two terms of a package, once for every pair of sets.
  mutating func relation(of sum: Literal, to term: Literal) -> Relation {
    if let known = knowledge.comparisons.relation(of: sum, to: term) { return known }
    let relation = sets.relation(of: sum, to: term)
    knowledge.comparisons.learn(relation, of: sum, to: term)
    return relation
  }

  /// Returns the term that is true when both terms are, or nil if they can never both be true.
  mutating func intersection(_ one: Term, _ other: Term) -> Term? {
    intersection(one.literal, other.literal).map { Term(package: one.package, literal: $0) }
  }

  /// Intersects two terms of a package, once for every pair of sets.
  mutating func intersection(_ one: Literal, _ other: Literal) -> Literal? {
    switch knowledge.comparisons.intersection(one, other) {
    case .term(let term)?: return term
    case .never?: return nil
    case nil: break
    }
    let result = sets.intersection(one, other)
    knowledge.comparisons.learn(result, from: one, other)
    return result
  }
}

extension VersionSet {
  fileprivate func including(_ version: Version) -> Self {
    contains(version) ? self : union(.exactly(version))
  }
}
