import Ecosystem
import JSON
import JavaScript
import Text

/// The edits of manifests and the task of a resolver for a goal.
struct YarnPlan {
  /// What becomes of the lock, in the terms of both lines of Yarn.
  enum Aim: Hashable {
    /// Completes the lock.
    case install
    /// Updates the named packages within their requirements.
    case update(Set<String>)
    case updateAll
    /// Ignores the lock.
    case fresh
  }

  var aim: Aim
  var edits: [ManifestEdit] = []
  /// The edits of catalogs in `.yarnrc.yml`.
  var catalogEdits: [CatalogEdit] = []
  var targets: [Goal.Target] = []
  /// Versions that the goal demands, by the registry's name.
  var preference = VersionPreference()

  /// The old and new requirements by package.
  var requirementEdits: [String: Move.Edit] {
    var result: [String: Move.Edit] = [:]
    for edit in catalogEdits.reversed() {
      result[edit.name] = Move.Edit(before: edit.before, after: edit.after)
    }
    for edit in edits.reversed() {
      result[edit.name] = Move.Edit(before: edit.before, after: edit.after)
    }
    return result
  }

  /// Keeps locked versions of a package, which an update by its name would move too.
  mutating func keep(_ versions: Set<String>, of package: String) {
    if versions.isEmpty { return }
    preference.staying[package, default: []].formUnion(versions)
  }

  /// The plan with Yarn's own choice of versions; nil if the plan has to name the versions.
  var unsteered: YarnPlan? {
    guard aim == .install, preference.staying.isEmpty, !preference.versions.isEmpty else {
      return nil
    }
    var plan = self
    plan.preference.versions = [:]
    plan.preference.further = [:]
    return plan
  }

  /// The plan that also resolves the ranges again which allow the demanded versions.
  var steered: YarnPlan {
    guard aim == .install, !preference.versions.isEmpty else { return self }
    var plan = self
    plan.aim = .update(Set(targets.map(\.name)))
    return plan
  }
}

extension YarnEcosystem {
  /// Converts a goal to manifest edits and an aim.
  func plan(_ goal: Goal, _ sources: YarnSources) async throws(Problem) -> YarnPlan {
    switch goal {
    case .lock(let options): return YarnPlan(aim: options.fresh ? .fresh : .install)
    case .updateAll(let options):
      var plan = YarnPlan(aim: .updateAll)
      let copies = try sources.copies()
      plan.preference.bounds = bounds(copies.names, options, sources, copies)
      return plan
    case .update(let targets, let options): return try await plan(targets, options, sources)
    }
  }

  private func plan(
    _ targets: [Goal.Target], _ options: UpdateOptions, _ sources: YarnSources
  ) async throws(Problem) -> YarnPlan {
    let copies = try sources.copies()
    let requirements = sources.requirements(in: copies)
    var plan = YarnPlan(aim: .install, targets: targets)
    var names: Set<String> = []
    let policy = RequirementPolicy(
      options, sources.manifests, Registry(client: http, settings: sources.settings), published)
    for target in targets {
      try check(target, copies, sources)
      let locked =
        target.oldestLocked
        ?? copies.copies(of: target.name).last.flatMap { Version($0.version, loose: true) }
      let wanted = target.version.flatMap { Version($0) }
      // A fix of an older copy does not change the manifest.
      let staying = options.staying[target.name]
      let isOlder = wanted.flatMap { wanted in locked.map { wanted <= $0 } } ?? false
      let keepsNewer = RequirementPolicy.keepsNewer(
        sources.effectiveRequirements(for: target), for: target)
      let edits =
        staying != nil && isOlder
        ? []
        : try await policy.edits(
          for: target, at: target.sites(among: sources.requirements(for: target.name)),
          keepsNewer: keepsNewer)
      plan.edits += edits
      let catalogEdits =
        staying != nil && isOlder
        ? []
        : try await sources.catalogEdits(for: target, policy, options, keepsNewer: keepsNewer)
      plan.catalogEdits += catalogEdits
      let real = sources.realName(of: target.name, copies)
      if let version = target.version {
        plan.preference.request(version, of: real)
        plan.preference.staying[real] = staying
      }
      // A new range isn't in the lock, so an install resolves it.
      if edits.isEmpty && catalogEdits.isEmpty || staying != nil {
        names.insert(target.name)
        plan.keep(requirements.lockedElsewhere(than: target), of: real)
      }
      if options.withDependencies { names.formUnion(copies.dependencies(of: target.name)) }
    }
    if !names.isEmpty { plan.aim = .update(names) }
    let exact = targets.filter { $0.version != nil }.map(\.name)
    let free = Set(targets.map(\.name)).union(names).subtracting(exact)
    plan.preference.bounds = bounds(free, options, sources, copies)
    return plan
  }

  private func check(
    _ target: Goal.Target, _ copies: LockedCopies, _ sources: YarnSources
  ) throws(Problem) {
    if let version = target.version, Version(version) == nil {
      throw Problem(.usage, "is not a version", subject: "\(target.name)@\(version)")
    }
    if !copies.copies(of: target.name).isEmpty
      || !sources.requirements(for: target.name).isEmpty
    {
      return
    }
    throw Problem(
      .usage, "is neither in package.json nor in its lock", subject: target.name,
      at: Location(file: sources.project.manifest, line: 1, column: 1))
  }

  private func bounds(
    _ names: Set<String>, _ options: UpdateOptions, _ sources: YarnSources,
    _ copies: LockedCopies
  ) -> [String: VersionPreference.Bound] {
    guard let level = options.level else { return [:] }
    var result: [String: VersionPreference.Bound] = [:]
    for name in names {
      let text = copies.copies(of: name).last?.version
      guard let version = text.flatMap({ Version($0, loose: true) }) else { continue }
      result[sources.realName(of: name, copies)] = VersionPreference.Bound(
        from: version, step: level, isStrict: options.strict)
    }
    return result
  }
}

extension VersionPreference {
  /// Whether a range of an updated package is resolved again.
  ///
  /// All are if no version is demanded. Otherwise those that allow the version, and those whose
  /// locked version may not stay.
  func moves(_ pattern: Pattern, locked: String?) -> Bool {
    let spec = PackageSpec(pattern.range.withoutProtocol)
    let name = spec.aliasedName ?? pattern.name
    let wanted = requested(name).compactMap { Version($0) }
    if wanted.isEmpty { return true }
    if let staying = staying[name] { return locked.map { !staying.contains($0) } ?? true }
    return wanted.contains(where: spec.unaliased.admits)
  }
}
