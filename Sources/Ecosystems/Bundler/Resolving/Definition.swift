import Ecosystem
import Ruby

/// What a Gemfile, a lock and a wish make of each other before anything is looked up.
///
/// The rules are those of Bundler 2.7: which gems are held, which are unlocked, which platforms
/// count, and whether anything has to be resolved at all.
struct Definition: Sendable {
  /// What is wanted of the lock.
  struct Wish: Sendable {
    /// Refreshes everything.
    var unlocksAll = false
    /// Names to move.
    var explicit: [String] = []
    /// Versions that named gems are to have; for the others it is the newest that goes.
    var pins: [String: GemVersion] = [:]
    /// Keeps what the named gems depend on.
    var isConservative = false
    var promotion = Promotion()
    var addedPlatforms: [String] = []
    var addsChecksums = false
  }

  let gemfile: Gemfile
  let lock: Lockfile?
  let wish: Wish
  let rules: PlatformRules
  let toolchain: RubyToolchain
  let local: GemPlatform

  var platforms: [GemPlatform] = []
  var newPlatforms: [GemPlatform] = []
  var invalidPlatforms: [GemPlatform] = []
  /// Held gems; what cannot hold is taken out.
  var locked = SpecSet([])
  /// All gems of the lock.
  var original = SpecSet([])
  var toUnlock: Set<String> = []
  var changed: Set<String> = []
  /// Repositories whose locked commit is given up.
  var unlockedRepositories: Set<GitSource> = []
  /// Repositories at the commits that were looked up for the new lock.
  var adopted: [String: GitSource] = [:]
  var isCurrentPlatformMissing = false
  var nonLocalPlatform: GemPlatform?
  var sourcesChanged = false
  var dependenciesChanged = false
  var pathsChanged = false
  var isLockBroken = false
  var rubyChanged = false

  init(
    gemfile: Gemfile, lock: Lockfile?, wish: Wish, toolchain: RubyToolchain
  ) {
    self.gemfile = gemfile
    self.lock = lock
    self.wish = wish
    self.toolchain = toolchain
    rules = PlatformRules(rubygems: toolchain.rubygems)
    local = rules.platform(toolchain.platform)
    readLock()
    addPlatforms()
    rubyChanged = Self.changesRuby(gemfile, lock)
    sourcesChanged = !wish.unlocksAll && lock != nil && Self.differ(lockSources, lock)
    unlock()
    convergeDependencies()
    checkLock()
  }

  /// Dependencies that count on this machine.
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
    let kinds = GemfilePlatforms.expanded(dependency.platforms)
    return all.filter { kinds.contains(rules.generic($0)) }
  }

  /// Whether the new lock has `CHECKSUMS`.
  var hasChecksums: Bool {
    lock.map { $0.checksums != nil } ?? LockDialect(bundler: toolchain.bundler).addsChecksums
      || wish.addsChecksums
  }

  var mustResolve: Bool {
    lock == nil || wish.unlocksAll || !wish.explicit.isEmpty || rubyChanged || sourcesChanged
      || dependenciesChanged || isCurrentPlatformMissing || !newPlatforms.isEmpty || pathsChanged
      || isLockBroken
  }

  /// Whether all stays as it is, so that even sources are taken from the lock.
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
    locked = wish.unlocksAll ? SpecSet([]) : original
    platforms = lock.platforms.map(rules.platform)
    if let legacy = platforms.firstIndex(of: .x64MingwLegacy) {
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
      nonLocalPlatform = covered ? mostSpecific : nil
      if !covered {
        platforms.append(local)
        isCurrentPlatformMissing = true
      }
    }
    for platform in wish.addedPlatforms.map(rules.platform) where !platforms.contains(platform) {
      platforms.append(platform)
      newPlatforms.append(platform)
    }
  }

  private func isCovered(by platform: GemPlatform) -> Bool {
    guard let mine = local.machine, let other = platform.machine else { return false }
    return rules.matches(mine, other)
  }

  /// The lock's platform that is nearest to this machine.
  private var mostSpecific: GemPlatform? {
    platforms.min { rules.distance(from: $0, to: local) < rules.distance(from: $1, to: local) }
  }

  /// Whether the Gemfile's Ruby and the lock's disagree, or only one of them names any.
  private static func changesRuby(_ gemfile: Gemfile, _ lock: Lockfile?) -> Bool {
    guard let wanted = gemfile.ruby?.requirement else { return lock?.rubyVersion != nil }
    guard let line = lock?.rubyVersion else { return true }
    let words = line.split(separator: " ")
    guard words.count > 1, let version = lockedRuby(String(words[1])) else { return true }
    return !wanted.accepts(version)
  }

  /// The version in `3.1.2p20`.
  static func lockedRuby(_ text: String) -> GemVersion? {
    let version = text.prefix { $0 != "p" || text.hasPrefix("p") }
    return GemVersion(String(version)) ?? GemVersion(text)
  }

  private mutating func unlock() {
    if wish.isConservative {
      toUnlock = Set(wish.explicit.isEmpty ? gemfile.dependencies.map(\.name) : wish.explicit)
    } else {
      let eager = wish.explicit.map { GemDependency(name: $0, requirement: .any) }
      toUnlock = Set(locked.reached(from: eager, on: platforms, rules).map(\.name))
    }
  }

  private mutating func convergeDependencies() {
    let lockedNames = Set((lock?.dependencies ?? []).map(\.dependency.name))
    for dependency in current {
      var isChanged = !lockedNames.contains(dependency.name)
      if dependency.name != "bundler" {
        if let specs = original.byName[dependency.name] {
          let spec = specs.last ?? specs[0]
          if Set(specs.map(\.source)).count > 1 {
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

  /// Takes gems out of the lock whose needs the lock does not meet, or whose digest is missing.
  private mutating func checkLock() {
    if let checksums = lock?.checksums {
      isLockBroken =
        isLockBroken
        || locked.specs.contains { spec in
          guard let digest = checksums[spec.locked.lockName] else { return true }
          return digest.isEmpty && spec.source.isRubygems
        }
    }
    let broken = locked.specs.filter { locked.validity(of: $0) != .valid }
    isLockBroken = isLockBroken || !broken.isEmpty
    locked.remove(broken)
  }
}
