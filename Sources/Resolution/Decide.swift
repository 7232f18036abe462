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
      _ = knowledge.addOnce(new)
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
    guard let allowed = knowledge.solution.allowed(package) else { return nil }
    switch provider.choice(of: packages[package.index], in: sets[allowed]) {
    case .needs(let needs): return needs
    case .known(.version(let version)): return attempt(package, at: version)
    case .known(.none):
      let sum = Term(package: package, literal: knowledge.solution.sum(of: package))
      knowledge.add(Incompatibility(terms: [sum], cause: .noVersions))
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
        let missing = packages.compactMap { rank($0) }
        guard missing.isEmpty else { return .needs(unique(missing.flatMap(\.self))) }
      }
    }
    return .needs([])
  }

  /// Asks the provider for a package's priority.
  ///
  /// Returns the missing data, none if the provider gives up; nil if the priority is known.
  private mutating func rank(_ package: PackageID) -> [Provider.Need]? {
    guard let allowed = knowledge.solution.allowed(package) else { return nil }
    switch provider.priority(of: packages[package.index], in: sets[allowed]) {
    case .needs(let needs): return needs
    case .known(let priority):
      knowledge.priorities.learn(priority, of: package, in: allowed)
      return nil
    }
  }

  /// Adds a version's constraints, then decides it unless that would be a conflict.
  private mutating func attempt(_ package: PackageID, at version: Version) -> [Provider.Need]? {
    let decision = term(package, .exactly(version), isPositive: true)
    let stated: Range<UInt32>
    if let known = tried[decision] {
      stated = known
    } else {
      switch provider.constraints(of: packages[package.index], at: version) {
      case .needs(let needs): return needs
      case .known(let constraints): stated = add(constraints, of: decision, at: version)
      }
    }
    if !stated.contains(where: { isSatisfied(tried[$0], by: decision) }) {
      knowledge.solution.decide(decision)
      counted.decisions += 1
      chosen[package.index] = version
    }
    phase = .propagating(package)
    return nil
  }

  /// Adds the incompatibilities of a version, and returns their range in `tried`.
  private mutating func add(
    _ constraints: [Constraint<Package, Versions, Provider.Reason>], of decision: Term,
    at version: Version
  ) -> Range<UInt32> {
    var added: [IncompatibilityID] = []
    for constraint in constraints {
      guard let new = incompatibility(constraint, of: decision, at: version) else { continue }
      added.append(knowledge.addOnce(new))
    }
    return tried.add(decision, added)
  }

  /// Whether a decision would satisfy all terms of an incompatibility.
  private mutating func isSatisfied(_ id: IncompatibilityID, by decision: Term) -> Bool {
    let terms = knowledge.incompatibilities.terms(of: id)
    if terms.count == 1, let only = terms.first,
      knowledge.incompatibilities.cause(of: id) == .dependency
    {
      // A package that depends on itself can rule out versions other than this one.
      return relation(of: decision.literal, to: only.literal) == .subset
    }
    for term in terms where term.package != decision.package {
      if relation(to: term) != .subset { return false }
    }
    return true
  }

  /// Predicts the data that the next decisions need, so that the caller can fetch them early.
  ///
  /// If all data for a package's choice is known, it is asked about again only for other versions.
  mutating func hints(besides needs: [Provider.Need]) -> [Provider.Need] {
    var hints: [Provider.Need] = []
    for package in knowledge.solution.undecided {
      guard let allowed = knowledge.solution.allowed(package), foreseen[package.index] != allowed
      else { continue }
      let name = packages[package.index]
      guard case .known(.version(let version)) = provider.choice(of: name, in: sets[allowed])
      else { continue }
      switch provider.constraints(of: name, at: version) {
      case .needs(let more): hints += more
      case .known: foreseen[package.index] = allowed
      }
    }
    let needed = Set(needs)
    return unique(hints).filter { !needed.contains($0) }
  }

  private func unique(_ needs: [Provider.Need]) -> [Provider.Need] {
    var seen: Set<Provider.Need> = []
    return needs.filter { seen.insert($0).inserted }
  }
}
