import Ecosystem
import Ruby

/// Resolves a definition to the gems of its new lock.
struct GemResolver: Sendable {
  var definition: Definition
  let http: CompactIndex
  /// Gems of folders and repositories.
  let local: [GemSource: [GemSpec]]

  /// What a resolution ends in.
  struct Outcome: Sendable {
    var specs: [GemSpec]
    var platforms: [GemPlatform]
    var definition: Definition
    /// What was looked up on the way.
    var index: GemIndex
  }

  /// Resolves if anything asks for it.
  mutating func run() async throws(Problem) -> Outcome {
    guard definition.mustResolve else { return unchanged() }
    var held = definition.converge(local: local)
    definition.removeInvalidPlatforms()
    let needsLocal =
      definition.nonLocalPlatform != nil
      && !definition.platforms.contains(definition.local)
    if needsLocal { definition.platforms.append(definition.local) }
    var lookup = GemLookup(http: http, definition: definition, local: local)
    try await lookup.prepare()
    var index = GemIndex()
    index.newPlatforms = Set(definition.newPlatforms)
    if definition.isCurrentPlatformMissing { index.newPlatforms.insert(definition.local) }
    try await lookup.fetch(held.map(\.name), into: &index, ahead: false)
    let forced = try await fullUpdate(lookup, &index, &held)
    try refuseMovedSources(held, lookup, index)
    var search = GemSearch(lookup: lookup, index: index, held: held, isFull: false)
    preventDowngrades(&search)
    for (name, version) in forced {
      search.provider.baseRequirements[name] = GemRequirement(exactly: version)
    }
    let found = try await search.run()
    return try finish(found, search.provider.index, needsLocal: needsLocal)
  }

  /// Keeps the lock as it is, without what the Gemfile no longer asks for.
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

  /// Resolves without the lock to learn which versions the named gems get.
  private func fullUpdate(
    _ lookup: GemLookup, _ index: inout GemIndex, _ held: inout [GemSpec]
  ) async throws(Problem) -> [(key: String, value: GemVersion)] {
    let pins = definition.wish.pins
    let open = definition.wish.explicit.filter { pins[$0] == nil }
    guard !open.isEmpty else { return pins.sorted { $0.key < $1.key } }
    var search = GemSearch(lookup: lookup, index: index, held: [], isFull: true)
    if LockDialect(bundler: definition.toolchain.bundler).boundsFullUpdates {
      preventDowngrades(&search)
    }
    let all = SpecSet(try await search.run())
    index = search.provider.index
    held = HeldSources.adopting(all, in: held)
    return definition.wish.explicit.compactMap { name in
      (pins[name] ?? all.version(of: name)).map { (name, $0) }
    }
  }

  private func refuseMovedSources(
    _ held: [GemSpec], _ lookup: GemLookup, _ index: GemIndex
  ) throws(Problem) {
    let direct = Set(definition.gemfile.dependencies.map(\.name))
    for spec in held where spec.isSourceChanged && !direct.contains(spec.name) {
      try HeldSources.check(spec, definition, lookup.source(of: spec.name), index)
    }
  }

  /// Gems that stay asked for do not go back behind their locked version.
  private func preventDowngrades(_ search: inout GemSearch) {
    guard definition.lock != nil, !expiredSources else { return }
    for spec in definition.original.specs
    where !spec.source.isPath && !definition.changed.contains(spec.name) {
      if case .git = spec.source { continue }
      search.provider.baseRequirements[spec.name] = GemRequirement(atLeast: spec.version)
    }
  }

  private var expiredSources: Bool {
    Definition.differ(definition.lockSources, definition.lock)
  }

  private func finish(
    _ found: [GemSpec], _ index: GemIndex, needsLocal: Bool
  ) throws(Problem) -> Outcome {
    var definition = definition
    var result = SpecSet(found)
    result.add(variants(of: definition.original, for: result))
    let roots = definition.current.map(\.dependency)
    for platform in definition.newPlatforms
    where result.isIncomplete(for: roots, on: platform, definition.rules) {
      throw Problem(
        .unsolvable, "is a platform for which not all gems are there",
        subject: platform.description,
        explanation: ["Some gem has no variant for \(platform)."])
    }
    settleLocal(&definition, result, roots, needsLocal: needsLocal)
    var widened = PlatformExtension(
      specs: result, index: index, definition: definition)
    if definition.lock == nil, definition.rules.generic(definition.local) == .ruby {
      widened.addAll()
    } else {
      widened.addAgain(definition.invalidPlatforms)
    }
    let specs = widened.specs.reached(
      from: definition.gemfile.dependencies.map(\.dependency),
      on: widened.platforms + (widened.platforms.contains(.ruby) ? [] : [.ruby]),
      definition.rules, forcedRuby: definition.forcedRuby)
    return Outcome(
      specs: specs, platforms: widened.platforms, definition: definition, index: index)
  }

  /// Locked variants of what was found stay, if what they need is there.
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
    _ definition: inout Definition, _ result: SpecSet, _ roots: [GemDependency], needsLocal: Bool
  ) {
    guard let other = definition.nonLocalPlatform else { return }
    if result.isIncomplete(for: roots, on: other, definition.rules) {
      definition.platforms.removeAll { $0 == other }
    } else if needsLocal {
      definition.platforms.removeAll { $0 == definition.local }
    }
  }
}

/// Adds platforms to a fresh lock: all for which every gem has a variant.
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

  /// Adds every platform that the gems' variants name, if the set is complete for it.
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
    guard !added.isEmpty, !added.contains(definition.local) else { return }
    if added.contains(where: { $0 != .ruby && isSame($0) }) {
      platforms.removeAll { $0 == definition.local }
    }
  }

  /// Adds platforms again that had been dropped, where the new set is complete for them.
  mutating func addAgain(_ dropped: [GemPlatform]) {
    for platform in dropped where complete(platform) { platforms.append(platform) }
  }

  private func isSame(_ platform: GemPlatform) -> Bool {
    guard let mine = definition.local.machine, let other = platform.machine else { return false }
    return definition.rules.matches(mine, other) && definition.rules.matches(other, mine)
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

  /// Whether each gem has a variant for a platform that suits this Ruby; adds those variants.
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
    definition.toolchain.admits(spec) && specs.validity(of: spec) == .valid
  }
}
