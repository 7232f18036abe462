import Ecosystem
import JSON
import JavaScript
import Text

extension NPMEcosystem {
  /// Converts a goal to manifest edits and an aim of the resolver.
  func plan(_ goal: Goal, _ files: ProjectFiles) async throws(Problem) -> Plan {
    switch goal {
    case .lock(let options): return Plan(aim: options.fresh ? .fresh : .install)
    case .updateAll(let options):
      var plan = Plan(aim: .updateAll)
      let direct = files.manifests.flatMap { ManifestDependency.all(in: $0.document).map(\.name) }
      plan.preference.bounds = bounds(files.lockedTree.names.union(direct), options, files)
      return plan
    case .update(let targets, let options): return try await plan(targets, options, files)
    }
  }

  private func plan(
    _ targets: [Goal.Target], _ options: UpdateOptions, _ files: ProjectFiles
  ) async throws(Problem) -> Plan {
    let lock = files.lockedTree
    let direct = files.requirements(in: files.locked.map { LockedPackages($0) } ?? LockedPackages())
    var plan = Plan(aim: .install, targets: targets)
    var names: Set<String> = []
    let policy = RequirementPolicy(
      options, files.manifests, Registry(client: http, settings: files.settings), published)
    for target in targets {
      try check(target, lock, files)
      let locked =
        target.oldestLocked ?? lock.version(of: target.name).flatMap { Version($0, loose: true) }
      let wanted = target.version.flatMap { Version($0) }
      // A fix of an older copy does not change the manifest.
      let staying = options.staying[target.name]
      let isOlder = wanted.flatMap { wanted in locked.map { wanted <= $0 } } ?? false
      let sites = target.sites(among: files.requirements(for: target.name))
      let keepsNewer = RequirementPolicy.keepsNewer(sites, for: target)
      let edits =
        staying != nil && isOlder
        ? [] : try await policy.edits(for: target, at: sites, keepsNewer: keepsNewer)
      plan.edits += edits
      if let version = target.version {
        plan.preference.request(version, of: files.realName(of: target.name))
        plan.preference.staying[files.realName(of: target.name)] = staying
      }
      // A widened requirement allows the locked version too, which an install would keep.
      let isKept = locked.map { locked in edits.contains { $0.admits(locked) } } ?? false
      if edits.isEmpty || isKept || staying != nil {
        names.insert(target.name)
        plan.keep(direct.lockedElsewhere(than: target), of: files.realName(of: target.name))
      }
      if options.withDependencies { names.formUnion(lock.dependencies(of: target.name)) }
    }
    if !names.isEmpty { plan.aim = .update(names) }
    let free = Set(targets.filter { $0.version == nil }.map(\.name))
    let exact = targets.filter { $0.version != nil }.map(\.name)
    plan.preference.bounds = bounds(free.union(names).subtracting(exact), options, files)
    return plan
  }

  private func check(
    _ target: Goal.Target, _ lock: LockedTree, _ files: ProjectFiles
  ) throws(Problem) {
    if let version = target.version, Version(version) == nil {
      throw Problem(.usage, "is not a version", subject: "\(target.name)@\(version)")
    }
    if lock.contains(target.name) || files.requirements(for: target.name).first != nil { return }
    throw Problem(
      .usage, "is neither in package.json nor in its lock", subject: target.name,
      at: Location(file: files.project.manifest, line: 1, column: 1))
  }

  private func bounds(
    _ names: Set<String>, _ options: UpdateOptions, _ files: ProjectFiles
  ) -> [String: VersionPreference.Bound] {
    guard let level = options.level else { return [:] }
    let lock = files.lockedTree
    var result: [String: VersionPreference.Bound] = [:]
    for name in names {
      guard let text = lock.version(of: name), let version = Version(text, loose: true) else {
        continue
      }
      result[files.realName(of: name)] = VersionPreference.Bound(
        from: version, step: level, isStrict: options.strict)
    }
    return result
  }
}

extension ProjectFiles {
  /// Returns the places that state a requirement for a package, in all manifests.
  func requirements(for name: String) -> [RequirementSite] {
    manifests.flatMap { $0.requirements(for: name, rules: ["overrides"]) }
  }

  /// Returns the registry's name of a package: for an alias another one.
  ///
  /// The manifests decide; the lock knows the aliases that dependencies bring along.
  func realName(of name: String) -> String {
    let sites = requirements(for: name)
    if let real = sites.lazy.compactMap({ PackageSpec($0.text).aliasedName }).first { return real }
    return sites.isEmpty ? lockedTree.packageName(of: name) ?? name : name
  }

  /// Returns the project with edited manifests.
  func applying(_ edits: [ManifestEdit]) throws(Problem) -> ProjectFiles {
    var result = self
    for (index, manifest) in manifests.enumerated() {
      result.manifests[index] = try manifest.applying(edits)
    }
    return result
  }

  /// Returns the files that differ from an earlier state of the project.
  func changes(from old: ProjectFiles) -> [FileChange] {
    zip(old.manifests, manifests).compactMap { old, new in
      let (before, after) = (old.document.source.bytes, new.document.source.bytes)
      return before == after ? nil : FileChange(path: new.path, before: before, after: after)
    }
  }
}
