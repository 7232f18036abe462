/// What the solver holds to be true of packages, in numbers.
extension Solver {
  /// Numbers a package and makes room for it everywhere.
  mutating func id(of package: Package) -> PackageID {
    let id = PackageID(index: packages.number(of: package))
    reserve()
    return id
  }

  mutating func reserve() {
    let count = packages.values.count
    while mentions.count < count {
      mentions.append([])
      chosen.append(nil)
      priorities.append(nil)
    }
    solution.reserve(count)
  }

  /// Makes a term of a client's words.
  mutating func term(_ package: PackageID, _ versions: Versions, isPositive: Bool) -> Term {
    Term(package: package, versions: sets.id(of: versions), isPositive: isPositive)
  }

  /// Turns a client's constraint into an incompatibility; nil where it says nothing.
  ///
  /// It holds for the version it was asked for at least, so that the search cannot meet it again
  /// and again without an effect.
  mutating func incompatibility(
    _ constraint: Constraint<Package, Versions, Provider.Reason>, of package: PackageID,
    at version: Version
  ) -> Incompatibility? {
    switch constraint {
    case .dependency(let versions, let name, let range):
      let depender = term(package, versions.including(version), isPositive: true)
      let needed = term(id(of: name), range, isPositive: false)
      return merged([depender, needed]).map { Incompatibility(terms: $0, cause: .dependency) }
    case .unusable(let versions, let reason):
      let cause = Incompatibility.Cause.unusable(reason: reasons.number(of: reason))
      let term = term(package, versions.including(version), isPositive: true)
      return Incompatibility(terms: [term], cause: cause)
    }
  }

  /// Joins terms of the same package; nil where the result can never be true.
  mutating func merged(_ terms: [Term]) -> [Term]? {
    var result: [Term] = []
    for term in terms {
      if let index = result.firstIndex(where: { $0.package == term.package }) {
        guard let both = sets.intersection(result[index], term) else { return nil }
        result[index] = both
      } else {
        result.append(term)
      }
    }
    return result
  }

  /// Records an incompatibility and files it under its packages.
  @discardableResult
  mutating func add(_ incompatibility: Incompatibility) -> IncompatibilityID {
    let id = record(incompatibility)
    file(id)
    return id
  }

  /// Records an incompatibility without filing it, as a step of a derivation.
  mutating func record(_ incompatibility: Incompatibility) -> IncompatibilityID {
    incompatibilities.append(incompatibility)
    return IncompatibilityID(index: incompatibilities.count - 1)
  }

  mutating func file(_ id: IncompatibilityID) {
    for term in incompatibilities[id.index].terms
    where term.isPositive || !propagation.visitsPositiveTermsOnly {
      mentions[term.package.index].append(id)
    }
  }

  /// Compares a term with all that is assigned.
  mutating func relation(to term: Term) -> Relation {
    guard let known = solution[term.package] else { return .overlap }
    return relation(of: known, to: term)
  }

  /// Compares two terms of a package, once for every pair of sets.
  mutating func relation(of known: Term, to term: Term) -> Relation {
    let signs = (known.isPositive ? 2 : 0) + (term.isPositive ? 1 : 0)
    let key = Memo.key(known.versions, term.versions, signs)
    if let found = relations[key], let relation = Relation(rawValue: UInt8(found)) {
      return relation
    }
    let relation = sets.relation(of: known, to: term)
    relations[key] = Int(relation.rawValue)
    return relation
  }

  /// Adds a derived assignment.
  mutating func derive(_ term: Term, cause: IncompatibilityID) {
    let known = solution[term.package]
    let sum = known.flatMap { sets.intersection($0, term) } ?? term
    solution.derive(term, sum: sum, cause: cause)
  }
}

extension VersionSet {
  fileprivate func including(_ version: Version) -> Self {
    contains(version) ? self : union(.exactly(version))
  }
}
