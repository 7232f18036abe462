import Ecosystem
import JSON
import JavaScript
import Text
import YAML

/// The edits and the resolver's task for a goal.
struct Plan {
  var aim: ResolverInput.Aim
  /// Whether the lock is ignored.
  var isFresh = false
  var edits: [ManifestEdit] = []
  var catalogEdits: [CatalogEdit] = []
  var targets: [Goal.Target] = []
  var preference = VersionPreference()
  var staying: [String: Set<String>] = [:]
  /// Whether an alias is named whose package the project also has under its own name.
  var isOfSharedPackage = false

  /// Keeps locked versions of a package, which an update by its name would move too.
  fileprivate mutating func keep(_ versions: Set<String>, of package: String) {
    if versions.isEmpty { return }
    preference.staying[package, default: []].formUnion(versions)
    staying[package, default: []].formUnion(versions)
  }

  /// The first attempt: pnpm's own choice of versions, unless some have to stay.
  var first: Plan {
    guard staying.isEmpty else { return self }
    var plan = self
    plan.preference.versions = [:]
    plan.preference.further = [:]
    return plan
  }

  /// Demands a version of a package, while copies with some versions stay.
  fileprivate mutating func demand(
    _ version: String?, of name: String, staying: Set<String>?
  ) {
    guard let version else { return }
    preference.request(version, of: name)
    guard let staying else { return }
    preference.staying[name] = staying
    self.staying[name] = staying
  }
}

/// The new requirements of one dependency.
private struct RequirementEdits {
  var inManifests: [ManifestEdit] = []
  var inCatalogs: [CatalogEdit] = []

  var isEmpty: Bool { inManifests.isEmpty && inCatalogs.isEmpty }

  /// Whether one of them allows a locked version other than the wanted one, so that an install would
  /// keep it.
  func keep(_ locked: [Version], besides wanted: Version?) -> Bool {
    locked.contains { version in
      guard version != wanted else { return false }
      return inManifests.contains { $0.admits(version) }
        || inCatalogs.contains { RequirementStyle($0.after)?.admits(version) ?? true }
    }
  }
}

/// A new requirement in a catalog or in `overrides` of `pnpm-workspace.yaml`.
struct CatalogEdit: Hashable {
  var name: String
  var before: String
  var after: String
  /// The bytes of the old requirement.
  var range: Swift.Range<Int>
  var style: Scalar.Style

  /// The edit as a change reports it.
  func reported(in file: String) -> RequirementEdit {
    RequirementEdit(name: name, file: file, before: before, after: after)
  }

  /// The new requirement in the style of the old one.
  var text: String {
    switch style {
    case .singleQuoted: "'\(after)'"
    case .doubleQuoted: "\"\(after)\""
    default: LockScalar(after, isSingleLine: true, isInBlock: false).text(level: 1, width: nil)
    }
  }
}

extension PnpmEcosystem {
  /// Converts a goal to edits and an aim.
  func plan(_ goal: Goal, _ sources: ProjectSources) async throws(Problem) -> Plan {
    switch goal {
    case .lock(let options): return Plan(aim: .install, isFresh: options.fresh)
    case .updateAll(let options):
      var plan = Plan(aim: .updateAll)
      let names = Set(try sources.dependencies().map(\.name))
      plan.preference.bounds = try bounds(names, options, sources)
      return plan
    case .update(let targets, let options): return try await plan(targets, options, sources)
    }
  }

