import Resolution

/// A version for each chosen package.
typealias Selection = [String: Int]

extension Universe {
  /// All possible selections.
  ///
  /// The root is chosen in each.
  var selections: [Selection] {
    packages.keys.sorted().reduce([["root": 1]]) { partial, name in
      partial.flatMap { selection in
        [selection] + versions(of: name).map { selection.merging([name: $0]) { $1 } }
      }
    }
  }

  /// Whether all dependencies of the chosen versions are satisfied.
  func isSolution(_ selection: Selection) -> Bool {
    selection.allSatisfy { name, version in
      dependencies(of: name, at: version).allSatisfy { dependency in
        selection[dependency.name].map(dependency.versions.contains) ?? false
      }
    }
  }

  /// Whether an exhaustive search finds a solution.
  func hasSolution() -> Bool { hasSolution(["root": 1], requiring: root) }

  private func hasSolution(_ selection: Selection, requiring dependencies: Dependencies) -> Bool {
    guard let next = dependencies.first else { return true }
    let rest = Array(dependencies.dropFirst())
    if let chosen = selection[next.name] {
      return next.versions.contains(chosen) && hasSolution(selection, requiring: rest)
    }
    return versions(of: next.name).filter(next.versions.contains).contains { version in
      hasSolution(
        selection.merging([next.name: version]) { $1 },
        requiring: rest + self.dependencies(of: next.name, at: version))
    }
  }

  /// The packages that the root depends on, directly or indirectly.
  func reachable(in selection: Selection) -> Set<String> {
    var seen: Set<String> = ["root"]
    var open = ["root"]
    while let name = open.popLast() {
      guard let version = selection[name] else { continue }
      for dependency in dependencies(of: name, at: version)
      where seen.insert(dependency.name).inserted { open.append(dependency.name) }
    }
    return seen
  }
}

extension Derivation.Fact where Package == String, Versions == VersionRanges<Int> {
  /// Whether the fact rules a selection out.
  func rulesOut(_ selection: Selection) -> Bool {
    claims.allSatisfy { claim in
      let isChosen = selection[claim.package].map(claim.versions.contains) ?? false
      return isChosen == claim.isPositive
    }
  }

  /// Whether a fact without causes is true in a universe.
  func isTrue(in universe: Universe) -> Bool {
    switch cause {
    case .root: true
    case .noVersions:
      !universe.versions(of: claims[0].package).contains { claims[0].versions.contains($0) }
    case .unusable: universe.packages[claims[0].package] == nil
    case .dependency: isDependency(in: universe)
    case .derived: false
    }
  }

  private func isDependency(in universe: Universe) -> Bool {
    let name = claims[0].package
    return universe.versions(of: name).filter { claims[0].versions.contains($0) }.allSatisfy {
      universe.dependencies(of: name, at: $0).contains { dependency in
        claims.count == 2
          ? dependency == (claims[1].package, claims[1].versions) : dependency.name == name
      }
    }
  }
}
