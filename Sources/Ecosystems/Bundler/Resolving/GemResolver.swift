import Ecosystem
import Gems

/// Resolves a definition to the gems of its new lock.
///
/// The stages are those of Bundler: find the sources of all gems, fetch the locked gems, find the
/// newest versions of the gems to update without the lock, then search with those versions.
struct GemResolver: ResumableResolution {
  var definition: Definition
  /// Gems of folders and repositories.
  let local: [GemSource: [GemSpec]]
  private var stage = Stage.beginning
  private var survey: SourceSurvey
  private var sources: GemSources
  private var index = GemIndex()
  private var held: [GemSpec] = []
  /// The gems that get a lower bound, and those that get one in a full update.
  private var bounded: (gems: [GemSpec], fully: [GemSpec]) = ([], [])
  /// Whether the local platform was added only for the resolution.
  private var needsLocal = false
  private var search: GemSearch?
  private var outcome: Outcome?

  private enum Stage {
    case beginning, sources, held, fullUpdate, search, digests
  }

  /// The result of a resolution.
  struct Outcome: Sendable {
    var specs: [GemSpec]
    var platforms: [GemPlatform]
    var definition: Definition
    /// The pages that were fetched.
    var index: GemIndex
  }

  init(definition: Definition, local: [GemSource: [GemSpec]]) {
    self.definition = definition
    self.local = local
    sources = GemSources(definition: definition, local: local)
    survey = SourceSurvey(definition, local: local)
  }

  mutating func resume() throws(Problem) -> ResolutionStep<Outcome, GemNeed> {
    while true {
      switch stage {
      case .beginning: begin()
      case .sources:
        switch try survey.resume() {
        case .needs(let needs, let hints): return .needs(needs, hints: hints)
        case .finished(let found):
          sources = found
          stage = .held
        }
      case .held:
        let needs = index.missing(held.map(\.name), sources)
        guard needs.isEmpty else { return .needs(needs) }
        try updateFully()
      case .fullUpdate, .search:
        switch try search?.resume() {
        case .needs(let needs, let hints): return .needs(needs, hints: hints)
        case .finished(let specs): try finish(specs)
        case nil: throw Problem(.failed, "has no search for gems")
        }
      case .digests: return try digests()
      }
    }
  }

  mutating func add(_ specs: [GemSpec], for need: GemNeed) -> [GemNeed] {
    switch stage {
    case .beginning: return []
    case .sources: return survey.add(specs, for: need)
    case .held: index.add(need.name, specs)
    case .fullUpdate, .search: return search?.add(specs, for: need) ?? []
    case .digests: outcome?.index.add(need.name, specs)
    }
    return []
  }

  /// Compares the Gemfile with the lock, and resolves only if they differ or an update is wanted.
  private mutating func begin() {
    guard definition.mustResolve else {
      outcome = unchanged()
      stage = .digests
      return
    }
    held = definition.converge(local: local)
    definition.removeInvalidPlatforms()
    boundGems()
    needsLocal =
      definition.nonLocalPlatform != nil
      && !definition.platforms.contains(definition.local)
    if needsLocal { definition.platforms.append(definition.local) }
    survey = SourceSurvey(definition, local: local)
    if definition.dialect.boundsByLock {
      index.newPlatforms = Set(definition.newPlatforms)
      if definition.isCurrentPlatformMissing { index.newPlatforms.insert(definition.local) }
    }
    stage = .sources
  }

  /// Finds the gems that must not go back to an older version.
  private mutating func boundGems() {
    guard !definition.dialect.boundsByLock else {
      let gems = definition.original.specs.filter { !definition.changed.contains($0.name) }
      bounded = (gems, gems)
      return
    }
    var full = definition
    bounded.fully = full.bounded(besides: [], isFull: true, local: local)
    bounded.gems = definition.bounded(besides: held, isFull: false, local: local)
  }

  /// Starts a search without the lock, to find the versions of gems that are named without one.
  private mutating func updateFully() throws(Problem) {
    let pins = definition.request.pins
    guard definition.dialect.findsNewestFirst,
      definition.request.explicit.contains(where: { pins[$0] == nil })
    else {
      return try startSearch(forcing: pins.sorted { $0.key < $1.key })
    }
    var full = GemSearch(sources: sources, index: index, held: [], isFull: true)
    if definition.dialect.boundsFullUpdates { preventDowngrades(&full, bounded.fully) }
    search = full
    stage = .fullUpdate
  }

