import Resolution

/// What is chosen: a version for some packages.
typealias Selection = [String: Int]

extension Universe {
  /// Every selection there is; the root is chosen in each.
  var selections: [Selection] {
    packages.keys.sorted().reduce([["root": 1]]) { partial, name in
      partial.flatMap { selection in
        [selection] + versions(of: name).map { selection.merging([name: $0]) { $1 } }
      }
    }
  }

  /// Whether all that is chosen has what it needs.
  func isSolution(_ selection: Selection) -> Bool {
    selection.allSatisfy { name, version in
      dependencies(of: name, at: version).allSatisfy { dependency in
        selection[dependency.name].map(dependency.versions.contains) ?? false
      }
    }
  }

  /// Whether trying every version of everything that is needed finds a solution.
  func hasSolution() -> Bool { hasSolution(["root": 1], needing: root) }

  private func hasSolution(_ selection: Selection, needing needs: Dependencies) -> Bool {
    guard let need = needs.first else { return true }
    let rest = Array(needs.dropFirst())
    if let chosen = selection[need.name] {
      return need.versions.contains(chosen) && hasSolution(selection, needing: rest)
    }
    return versions(of: need.name).filter(need.versions.contains).contains { version in
      hasSolution(
        selection.merging([need.name: version]) { $1 },
        needing: rest + dependencies(of: need.name, at: version))
    }
  }

  /// What the root needs, directly or through what is chosen.
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
  /// Whether a selection is one that the fact rules out.
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
