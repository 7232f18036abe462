import Ecosystem
import Gems

/// Compares the Gemfile, the lock and the wanted updates, before any request.
///
/// The rules are those of Bundler 2.7: which gems are held, which are unlocked, which platforms
/// apply, and whether anything must be resolved.
struct Definition: Sendable {
  /// The wanted changes of the lock.
  struct Request: Sendable {
    /// Whether all gems are updated.
    var unlocksAll = false
    /// The names of the gems to update.
    var explicit: [String] = []
    /// The versions of named gems; the others get the newest possible one.
    var pins: [String: GemVersion] = [:]
    /// Whether the dependencies of the named gems keep their versions.
    var isConservative = false
    var promotion = Promotion()
    var addedPlatforms: [String] = []
    var addsChecksums = false
  }

  let gemfile: Gemfile
  let lock: Lockfile?
  let request: Request
  let rules: PlatformRules
  let toolchain: RubyToolchain
  let local: GemPlatform
  let dialect: LockDialect

  var platforms: [GemPlatform] = []
  var newPlatforms: [GemPlatform] = []
  var invalidPlatforms: [GemPlatform] = []
  /// The locked gems without those that can't be kept.
  var locked = SpecSet([])
  /// All gems of the lock.
  var original = SpecSet([])
  var toUnlock: Set<String> = []
  var changed: Set<String> = []
  /// The repositories whose locked commit is updated.
  var unlockedRepositories: Set<GitSource> = []
  /// The repositories with the commits for the new lock.
  var adopted: [String: GitSource] = [:]
  var isCurrentPlatformMissing = false
  var nonLocalPlatform: GemPlatform?
  var sourcesChanged = false
  var dependenciesChanged = false
  var pathsChanged = false
  var isLockBroken = false
  /// Whether a locked gem doesn't meet a requirement of another one.
  var hasInvalidNeeds = false
  var rubyChanged = false

  init(
    gemfile: Gemfile, lock: Lockfile?, request: Request, toolchain: RubyToolchain
  ) {
    self.gemfile = gemfile
    self.lock = lock
    self.request = request
    self.toolchain = toolchain
    dialect = toolchain.dialect
    rules = PlatformRules(rubygems: toolchain.rubygems, dialect)
    local = rules.platform(toolchain.platform)
    readLock()
    addPlatforms()
    rubyChanged = Self.changesRuby(gemfile, lock)
    sourcesChanged = !request.unlocksAll && lock != nil && Self.differ(lockSources, lock)
    unlock()
    convergeDependencies()
    checkLock()
  }

  /// The dependencies that apply to this platform.
  var current: [GemfileDependency] {
    gemfile.dependencies.filter {
      isIncludedHere($0) && !platforms(of: $0, among: [rules.generic(local)]).isEmpty
    }
  }

  func isIncludedHere(_ dependency: GemfileDependency) -> Bool {
    dependency.isIncluded
      && GemfilePlatforms.includesCurrent(
        dependency.platforms, ruby: toolchain.ruby, isWindows: rules.generic(local) != .ruby)
  }

  /// The platforms that a dependency is limited to.
  func platforms(
    of dependency: GemfileDependency, among all: [GemPlatform]
  ) -> [GemPlatform] {
    if dependency.forcesRubyPlatform { return [.ruby] }
    guard !dependency.platforms.isEmpty else { return all }
    let kinds = GemfilePlatforms.expanded(dependency.platforms, splitsMingw: rules.splitsMingw)
    return all.filter { kinds.contains(rules.generic($0)) }
  }

  /// Whether the new lock has `CHECKSUMS`.
  var hasChecksums: Bool {
    lock.map { $0.checksums != nil } ?? dialect.addsChecksums
      || request.addsChecksums
  }

  var mustResolve: Bool {
    lock == nil || request.unlocksAll || !request.explicit.isEmpty || rubyChanged || sourcesChanged
      || dependenciesChanged || isCurrentPlatformMissing || !newPlatforms.isEmpty || pathsChanged
      || isLockBroken
  }

  /// Whether nothing changes, so that sources also come from the lock.
  var isUnchanged: Bool {
    lock != nil && !sourcesChanged && !dependenciesChanged && !isCurrentPlatformMissing
      && newPlatforms.isEmpty && !pathsChanged && !isLockBroken
  }

  /// Direct dependencies of the lock that the Gemfile no longer has.
  var deleted: [GemDependency] {
    let wanted = Set(gemfile.dependencies.map(\.dependency))
    return (lock?.dependencies ?? []).map(\.dependency).filter { !wanted.contains($0) }
  }
}

extension Definition {
  private mutating func readLock() {
    guard let lock else { return }
    let specs = lock.blocks.flatMap { block in
      block.specs.map { spec(of: $0, from: block.source) }
    }
    original = SpecSet(specs)
    locked = request.unlocksAll ? SpecSet([]) : original
    platforms = lock.platforms.map(rules.platform)
    if dialect.replacesLegacyWindows,
      let legacy = platforms.firstIndex(of: .x64MingwLegacy)
    {
      if platforms.contains(.x64Mingw) {
        platforms.remove(at: legacy)
      } else {
        platforms[legacy] = .x64Mingw
      }
    }
  }

