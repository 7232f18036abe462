import Gems

/// Determines which locked gems keep their version.
extension Definition {
  /// Keeps gems that are reached from unchanged dependencies and aren't updated.
  ///
  /// Gems of folders and repositories get the dependencies of their gemspecs, which can differ from
  /// the lock.
  mutating func converge(local: [GemSource: [GemSpec]]) -> [GemSpec] {
    let kept = converge(locked.specs, local: local)
    unlockUnusedRepositories(kept)
    return kept
  }

  /// Returns the gems that get a lower bound, until Bundler 2.6.3.
  ///
  /// They are neither kept nor updated. A full update keeps and updates nothing.
  mutating func bounded(
    besides kept: [GemSpec], isFull: Bool, local: [GemSource: [GemSpec]]
  ) -> [GemSpec] {
    if isFull { toUnlock = [] }
    let names = Set(kept.map(\.fullName))
    return converge(
      original.specs.filter { !names.contains($0.fullName) }, isFull: isFull,
      skipsUnlocked: dialect.keepsNeedsOfUpdated, local: local)
  }

  private mutating func converge(
    _ specs: [GemSpec], isFull: Bool = false, skipsUnlocked: Bool = true,
    local: [GemSource: [GemSpec]]
  ) -> [GemSpec] {
    let isFour = dialect.isFour
    let lockedDirect = isFull ? [] : Set((lock?.dependencies ?? []).map(\.dependency))
    var converged: [GemSpec] = []
    var roots: [GemDependency] = []
    for var spec in specs where !(isFour && toUnlock.contains(spec.name)) {
      let dependency = gemfile.dependencies.first { spec.satisfies($0.dependency) }
      let source: GemSource?
      if let dependency {
        source = dependency.source
        let isNew =
          dialect.keepsNeedsOfUpdated && !lockedDirect.contains(dependency.dependency)
        if source.map(spec.source.includes) ?? true || isNew {
          roots.append(dependency.dependency)
        }
        if !dialect.keepsNeedsOfUpdated, let source, spec.source.includes(source),
          spec.source != source
        {
          toUnlock.insert(spec.name)
        }
      } else {
        source = current(spec.source)
      }
      spec.source = held(source ?? defaultSource)
      if isFour, spec.isSourceChanged { continue }
      let isHeldDirectly =
        !toUnlock.contains(spec.name) && dependency.map { roots.contains($0.dependency) } ?? false
      let readsGit = dialect.keepsNeedsOfUpdated && (isFour || isHeldDirectly)
      if spec.source.isPath || spec.source.isGit && readsGit {
        adoptDependencies(of: &spec, local[spec.source])
      }
      let wanted = dependency == nil ? current.first { $0.name == spec.name } : nil
      if let wanted, !dialect.boundsByLock {
        toUnlock.insert(spec.name)
        if !dialect.keepsNeedsOfUpdated { continue }
        roots.append(wanted.dependency)
      }
      converged.append(spec)
    }
    return SpecSet(converged).reached(
      from: roots, on: platforms, rules, skips: skipsUnlocked ? toUnlock : [],
      forcedRuby: forcedRuby)
  }

  /// Replaces the dependencies of a gem by those of its gemspec; unlocks it if the version differs.
  ///
  /// Nil means a repository that wasn't read yet.
  private mutating func adoptDependencies(of spec: inout GemSpec, _ found: [GemSpec]?) {
    if found == nil, spec.source.isGit { return }
    if let found = found?.first(where: { $0.fullName == spec.fullName }) {
      spec.dependencies = found.dependencies
    } else {
      toUnlock.insert(spec.name)
    }
  }

  var forcedRuby: Set<String> {
    Set(gemfile.dependencies.filter(\.forcesRubyPlatform).map(\.name))
  }

  /// A repository without locked gems gets its newest commit.
  private mutating func unlockUnusedRepositories(_ kept: [GemSpec]) {
    for repository in gemfile.repositories {
      let source = GemSource.git(repository)
      let wasLocked = locked.specs.contains { $0.source == source }
      if wasLocked, !kept.contains(where: { $0.source == source }) {
        unlockedRepositories.insert(repository)
      }
    }
  }

  /// Whether the gems of a folder differ from the locked ones.
  mutating func comparePaths(local: [GemSource: [GemSpec]]) {
    pathsChanged = gemfile.paths.contains { path in
      let source = GemSource.path(path)
      guard let block = lock?.blocks.first(where: { $0.source == source }), !request.unlocksAll
      else {
        return true
      }
      return block.specs.contains { locked in
        guard let found = local[source]?.first(where: { $0.fullName == locked.fullName }) else {
          return true
        }
        return Set(found.dependencies) != Set(locked.dependencies)
      } || Self.direct(gemfile, source) != Self.direct(lock, source)
    }
  }

  private static func direct(_ gemfile: Gemfile, _ source: GemSource) -> Set<GemDependency> {
    Set(gemfile.dependencies.filter { $0.source == source }.map(\.dependency))
  }

  private static func direct(_ lock: Lockfile?, _ source: GemSource) -> Set<GemDependency> {
    let names = Set((lock?.blocks.first { $0.source == source }?.specs ?? []).map(\.name))
    return Set(
      (lock?.dependencies ?? []).filter { $0.isPinned && names.contains($0.dependency.name) }
        .map(\.dependency))
  }

  /// Removes platforms for which the lock isn't complete.
  mutating func removeInvalidPlatforms() {
    let isInvalid = hasInvalidNeeds && dialect.keepsPlatformsOfInvalidLocks
    guard dialect.repairsLocks || !(pathsChanged || dependenciesChanged || isInvalid) else {
      return
    }
    var kept = Set(newPlatforms + [local])
    if dependenciesChanged { kept.formUnion(platforms.filter { $0 != .ruby }) }
    let roots = current.map(\.dependency)
    invalidPlatforms = platforms.filter {
      !kept.contains($0) && original.isIncomplete(for: roots, on: $0, rules)
    }
    platforms.removeAll { invalidPlatforms.contains($0) }
    if dialect.replacesGenericPlatform, invalidPlatforms.contains(.ruby),
      !platforms.contains(local)
    {
      platforms.append(local)
    }
  }
}

extension GemSpec {
  /// Whether a locked gem meets a dependency; without a requirement, prereleases of 0 do too.
  func satisfies(_ dependency: GemDependency) -> Bool {
    guard name == dependency.name else { return false }
    return dependency.requirement == .any
      ? GemRequirement(atLeast: GemVersion("0.A") ?? .zero).accepts(version)
      : dependency.requirement.accepts(version)
  }
}