  private func plan(
    _ targets: [Goal.Target], _ options: UpdateOptions, _ sources: ProjectSources
  ) async throws(Problem) -> Plan {
    var plan = Plan(aim: .install, targets: targets)
    let dependencies = try sources.dependencies()
    var names: Set<String> = []
    let policy = RequirementPolicy(
      options, sources.manifests, Registry(client: http, settings: sources.npmrc), published)
    for target in targets {
      guard let present = dependencies.first(where: { $0.name == target.name }) else {
        throw sources.unknown(target.name)
      }
      if let version = target.version, Version(version) == nil {
        throw Problem(.usage, "is not a version", subject: "\(target.name)@\(version)")
      }
      let locked =
        target.oldestLocked ?? present.current.flatMap { Version($0, loose: true) }
      let wanted = target.version.flatMap { Version($0) }
      let staying = options.staying[target.name]
      // A fix of an older copy doesn't change the manifest.
      let isOlder = wanted.flatMap { wanted in locked.map { wanted <= $0 } } ?? false
      var edits = RequirementEdits()
      if staying == nil || !isOlder {
        edits = try await self.edits(for: target, policy, options, sources)
      }
      plan.edits += edits.inManifests
      plan.catalogEdits += edits.inCatalogs
      let real = present.registryName ?? target.name
      if real != target.name, dependencies.contains(where: { $0.name == real }) {
        plan.isOfSharedPackage = true
      }
      plan.demand(target.version, of: real, staying: staying)
      let keepsOld = edits.keep(
        try sources.lockedVersions(of: target), besides: wanted)
      if edits.isEmpty || keepsOld || staying != nil {
        names.insert(real)
        plan.keep(try sources.directRequirements().lockedElsewhere(than: target), of: real)
      }
      if options.withDependencies { names.formUnion(try sources.below(target.name)) }
    }
    if !names.isEmpty { plan.aim = .update(names) }
    let free = Set(targets.filter { $0.version == nil }.map(\.name))
    let exact = targets.filter { $0.version != nil }.map(\.name)
    plan.preference.bounds = try bounds(
      free.union(names).subtracting(exact), options, sources)
    return plan
  }

  private func bounds(
    _ names: Set<String>, _ options: UpdateOptions, _ sources: ProjectSources
  ) throws(Problem) -> [String: VersionPreference.Bound] {
    guard let level = options.level else { return [:] }
    var result: [String: VersionPreference.Bound] = [:]
    for dependency in try sources.dependencies() where names.contains(dependency.name) {
      guard let version = dependency.current.flatMap({ Version($0, loose: true) }) else { continue }
      result[dependency.registryName ?? dependency.name] = VersionPreference.Bound(
        from: version, step: level, isStrict: options.strict)
    }
    return result
  }

  /// Returns the edits of all requirements of a dependency, as `pnpm update --latest NAME -r` makes them.
  private func edits(
    for target: Goal.Target, _ policy: RequirementPolicy, _ options: UpdateOptions,
    _ sources: ProjectSources
  ) async throws(Problem) -> RequirementEdits {
    let sites = target.sites(among: sources.sites(of: target.name))
    let entries = sources.catalogSites(of: target)
    let own = sites.filter { !$0.isPeer }
    let keepsNewer = RequirementPolicy.keepsNewer(
      (own.isEmpty && entries.isEmpty ? sites : own).map(\.text) + entries.map(\.requirement),
      for: target)
    return RequirementEdits(
      inManifests: try await policy.edits(for: target, at: sites, keepsNewer: keepsNewer),
      inCatalogs: try await edits(
        of: entries, for: target, policy, options, keepsNewer: keepsNewer))
  }

  /// Returns the edits of catalog entries that dependencies use.
  private func edits(
    of entries: [CatalogEntry], for target: Goal.Target, _ policy: RequirementPolicy,
    _ options: UpdateOptions, keepsNewer: Bool
  ) async throws(Problem) -> [CatalogEdit] {
    guard let text = target.version, let version = Version(text) else { return [] }
    var result: [CatalogEdit] = []
    for entry in entries {
      guard let style = RequirementStyle(entry.requirement), !(keepsNewer && style.isAbove(version))
      else { continue }
      if style.admits(version), !(try await policy.isRaising()) { continue }
      guard options.strategy != .lockfileOnly else {
        throw Problem(
          .unsolvable, "excludes \(text), and the versioning strategy forbids manifest changes",
          subject: entry.requirement, at: entry.node.location)
      }
      let widens = try await policy.isWidening() && !entry.isOverride
      let after = widens ? style.widened(to: version) : style.raised(to: version)
      guard let after else {
        throw Problem(
          .refused, "is a requirement whose style martlet cannot keep",
          subject: entry.requirement, at: entry.node.location)
      }
      if after == entry.requirement { continue }
      result.append(
        CatalogEdit(
          name: target.name, before: entry.requirement, after: after, range: entry.node.range,
          style: entry.node.scalar?.style ?? .plain))
    }
    return result
  }
}

extension ProjectSources {
  /// The places in manifests that state a requirement, without those that name a catalog or a member.
  fileprivate func sites(of name: String) -> [RequirementSite] {
    manifests.enumerated().flatMap { index, manifest in
      // pnpm reads the rules of the root alone.
      manifest.requirements(for: name, rules: index == 0 ? ["resolutions", "pnpm.overrides"] : [])
    }
  }

