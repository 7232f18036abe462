package import Ecosystem
import Ruby
import Versioning

extension BundlerEcosystem {
  /// Reads the gem's page of the compact index, or the tags of a repository that it is pinned to.
  ///
  /// Empty for folders, branches and commits. A version is held back if the Ruby or the RubyGems
  /// that the project names suits none of its variants. Yanked versions are not in the index.
  package func releases(
    of dependency: Dependency, in project: Project, tree: SourceTree
  ) async throws(Problem) -> [Release] {
    let state = try await ProjectState(project, in: tree, toolchain: toolchain)
    let definition = Definition(
      gemfile: state.gemfile, lock: state.lock, wish: Definition.Wish(), toolchain: state.toolchain)
    var lookup = GemLookup(http: index, definition: definition, local: [:])
    try await lookup.prepare()
    if case .git(let repository) = lookup.source(of: dependency.name) {
      return try await releases(of: repository, dependency)
    }
    guard lookup.source(of: dependency.name).isRubygems else { return [] }
    var found = GemIndex()
    try await lookup.fetch([dependency.name], into: &found, ahead: false)
    // Bundler itself needs no server, and a lock may do without a gem of another platform.
    let isNeeded = dependency.current != nil || state.lock == nil
    if found[dependency.name]?.isEmpty != false, isNeeded, dependency.name != "bundler" {
      throw Problem(
        .failed, "is in none of the sources that it may come from", subject: dependency.name)
    }
    let named = state.requirement(of: dependency.name)
    let accepts = { (version: GemVersion) in
      named?.accepts(version)
        ?? state.bounds(of: dependency).allSatisfy {
          $0.accepts(version)
        }
    }
    let versions = Self.versions(found[dependency.name] ?? [])
    // Without a lock a step is counted from the newest that the requirement takes.
    let current =
      dependency.current.flatMap { GemVersion($0) }
      ?? versions.last { !$0.0.isPrerelease && named?.accepts($0.0) == true }?.0
    // Bundler looks at prereleases only where the Gemfile names one, or the lock holds one.
    let wantsPrereleases =
      named?.isPrerelease == true || current?.isPrerelease == true
    return versions.map { version, variants in
      Release(
        version: version.text, isPrerelease: version.isPrerelease,
        heldBack: Self.obstacle(to: variants, state.toolchain),
        satisfiesRequirement: (wantsPrereleases || !version.isPrerelease)
          && accepts(version),
        step: current.flatMap { $0 < version ? Self.step(from: $0, to: version) : nil })
    }
  }

  /// Why no variant of a version can be used; the one for any platform speaks for all.
  private static func obstacle(to variants: [GemSpec], _ toolchain: RubyToolchain) -> String? {
    let reasons = variants.map { toolchain.obstacle(to: $0) }
    guard reasons.allSatisfy({ $0 != nil }) else { return nil }
    return variants.first { $0.platform == .ruby }.flatMap(toolchain.obstacle)
      ?? reasons.compactMap(\.self).first
  }

  private static func versions(_ specs: [GemSpec]) -> [(GemVersion, [GemSpec])] {
    var result: [(GemVersion, [GemSpec])] = []
    for spec in specs {
      if result.last?.0.text == spec.version.text {
        result[result.count - 1].1.append(spec)
      } else {
        result.append((spec.version, [spec]))
      }
    }
    return result
  }

  /// How far apart two versions are: the first segment that differs.
  static func step(from old: GemVersion, to new: GemVersion) -> Step {
    func part(_ version: GemVersion, _ index: Int) -> GemVersionSegment {
      let segments = version.segments
      return index < segments.count && segments[index].isNumber ? segments[index] : .zero
    }
    if part(old, 0) != part(new, 0) { return .major }
    return part(old, 1) != part(new, 1) ? .minor : .patch
  }
}

extension ProjectState {
  /// What those gems of the lock ask for that bring an indirect one along.
  fileprivate func bounds(of dependency: Dependency) -> [GemRequirement] {
    (lock?.specs ?? []).flatMap(\.dependencies).filter { $0.name == dependency.name }
      .map(\.requirement)
  }
}
