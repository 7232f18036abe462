/// Decision making: which package, which version, and what follows from it.
extension Solver {
  /// Chooses the root and states what it needs; answers what is missing for that.
  mutating func begin() -> [Provider.Need]? {
    let constraints: [Constraint<Package, Versions, Provider.Reason>]
    switch provider.constraints(of: packages[root.index], at: rootVersion) {
    case .needs(let needs): return needs
    case .known(let known): constraints = known
    }
    let only = term(root, .exactly(rootVersion), isPositive: true)
    add(Incompatibility(terms: [only.inverse], cause: .root))
    solution.decide(only)
    chosen[root.index] = rootVersion
    for constraint in constraints {
      guard let new = incompatibility(constraint, of: root, at: rootVersion) else { continue }
      if known.insert(new).inserted { add(new) }
    }
    phase = .propagating(root)
    return nil
  }

  /// Makes one decision, or learns why it cannot be made; answers what is missing for that.
  mutating func decide() -> [Provider.Need]? {
    guard !solution.undecided.isEmpty else {
      phase = .solved
      return nil
    }
    let package: PackageID
    switch nextPackage() {
    case .needs(let needs): return needs
    case .known(let next): package = next
    }
    guard let allowed = solution[package] else { return nil }
    switch provider.choice(of: packages[package.index], in: sets[allowed.versions]) {
    case .needs(let needs): return needs
    case .known(.version(let version)): return attempt(package, at: version)
    case .known(.none): add(Incompatibility(terms: [allowed], cause: .noVersions))
    case .known(.unavailable(let reason)): exclude(package, reason)
    }
    phase = .propagating(package)
    return nil
  }

  private mutating func exclude(_ package: PackageID, _ reason: Provider.Reason) {
    let cause = Incompatibility.Cause.unusable(reason: reasons.number(of: reason))
    add(Incompatibility(terms: [term(package, .all, isPositive: true)], cause: cause))
  }

  /// Finds the undecided package of least priority, the earliest among equals.
  private mutating func nextPackage() -> Answer<PackageID, Provider.Need> {
    var best: (package: PackageID, priority: Priority)?
    var needs: [Provider.Need] = []
    for package in solution.undecided {
      var known = rememberedPriority(of: package)
      if known == nil {
        switch askPriority(of: package) {
        case .needs(let more): needs += more
        case .known(let priority): known = priority
        }
      }
      guard let known else { continue }
      if let least = best, least.priority <= known { continue }
      best = (package, known)
    }
    guard needs.isEmpty, let best else { return .needs(unique(needs)) }
    return .known(best.package)
  }

  /// A package's priority, unless it has been narrowed since it was asked for.
  private func rememberedPriority(of package: PackageID) -> Priority? {
    guard let last = priorities[package.index], last.versions == solution[package]?.versions else {
      return nil
    }
    return last.priority
  }

  private mutating func askPriority(of package: PackageID) -> Answer<Priority, Provider.Need> {
    guard let allowed = solution[package]?.versions else { return .needs([]) }
    let answer = provider.priority(of: packages[package.index], in: sets[allowed])
    if case .known(let priority) = answer { priorities[package.index] = (allowed, priority) }
    return answer
  }

  /// Adds what follows from a version, and decides it unless that is a conflict at once.
  private mutating func attempt(_ package: PackageID, at version: Version) -> [Provider.Need]? {
    let constraints: [Constraint<Package, Versions, Provider.Reason>]
    switch provider.constraints(of: packages[package.index], at: version) {
    case .needs(let needs): return needs
    case .known(let known): constraints = known
    }
    let decision = term(package, .exactly(version), isPositive: true)
    var isConflict = false
    for constraint in constraints {
      guard let new = incompatibility(constraint, of: package, at: version) else { continue }
      if known.insert(new).inserted { add(new) }
      isConflict = isConflict || isSatisfied(new, by: decision)
    }
    if !isConflict {
      solution.decide(decision)
      effort.decisions += 1
      chosen[package.index] = version
    }
    phase = .propagating(package)
    return nil
  }

  /// Whether a decision would make all terms of an incompatibility true.
  private mutating func isSatisfied(_ new: Incompatibility, by decision: Term) -> Bool {
    if new.terms.count == 1, new.cause == .dependency {
      // A package that depends on itself: other versions than this one may be ruled out by it.
      return relation(of: decision, to: new.terms[0]) == .subset
    }
    for term in new.terms where term.package != decision.package {
      if relation(to: term) != .subset { return false }
    }
    return true
  }

  /// Guesses what the next decisions will need, so that the caller may look it up at once.
  mutating func hints(besides needs: [Provider.Need]) -> [Provider.Need] {
    var hints: [Provider.Need] = []
    for package in solution.undecided {
      guard let allowed = solution[package]?.versions else { continue }
      let name = packages[package.index]
      guard case .known(.version(let version)) = provider.choice(of: name, in: sets[allowed])
      else { continue }
      if case .needs(let more) = provider.constraints(of: name, at: version) { hints += more }
    }
    let asked = Set(needs)
    return unique(hints).filter { !asked.contains($0) }
  }

  private func unique(_ needs: [Provider.Need]) -> [Provider.Need] {
    var seen: Set<Provider.Need> = []
    return needs.filter { seen.insert($0).inserted }
  }
}