  /// The entries of catalogs that a manifest or an override uses for a dependency, and its override in
  /// `pnpm-workspace.yaml`.
  fileprivate func catalogSites(of target: Goal.Target) -> [CatalogEntry] {
    let sites = manifests.filter { target.moves(in: $0.path) }
      .flatMap { $0.requirements(for: target.name, rules: ["resolutions", "pnpm.overrides"]) }
    let rules = (workspace?.overrides ?? []).filter { $0.name == target.name }
    let used = Set(
      (sites.map(\.text) + rules.map(\.requirement)).compactMap { Catalogs.name(in: $0) })
    return (workspace?.entries ?? []).filter {
      $0.name == target.name && used.contains($0.catalog)
    } + rules
  }

  /// Refuses a name that is not a dependency.
  fileprivate func unknown(_ name: String) -> Problem {
    Problem(
      .usage, "is neither in package.json nor in its lock", subject: name,
      at: Location(file: project.manifest, line: 1, column: 1))
  }

  /// The versions that the lock has for the requirements of a target.
  fileprivate func lockedVersions(of target: Goal.Target) throws(Problem) -> [Version] {
    try directRequirements().entries(of: target.name).map(\.requirement)
      .filter { target.moves(in: $0.manifest) }
      .compactMap { $0.locked.flatMap { Version($0, loose: true) } }
  }

  /// The requirements of all manifests, with the versions that the present lock has for them.
  func directRequirements() throws(Problem) -> DirectRequirements {
    try requirements(in: try lock.get(), LockedPackages())
  }

  /// The registry's names of the packages below a direct dependency.
  fileprivate func below(_ name: String) throws(Problem) -> Set<String> {
    let lock = try self.lock.get()
    let roots = lock.importers.values.compactMap { importer in
      importer.reference(of: name).flatMap { DependencyPath.path(of: $0, alias: name) }
    }
    let paths = lock.reachable(from: roots).subtracting(roots)
    return Set(paths.compactMap { lock.nameAndVersion(of: $0)?.name })
  }

  /// Returns the project with edited manifests and catalogs, parsed again.
  func applying(_ plan: Plan) throws(Problem) -> ProjectSources {
    var result = self
    for (index, manifest) in manifests.enumerated() {
      result.manifests[index] = try manifest.applying(plan.edits)
    }
    guard !plan.catalogEdits.isEmpty, let workspace else { return result }
    result.workspace = try workspace.applying(plan.catalogEdits)
    return result
  }

  /// Adds versions to the exceptions of `minimumReleaseAge`.
  mutating func record(_ exceptions: Set<String>) throws(Problem) {
    if exceptions.isEmpty { return }
    let path = TreePath.join(TreePath.folder(of: project.manifest), "pnpm-workspace.yaml")
    workspace = try RecordReleaseAge(path: path, workspace: workspace).adding(exceptions)
  }

  /// Returns the manifests that differ from an earlier state.
  func changes(from old: ProjectSources) -> [FileChange] {
    var result = zip(old.manifests, manifests).compactMap { old, new -> FileChange? in
      let (before, after) = (old.document.source.bytes, new.document.source.bytes)
      return before == after ? nil : FileChange(path: new.path, before: before, after: after)
    }
    let before = old.workspace?.document.source.bytes
    if let new = workspace, before != new.document.source.bytes {
      result.append(
        FileChange(path: new.path, before: before, after: new.document.source.bytes))
    }
    return result
  }
}

extension WorkspaceFile {
  /// Replaces requirements and verifies by parsing that nothing else changed.
  func applying(_ edits: [CatalogEdit]) throws(Problem) -> WorkspaceFile {
    let replacements = edits.map { Replacement(file: path, range: $0.range, text: $0.text) }
    let source: SourceText
    do throws(ReplacementError) {
      source = try document.source.applying(replacements)
    } catch {
      throw Problem(.failed, "has two edits in one place", subject: path)
    }
    let edited = try WorkspaceFile(source)
    let expected = (entries + overrides).map { entry in
      edits.first { $0.range == entry.node.range }?.after ?? entry.requirement
    }
    let isSetting = { (key: String) in key != "overrides" }
    guard (edited.entries + edited.overrides).map(\.requirement) == expected,
      edited.packages.map(\.pattern) == packages.map(\.pattern),
      edited.settings.filter({ isSetting($0.key) }).map(\.value)
        == settings.filter({ isSetting($0.key) }).map(\.value)
    else {
      throw Problem(.failed, "does not contain the new requirements after the edit", subject: path)
    }
    return edited
  }
}