  private func spec(of locked: LockedSpec, from source: GemSource) -> GemSpec {
    var spec = GemSpec(
      name: locked.name, version: locked.version, platform: rules.platform(locked.platform),
      dependencies: locked.dependencies, source: source)
    spec.isLocked = true
    spec.lockedSource = source
    return spec
  }

  private mutating func addPlatforms() {
    if !platforms.contains(local) {
      let covered = platforms.contains { platform in
        rules.generic(local) == platform || isCovered(by: platform)
      }
      nonLocalPlatform = covered && dialect.resolvesForMachine ? mostSpecific : nil
      if !covered { platforms.append(local) }
      isCurrentPlatformMissing =
        !covered || nonLocalPlatform != nil && dialect.resolvesForMachineAlways
    }
    for platform in request.addedPlatforms.map(rules.platform) where !platforms.contains(platform) {
      platforms.append(platform)
      newPlatforms.append(platform)
    }
  }

  private func isCovered(by platform: GemPlatform) -> Bool {
    guard let mine = local.machine, let other = platform.machine else { return false }
    return dialect.matchesFromMachine ? rules.matches(mine, other) : rules.matches(other, mine)
  }

  /// The platform of the lock that is nearest to this one.
  private var mostSpecific: GemPlatform? {
    platforms.min { rules.distance(from: $0, to: local) < rules.distance(from: $1, to: local) }
  }

  /// Whether Gemfile and lock name different Rubies, or only one of them names a Ruby.
  private static func changesRuby(_ gemfile: Gemfile, _ lock: Lockfile?) -> Bool {
    guard let wanted = gemfile.ruby?.requirement else { return lock?.rubyVersion != nil }
    guard let line = lock?.rubyVersion else { return true }
    let words = line.split(separator: " ")
    guard words.count > 1, let version = lockedRuby(String(words[1])) else { return true }
    return !wanted.accepts(version)
  }

  /// Parses the version in `3.1.2p20`.
  static func lockedRuby(_ text: String) -> GemVersion? {
    let version = text.prefix { $0 != "p" || text.hasPrefix("p") }
    return GemVersion(String(version)) ?? GemVersion(text)
  }

  private mutating func unlock() {
    if request.isConservative {
      toUnlock = Set(request.explicit.isEmpty ? gemfile.dependencies.map(\.name) : request.explicit)
    } else {
      let eager = request.explicit.map { GemDependency(name: $0, requirement: .any) }
      toUnlock = Set(locked.reached(from: eager, on: platforms, rules).map(\.name))
    }
  }

  private mutating func convergeDependencies() {
    guard dialect.boundsByLock else { return compareDependencies() }
    let lockedNames = Set((lock?.dependencies ?? []).map(\.dependency.name))
    for dependency in current {
      var isChanged = !lockedNames.contains(dependency.name)
      if dependency.name != "bundler" {
        if let specs = original.byName[dependency.name] {
          let spec = specs.last ?? specs[0]
          if dialect.repairsLocks, Set(specs.map(\.source)).count > 1 {
            locked.remove(specs.filter { $0.source != (dependency.source ?? defaultSource) })
          }
          if !dependency.dependency.matches(spec) {
            toUnlock.insert(dependency.name)
            isChanged = true
          }
        } else if !isChanged {
          isLockBroken = true
        }
      }
      if isChanged { changed.insert(dependency.name) }
    }
    dependenciesChanged = !changed.isEmpty
  }

  /// Compares the requirements of the Gemfile with those of the lock, until Bundler 2.6.3.
  private mutating func compareDependencies() {
    let requirements = Dictionary(
      (lock?.dependencies ?? []).map { ($0.dependency.name, $0.dependency.requirement) }
    ) { first, _ in first }
    dependenciesChanged = gemfile.dependencies.contains {
      requirements[$0.name] != $0.requirement
    }
    if !dialect.comparesDuringUpdates, request.unlocksAll || !request.explicit.isEmpty {
      dependenciesChanged = false
    }
    isLockBroken =
      !dependenciesChanged
      && current.contains { $0.name != "bundler" && original.byName[$0.name] == nil }
  }

  /// Removes gems whose dependencies the lock doesn't meet, or whose digest is missing.
  private mutating func checkLock() {
    if dialect.repairsLocks, let checksums = lock?.checksums {
      isLockBroken =
        isLockBroken
        || locked.specs.contains { spec in
          guard let digest = checksums[spec.locked.lockName] else { return true }
          return digest.isEmpty && spec.source.isRubygems
        }
    }
    let broken = locked.specs.filter { locked.validity(of: $0) != .valid }
    hasInvalidNeeds = broken.contains { locked.validity(of: $0) == .invalid }
    isLockBroken = isLockBroken || !broken.isEmpty
    locked.remove(broken)
  }
}