  /// Starts the search that decides, with versions that some gems must have.
  private mutating func startSearch(
    forcing versions: [(key: String, value: GemVersion)]
  ) throws(Problem) {
    try refuseMovedSources()
    var final = GemSearch(sources: sources, index: index, held: held, isFull: false)
    preventDowngrades(&final, bounded.gems)
    for (name, version) in versions {
      final.provider.baseRequirements[name] = GemRequirement(exactly: version)
    }
    search = final
    stage = .search
  }

  private mutating func finish(_ specs: [GemSpec]) throws(Problem) {
    index = search?.provider.index ?? index
    guard stage == .fullUpdate else {
      try search?.requireKnownOrder(unlocking: definition.request.explicit)
      outcome = try outcome(of: specs)
      stage = .digests
      return
    }
    let all = SpecSet(specs)
    held = HeldSources.adopting(all, in: held)
    let pins = definition.request.pins
    try startSearch(
      forcing: definition.request.explicit.compactMap { name in
        (pins[name] ?? all.version(of: name)).map { (name, $0) }
      })
  }

  /// Returns the outcome, or the pages of gems whose digests the lock needs.
  private func digests() throws(Problem) -> ResolutionStep<Outcome, GemNeed> {
    guard let outcome else { throw Problem(.failed, "has no set of gems") }
    guard definition.hasChecksums else { return .finished(outcome) }
    let known = definition.lock?.checksums
    let needs = outcome.specs.compactMap { spec -> GemNeed? in
      guard case .rubygems(let servers) = spec.source, outcome.index[spec.name] == nil,
        known?[spec.locked.lockName]?.isEmpty ?? true
      else { return nil }
      return GemNeed(name: spec.name, servers: servers)
    }
    return needs.isEmpty ? .finished(outcome) : .needs(needs)
  }

  /// Keeps the lock, without gems that the Gemfile no longer requires.
  private func unchanged() -> Outcome {
    let bundler = definition.lock?.bundledWith.flatMap { GemVersion($0) } ?? .zero
    let isOld = bundler < (GemVersion("1.16.2") ?? .zero)
    var specs = definition.locked.specs
    if !definition.deleted.isEmpty || isOld {
      specs = definition.locked.reached(
        from: definition.gemfile.dependencies.map(\.dependency), on: definition.platforms,
        definition.rules, forcedRuby: definition.forcedRuby)
    }
    return Outcome(
      specs: specs, platforms: definition.platforms, definition: definition, index: GemIndex())
  }

  private func refuseMovedSources() throws(Problem) {
    let direct = Set(definition.gemfile.dependencies.map(\.name))
    for spec in held where spec.isSourceChanged && !direct.contains(spec.name) {
      try HeldSources.check(spec, definition, sources[spec.name], index)
    }
  }

  /// Requires at least the locked version of gems.
  private func preventDowngrades(_ search: inout GemSearch, _ gems: [GemSpec]) {
    guard definition.lock != nil, !expiredSources else { return }
    for spec in gems where !spec.source.isPath {
      if case .git = spec.source { continue }
      search.provider.baseRequirements[spec.name] = GemRequirement(atLeast: spec.version)
    }
  }

  private var expiredSources: Bool {
    Definition.differ(definition.lockSources, definition.lock)
  }

  private func outcome(of found: [GemSpec]) throws(Problem) -> Outcome {
    var definition = definition
    var result = SpecSet(found)
    let dialect = definition.dialect
    if dialect.keepsLockedVariants {
      result.add(variants(of: definition.original, for: result))
    } else if !dialect.keepsNeedsOfUpdated, dialect.joinsVariants {
      // Gems that a conflict unlocked are no longer in the base.
      let kept = search?.provider.base.values.flatMap(\.self) ?? []
      result.add(
        kept.filter { definition.toolchain.admits($0) && result.validity(of: $0) == .valid })
    }
    let roots = definition.current.map(\.dependency)
    for platform in definition.newPlatforms
    where dialect.requiresCompletePlatforms
      && result.isIncomplete(for: roots, on: platform, definition.rules)
    {
      throw Problem(
        .unsolvable, "is a platform for which some gem has no variant",
        subject: platform.description,
        explanation: ["Some gem has no variant for \(platform)."])
    }
    settleLocal(&definition, result, roots)
    var widened = PlatformExtension(
      specs: result, index: index, definition: definition)
    if definition.lock == nil, definition.rules.generic(definition.local) == .ruby {
      widened.addAll()
    } else if dialect.repairsLocks {
      widened.addAgain(definition.invalidPlatforms)
    }
    if dialect.completesPlatforms { widened.completeAll() }
    let addsRuby = dialect.keepsLockedVariants && !widened.platforms.contains(.ruby)
    let specs = widened.specs.reached(
      from: definition.gemfile.dependencies.map(\.dependency),
      on: widened.platforms + (addsRuby ? [.ruby] : []),
      definition.rules, forcedRuby: definition.forcedRuby)
    if let names = Cycle.find(in: specs) { throw .cycle(names) }
    return Outcome(
      specs: specs, platforms: widened.platforms, definition: definition, index: index)
  }

