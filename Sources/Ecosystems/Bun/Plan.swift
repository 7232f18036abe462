import Ecosystem
import JSON
import JavaScript
import Text

/// The edits of manifests and the task of the resolver for a goal.
struct BunPlan {
  var aim = ResolverInput.Aim.install
  /// Whether the lock is ignored.
  var isFresh = false
  var edits: [ManifestEdit] = []
  var targets: [Goal.Target] = []
  /// Versions that the goal demands, by the registry's name.
  var preference = VersionPreference()

  /// The old and new requirements by package.
  var requirementEdits: [String: Move.Edit] {
    Dictionary(edits.map { ($0.name, Move.Edit(before: $0.before, after: $0.after)) }) {
      first, _ in first
    }
  }

  /// The plan with Bun's own choice of versions; nil if the plan has to name the versions.
  var unsteered: BunPlan? {
    guard preference.staying.isEmpty, !preference.versions.isEmpty else { return nil }
    var plan = self
    plan.preference.versions = [:]
    plan.preference.further = [:]
    return plan
  }

  /// The plan that also resolves the ranges again which allow the demanded versions.
  var steered: BunPlan {
    guard aim == .install, !preference.versions.isEmpty else { return self }
    var plan = self
    plan.aim = .update(Set(preference.versions.keys))
    return plan
  }
}

extension BunEcosystem {
  /// Converts a goal to manifest edits and an aim.
  func plan(_ goal: Goal, _ sources: BunSources) async throws(Problem) -> BunPlan {
    switch goal {
    case .lock(let options): return BunPlan(isFresh: options.fresh)
    case .updateAll(let options):
      var plan = BunPlan(aim: .updateAll)
      let copies = try sources.copies()
      plan.preference.bounds = bounds(copies.names, options, copies)
      return plan
    case .update(let targets, let options): return try await plan(targets, options, sources)
    }
  }

  private func plan(
    _ targets: [Goal.Target], _ options: UpdateOptions, _ sources: BunSources
  ) async throws(Problem) -> BunPlan {
    let copies = try sources.copies()
    let requirements = sources.requirements(in: copies)
    var plan = BunPlan(targets: targets)
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
      let sites = sources.sites(of: target.name)
      let edits =
        staying != nil && isOlder
        ? []
        : try await policy.edits(
          for: target, at: target.sites(among: sites),
          keepsNewer: RequirementPolicy.keepsNewer(sites, for: target))
      plan.edits += edits
      let real = sources.realName(of: target.name, copies)
      if let version = target.version {
        plan.preference.request(version, of: real)
        plan.preference.staying[real] = staying
      }
      if edits.isEmpty || staying != nil {
        if target.version == nil { try sources.requireOneSection(of: target.name) }
        names.insert(real)
        let others = requirements.lockedElsewhere(than: target)
        if !others.isEmpty {
          plan.preference.staying[real, default: []].formUnion(others)
        }
      }
      if options.withDependencies {
        names.formUnion(
          copies.dependencies(of: target.name).map { sources.realName(of: $0, copies) })
      }
    }
    if !names.isEmpty { plan.aim = .update(names) }
    let exact = targets.filter { $0.version != nil }.map(\.name)
    let free = Set(targets.map(\.name)).union(names).subtracting(exact)
    plan.preference.bounds = bounds(free, options, copies)
    return plan
  }

  private func check(
    _ target: Goal.Target, _ copies: LockedCopies, _ sources: BunSources
  ) throws(Problem) {
    if let version = target.version, Version(version) == nil {
      throw Problem(.usage, "is not a version", subject: "\(target.name)@\(version)")
    }
    if !copies.copies(of: target.name).isEmpty || !sources.sites(of: target.name).isEmpty {
      return
    }
    throw Problem(
      .usage, "is neither in package.json nor in its lock", subject: target.name,
      at: Location(file: sources.project.manifest, line: 1, column: 1))
  }

  private func bounds(
    _ names: Set<String>, _ options: UpdateOptions, _ copies: LockedCopies
  ) -> [String: VersionPreference.Bound] {
    guard let level = options.level else { return [:] }
    var result: [String: VersionPreference.Bound] = [:]
    for name in names {
      guard let copy = copies.copies(of: name).last,
        let version = Version(copy.version, loose: true)
      else { continue }
      result[copy.package] = VersionPreference.Bound(
        from: version, step: level, isStrict: options.strict)
    }
    return result
  }
}

extension BunSources {
  /// Requires that the root has a dependency in one section at most, besides its peers.
  fileprivate func requireOneSection(of name: String) throws(Problem) {
    let root = manifests[0].document.root
    let sections = Section.allCases.filter { section in
      section != .peerDependencies && root[section.rawValue]?[name] != nil
    }
    guard sections.count > 1 else { return }
    throw Problem(
      .refused, "is in several sections of package.json, and it isn't certain what an update moves",
      subject: name)
  }

  /// Returns the registry's name of a package: for an alias another one.
  func realName(of name: String, _ copies: LockedCopies) -> String {
    let sites = sites(of: name)
    if let real = sites.lazy.compactMap({ PackageSpec($0.text).aliasedName }).first { return real }
    return sites.isEmpty ? copies.copies(of: name).first?.package ?? name : name
  }
}
