import Ecosystem
import JSON
import Text
import Versioning

extension JavaScriptProject {
  /// Converts a goal to edits and an aim of the resolver.
  func plan(_ goal: Goal) async throws(Problem) -> UpdatePlan {
    switch goal {
    case .lock(let options): return UpdatePlan(aim: options.fresh ? .fresh : .install)
    case .updateAll(let options):
      var plan = UpdatePlan(aim: .updateAll)
      let lock = try sources.copies()
      plan.preference.bounds = bounds(
        lock.names.union(sources.files.directNames), options, lock)
      return plan
    case .update(let targets, let options): return try await plan(targets, options)
    }
  }

  private func plan(
    _ targets: [Goal.Target], _ options: UpdateOptions
  ) async throws(Problem) -> UpdatePlan {
    let lock = try sources.copies()
    let requirements = try self.requirements()
    var plan = UpdatePlan(aim: .install)
    plan.targets = targets
    var names: Set<String> = []
    let policy = RequirementPolicy(
      options, sources.manifests, registry, ecosystem.published)
    for index in plan.targets.indices {
      let target = options.strategy == .lockfileOnly ? targets[index].inside : targets[index]
      plan.targets[index] = target
      try check(target, lock)
      let edits = try await edits(for: target, options, policy, lock)
      for edit in edits { try plan.add(edit) }
      let package = sources.registryName(of: target.name, lock)
      let staying = options.staying[target.name]
      if let version = target.version {
        plan.preference.request(version, of: package)
        plan.preference.staying[package] = staying
      }
      if edits.isEmpty || staying != nil || keepsLocked(target, edits, requirements) {
        names.insert(updatesAliases ? package : target.name)
        plan.keep(requirements.lockedElsewhere(than: target), of: package)
      }
      if options.withDependencies {
        names.formUnion(lock.dependencies(of: target.name, byPackage: updatesAliases))
      }
    }
    if !names.isEmpty { plan.aim = .update(names) }
    let exact = targets.filter { $0.version != nil }.map(\.name)
    let free = names.union(targets.map(\.name)).subtracting(exact)
    plan.preference.bounds = bounds(free, options, lock)
    plan.sortEdits(sources.manifests)
    return plan
  }

  private func check(_ target: Goal.Target, _ lock: LockedCopies) throws(Problem) {
    if let version = target.version, Version(version) == nil {
      throw Problem(.usage, "is not a version", subject: "\(target.name)@\(version)")
    }
    if lock.contains(target.name) || !sources.sites(of: target.name).isEmpty { return }
    throw Problem(
      .usage, "is neither in package.json nor in its lock", subject: target.name,
      at: Location(file: sources.project.manifest, line: 1, column: 1))
  }

  /// Returns the new requirements of a target; none for a fix of an older copy, which doesn't change the
  /// manifests.
  private func edits(
    for target: Goal.Target, _ options: UpdateOptions, _ policy: RequirementPolicy,
    _ lock: LockedCopies
  ) async throws(Problem) -> [ManifestEdit] {
    let locked = target.oldestLocked ?? lock.usual(of: target.name)?.semver
    if options.staying[target.name] != nil, let locked,
      let wanted = target.version.flatMap({ Version($0) }), wanted <= locked
    {
      return []
    }
    let all = sources.sites(of: target.name)
    let sites =
      all.isEmpty
      ? sources.narrowRules(for: target.name).filter { target.replaces($0, in: lock) }
      : target.sites(among: all, sources.catalogs).withoutReplaced(by: lock.copies(of: target.name))
    return try await policy.edits(
      for: target, at: sites, keepsNewer: RequirementPolicy.keepsNewer(sites, for: target))
  }

  /// Whether an installation would keep a locked version other than the wanted one.
  private func keepsLocked(
    _ target: Goal.Target, _ edits: [ManifestEdit], _ requirements: DirectRequirements
  ) -> Bool {
    guard Sources.traits.keepsLockedVersions else { return false }
    return requirements.entries(of: target.name).map(\.requirement).contains { requirement in
      guard target.moves(in: requirement.manifest), requirement.locked != target.version,
        let locked = requirement.locked.flatMap({ Version($0, loose: true) })
      else { return false }
      return edits.contains { $0.admits(locked) }
    }
  }

  private func bounds(
    _ names: Set<String>, _ options: UpdateOptions, _ lock: LockedCopies
  ) -> [String: VersionPreference.Bound] {
    guard let level = options.level else { return [:] }
    var result: [String: VersionPreference.Bound] = [:]
    for name in names {
      guard let version = lock.usual(of: name)?.semver else { continue }
      result[sources.registryName(of: name, lock)] = VersionPreference.Bound(
        from: version, step: level, isStrict: options.strict)
    }
    return result
  }
}