  /// Returns the locked variants of the chosen versions whose dependencies are complete.
  private func variants(of original: SpecSet, for result: SpecSet) -> [GemSpec] {
    original.specs.compactMap { spec in
      guard let chosen = result.byName[spec.name]?.last, chosen.version == spec.version,
        result.validity(of: spec) == .valid
      else { return nil }
      var kept = spec
      kept.source = chosen.source
      return kept
    }
  }

  private func settleLocal(
    _ definition: inout Definition, _ result: SpecSet, _ roots: [GemDependency]
  ) {
    guard let other = definition.nonLocalPlatform else { return }
    if result.isIncomplete(for: roots, on: other, definition.rules) {
      definition.platforms.removeAll { $0 == other }
    } else if needsLocal {
      definition.platforms.removeAll { $0 == definition.local }
    }
  }
}

/// Adds to a fresh lock all platforms for which every gem has a variant.
struct PlatformExtension {
  var specs: SpecSet
  var platforms: [GemPlatform]
  private let index: GemIndex
  private let definition: Definition

  init(specs: SpecSet, index: GemIndex, definition: Definition) {
    self.specs = specs
    self.index = index
    self.definition = definition
    platforms = definition.platforms
  }

  /// Adds every platform of the gems' variants for which the set is complete.
  mutating func addAll() {
    guard !specs.specs.isEmpty else {
      if !platforms.contains(.ruby) { platforms.append(.ruby) }
      return
    }
    var added: [GemPlatform] = []
    for platform in candidates where !platforms.contains(platform) {
      if definition.rules.generic(platform) == .ruby, complete(platform) { added.append(platform) }
    }
    platforms += added
    let keepsLocal = definition.dialect.keepsAddedMachine && added.contains(definition.local)
    guard !added.isEmpty, !keepsLocal else { return }
    if added.contains(where: { $0 != .ruby && isSame($0) }) {
      platforms.removeAll { $0 == definition.local }
    }
  }

  /// Adds removed platforms again if the new set is complete for them.
  mutating func addAgain(_ dropped: [GemPlatform]) {
    for platform in dropped where complete(platform) { platforms.append(platform) }
  }

  /// Adds the variants of all platforms for which the set is complete.
  mutating func completeAll() {
    for platform in platforms { _ = complete(platform) }
  }

  private func isSame(_ platform: GemPlatform) -> Bool {
    guard let mine = definition.local.machine, let other = platform.machine else { return false }
    let forth = definition.rules.matches(mine, other)
    let back = definition.rules.matches(other, mine)
    if definition.dialect.comparesMachineBothWays { return forth && back }
    return definition.dialect.comparesFromMachine ? forth : back
  }

  private var candidates: [GemPlatform] {
    var seen: Set<GemPlatform> = []
    return specs.specs.flatMap { variants(of: $0).map(\.platform) }
      .filter { seen.insert($0).inserted }
  }

  private func variants(of spec: GemSpec) -> [GemSpec] {
    let known = index.variants(of: spec.name, at: spec.version)
    return known.isEmpty ? [spec] : known
  }

  /// Whether each gem has a usable variant for a platform; adds those variants.
  private mutating func complete(_ platform: GemPlatform) -> Bool {
    var added: [GemSpec] = []
    for (_, present) in specs.byName {
      guard let first = present.first else { continue }
      let best = definition.rules.best(variants(of: first), for: platform)
      guard let variant = best.first(where: isUsable) else { return false }
      if !present.contains(where: { $0.fullName == variant.fullName }) { added.append(variant) }
    }
    if !added.isEmpty { specs.add(added) }
    return true
  }

  private func isUsable(_ spec: GemSpec) -> Bool {
    definition.toolchain.admits(spec)
      && (!definition.dialect.provesVariants || specs.validity(of: spec) == .valid)
  }
}
