/// Decision making: chooses a package and a version, and adds the constraints of that version.
extension Solver {
  /// Decides the root and adds its constraints.
  ///
  /// Returns the missing data, or nil when done.
  mutating func begin() -> [Provider.Need]? {
    let constraints: [Constraint<Package, Versions, Provider.Reason>]
    switch provider.constraints(of: packages[root.index], at: rootVersion) {
    case .needs(let needs): return needs
    case .known(let known): constraints = known
    }
    let only = term(root, .exactly(rootVersion), isPositive: true)
    knowledge.add(Incompatibility(terms: [only.inverse], cause: .root))
    knowledge.solution.decide(only)
    chosen[root.index] = rootVersion
    for constraint in constraints {
      guard let new = incompatibility(constraint, of: only, at: rootVersion) else { continue }
      knowledge.addOnce(new)
    }
    phase = .propagating(root)
    return nil
  }

  /// Makes one decision, or learns why it is impossible.
  ///
  /// Returns the missing data, or nil.
  mutating func decide() -> [Provider.Need]? {
    guard !knowledge.solution.isComplete else {
      phase = .solved
      return nil
    }
    let package: PackageID
    switch nextPackage() {
    case .needs(let needs): return needs
    case .known(let next): package = next
    }
    guard let allowed = knowledge.solution[package] else { return nil }
    switch provider.choice(of: packages[package.index], in: sets[allowed.versions]) {
    case .needs(let needs): return needs
    case .known(.version(let version)): return attempt(package, at: version)
    case .known(.none): knowledge.add(Incompatibility(terms: [allowed], cause: .noVersions))
    case .known(.unavailable(let reason)): exclude(package, reason)
    }
    phase = .propagating(package)
    return nil
  }

  private mutating func exclude(_ package: PackageID, _ reason: Provider.Reason) {
    let cause = Incompatibility.Cause.unusable(reason: reasons.number(of: reason))
    knowledge.add(Incompatibility(terms: [term(package, .all, isPositive: true)], cause: cause))
  }

  /// Finds the package to decide next.
  ///
  /// Asks the provider for priorities that are out of date.
  private mutating func nextPackage() -> Answer<PackageID, Provider.Need> {
    while let next = knowledge.nextPackage() {
      switch next {
      case .package(let package): return .known(package)
      case .unranked(let packages):
        let needs = packages.flatMap { rank($0) }
        guard needs.isEmpty else { return .needs(unique(needs)) }
      }
    }
    return .needs([])
  }

  /// Asks the provider for a package's priority.
  ///
  /// Returns the missing data.
  private mutating func rank(_ package: PackageID) -> [Provider.Need] {
    guard let allowed = knowledge.solution[package]?.versions else { return [] }
    switch provider.priority(of: packages[package.index], in: sets[allowed]) {
    case .needs(let needs): return needs
    case .known(let priority):
      knowledge.priorities.learn(priority, of: package, in: allowed)
      return []
    }
  }

  /// Adds a version's constraints, then decides it unless that would be a conflict.
  private mutating func attempt(_ package: PackageID, at version: Version) -> [Provider.Need]? {
    let constraints: [Constraint<Package, Versions, Provider.Reason>]
    switch provider.constraints(of: packages[package.index], at: version) {
    case .needs(let needs): return needs
    case .known(let known): constraints = known
    }
    let decision = term(package, .exactly(version), isPositive: true)
    var isConflict = false
    for constraint in constraints {
      guard let new = incompatibility(constraint, of: decision, at: version) else { continue }
      knowledge.addOnce(new)
      isConflict = isConflict || isSatisfied(new, by: decision)
    }
    if !isConflict {
      knowledge.solution.decide(decision)
      counted.decisions += 1
      chosen[package.index] = version
    }
    phase = .propagating(package)
    return nil
  }

  /// Whether a decision would satisfy all terms of an incompatibility.
  private mutating func isSatisfied(_ new: Incompatibility, by decision: Term) -> Bool {
    if new.terms.count == 1, new.cause == .dependency {
      // A package that depends on itself can rule out versions other than this one.
      return relation(of: decision, to: new.terms[0]) == .subset
    }
    for term in new.terms where term.package != decision.package {
      if relation(to: term) != .subset { return false }
    }
    return true
  }

  /// Predicts the data that the next decisions need, so that the caller can fetch them early.
  mutating func hints(besides needs: [Provider.Need]) -> [Provider.Need] {
    var hints: [Provider.Need] = []
    for package in knowledge.solution.undecided {
      guard let allowed = knowledge.solution[package]?.versions else { continue }
      let name = packages[package.index]
      guard case .known(.version(let version)) = provider.choice(of: name, in: sets[allowed])
      else { continue }
      if case .needs(let more) = provider.constraints(of: name, at: version) { hints += more }
    }
    let needed = Set(needs)
    return unique(hints).filter { !needed.contains($0) }
  }

  private func unique(_ needs: [Provider.Need]) -> [Provider.Need] {
    var seen: Set<Provider.Need> = []
    return needs.filter { seen.insert($0).inserted }
  }
}