extension Goal.Target {
  /// Whether an update of an indirect package moves a rule for some requirements of it: the rule pins
  /// an older locked version of the same major version.
  fileprivate func replaces(_ rule: RequirementSite, in lock: LockedCopies) -> Bool {
    guard let wanted = version.flatMap({ Version($0) }) else { return false }
    let spec = PackageSpec(rule.range)
    return lock.copies(of: name).compactMap(\.semver).contains { locked in
      locked < wanted && locked.major == wanted.major && spec.admits(locked)
    }
  }
}

extension [RequirementSite] {
  /// Leaves out requirements that a rule replaces by another version than they allow: they don't decide
  /// about the locked version, and may be of another major version.
  ///
  ///     "dependencies": {"mini": "1.0.0"}, "overrides": {"mini": "~2.0.0"}
  fileprivate func withoutReplaced(by copies: [LockedCopy]) -> Self {
    guard contains(where: \.isRule) else { return self }
    let locked = copies.compactMap(\.semver)
    return filter { site in
      site.isRule || site.isPeer || locked.isEmpty
        || RequirementStyle(site.text).map { locked.contains(where: $0.admits) } ?? true
    }
  }
}

extension UpdatePlan {
  /// Adds an edit, once for the targets that share its place.
  ///
  /// - Throws: a `Problem` of the kind `unsolvable` if another target needs another text there.
  fileprivate mutating func add(_ edit: ManifestEdit) throws(Problem) {
    guard let other = edits.first(where: { $0.path == edit.path && $0.range == edit.range }) else {
      return edits.append(edit)
    }
    guard other.after != edit.after else { return }
    throw Problem(
      .unsolvable, "would have to become both \(other.after) and \(edit.after) in \(edit.path)",
      subject: "\(edit.name) \(edit.before)")
  }

  /// Lists the edits of manifests before those of other files.
  fileprivate mutating func sortEdits(_ manifests: [ManifestFile]) {
    let paths = Set(manifests.map(\.path))
    edits = edits.filter { paths.contains($0.path) } + edits.filter { !paths.contains($0.path) }
  }
}

extension JavaScriptTool {
  /// Returns the places that state a requirement for a package: the sections of all manifests, then rules.
  func sites(of name: String) -> [RequirementSite] {
    manifests.flatMap { $0.requirements(for: name) } + rules(for: name)
  }

  /// Returns the registry's name of a package: for an alias another one.
  ///
  /// The manifests decide; the lock knows the aliases that dependencies bring along.
  package func registryName(of name: String, _ lock: LockedCopies) -> String {
    let sites = sites(of: name)
    if sites.isEmpty { return lock.usual(of: name)?.package ?? name }
    let catalogs = self.catalogs
    return sites.lazy.map { catalogs.site(of: name, $0.text) ?? $0 }
      .compactMap { PackageSpec($0.range).aliasedName }.first ?? name
  }

  /// Returns the project with edited requirements.
  ///
  /// All other bytes stay. The files are parsed again to verify the new requirements.
  func applying(_ edits: [ManifestEdit]) throws(Problem) -> Self {
    var result = self
    for (index, manifest) in manifests.enumerated() {
      result.manifests[index] = try manifest.applying(edits)
    }
    let catalogs = self.catalogs
    if let file = catalogs.file, edits.contains(where: { $0.path == file.file }) {
      result = try result.replacing(try edits.applied(to: file))
    }
    let expected = catalogs.entries.map { entry in
      edits.first { $0.path == entry.site.path && $0.range == entry.site.bytes }?.after
        ?? entry.site.text
    }
    let isMissing = edits.contains { edit in
      let sites =
        result.catalogs.entries.filter { $0.name == edit.name }.map(\.site)
        + result.sites(of: edit.name) + result.narrowRules(for: edit.name)
      return !sites.contains { $0.path == edit.path && $0.text == edit.after }
    }
    guard !isMissing, result.catalogs.entries.map(\.site.text) == expected else {
      throw Problem(
        .failed, "does not contain the new requirements after the edit",
        subject: edits.first?.path ?? project.manifest)
    }
    return result
  }

  /// Returns the files that differ from an earlier state of the project.
  func changes(from old: Self) -> [FileChange] {
    let pairs = zip(old.manifests, manifests).map { ($0.document.source, $1.document.source) }
    var changes = pairs.compactMap { before, after in
      before.bytes == after.bytes
        ? nil : FileChange(path: after.file, before: before.bytes, after: after.bytes)
    }
    let (before, after) = (old.catalogs.file, catalogs.file)
    if let after, before?.bytes != after.bytes {
      changes.append(FileChange(path: after.file, before: before?.bytes, after: after.bytes))
    }
    return changes
  }
}
