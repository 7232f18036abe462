import Ecosystem
import JSON
import JavaScript
import Time

extension TreeResolver {
  /// Returns the document that a requirement needs; nil if it needs none.
  func request(for wanted: Wanted, _ step: Step) -> DocumentRequest? {
    guard !isLocal(wanted.requirement),
      let spec = spec(of: wanted)
    else { return nil }
    let isOptional = wanted.isOptional || step.isParentSkipped
    let isFull =
      input.version.has(.readsFullDocuments) && isOptional || isTimeBased || step.publishedBy != nil
    return DocumentRequest(name: spec.name, isFull: isFull)
  }

  private func isLocal(_ requirement: String) -> Bool {
    ["workspace:", "link:", "file:", "catalog:"].contains(where: requirement.hasPrefix)
  }

  /// Resolves a requirement; nil if it is optional and not available, or closes a cycle.
  func resolve(_ wanted: Wanted, in step: Step) throws(Problem) -> Address? {
    var wanted = wanted
    if step.isParentInjected,
      let entry = try input.catalogs.entry(for: wanted.alias, wanted.requirement)
    {
      wanted.requirement = entry.requirement
    }
    let isRequested = isRequested(wanted, in: step)
    let isUpdate =
      isRequested || wanted.locked == nil || isLocallyAvailable(wanted)
      || (wanted.locked.map { updates.contains($0.name, for: wanted, in: step) } ?? false)
    var preferred = step.preferred
    if !isRequested, let version = wanted.preferredVersion {
      let (name, _) = RegistrySpec.unwrap(wanted.alias, wanted.requirement)
      preferred = PreferredVersions(PreferredVersions(), only: version, of: name)
    }
    if isRequested, input.version.major > 10 {
      let (name, _) = RegistrySpec.unwrap(wanted.alias, wanted.requirement)
      preferred = PreferredVersions(preferred, unlocking: name)
    }
    let isOptional = wanted.isOptional || step.isParentSkipped
    if let locked = wanted.locked, !isUpdate {
      if input.version.has(.keepsWithoutResolving) {
        wanted.isKept = true
        if !isOptional, !locked.isFolder { return try keep(wanted, locked, in: step) }
      } else {
        preferred = keep(locked, for: &wanted, in: step, preferred)
      }
    }
    do throws(Problem) {
      let address = try find(wanted, in: step, preferred, isRequested: isRequested)
      if !isUpdate { address?.locked = wanted.locked?.lockedPath }
      return address
    } catch {
      guard isOptional, error.kind == .unsolvable else { throw error }
      guard isLocked(wanted) else { return nil }
      var problem = error
      problem.advice =
        "pnpm doesn't skip an optional package that the lock has; update what depends on it, or "
        + "remove its entries from the lock"
      throw problem
    }
  }

  /// Replaces a requirement by its locked version.
  ///
  /// - Returns: the preferred versions with this one alone.
  func keep(
    _ locked: LockedEntry, for wanted: inout Wanted, in step: Step, _ preferred: PreferredVersions
  ) -> PreferredVersions {
    if step.depth > 0, locked.id.hasSuffix("@" + locked.version) {
      let isRange = range(of: wanted.requirement) != nil
      wanted.requirement =
        isRange ? locked.version : Self.replacing(wanted.requirement, by: locked.version)
    }
    wanted.isKept = true
    return PreferredVersions(preferred, only: locked.version, of: locked.name)
  }

  /// Whether the lock has a version that fits, so that pnpm fails instead of skipping the package:
  /// `wantedLockfileContainsSatisfyingEntry` of pnpm 11.11.
  private func isLocked(_ wanted: Wanted) -> Bool {
    guard input.version.has(.keepsLockedOptionals) else { return false }
    let (name, requirement) = RegistrySpec.unwrap(wanted.alias, wanted.requirement)
    guard let range = Range(requirement) else { return false }
    return lockedVersions[name]?.contains(where: range.contains) ?? false
  }

  private func isRequested(_ wanted: Wanted, in step: Step) -> Bool {
    step.depth <= wanted.updateDepth ?? step.updateDepth
      && (isUpdateOfAll || isUpdateTarget(wanted))
  }

  /// Returns the documents that a step below the direct dependencies waits for.
  func needs(of step: Step) -> StepNeeds {
    var result = StepNeeds()
    for wanted in step.wanted {
      guard let need = request(for: wanted, step) else { continue }
      if directNeeds.contains(need) { result.present.insert(need) }
      if isExact(wanted, in: step) {
        result.delayed.insert(need)
      } else {
        result.immediate.insert(need)
      }
    }
    return result
  }

  /// Whether a requirement is an exact version, or the lock has one that stays.
  private func isExact(_ wanted: Wanted, in step: Step) -> Bool {
    if case .version = spec(of: wanted)?.kind { return true }
    guard let locked = wanted.locked, locked.id.hasSuffix("@" + locked.version) else {
      return false
    }
    return !updates.names.contains(locked.name) && !isRequested(wanted, in: step)
      && !isLocallyAvailable(wanted)
  }

  /// Whether an update names the package; pnpm 11 also compares packages that the lock lacks here.
  private func isUpdateTarget(_ wanted: Wanted) -> Bool {
    if let locked = wanted.locked { return updatesName(locked.name) }
    guard input.version.has(.updatesNewRequirements) else { return false }
    return updatesName(RegistrySpec.unwrap(wanted.alias, wanted.requirement).0)
  }

  private var isUpdateOfAll: Bool {
    if case .updateAll = input.aim { true } else { false }
  }

  private func isLocallyAvailable(_ wanted: Wanted) -> Bool {
    guard input.settings.linkWorkspaceDepth != -1,
      let spec = spec(of: wanted)
    else { return false }
    return members.member(spec.name, fitting: spec.kind) != nil
  }

  /// Replaces the range of a requirement: `replaceVersionInBareSpecifier.ts`.
  static func replacing(_ text: String, by version: String) -> String {
    if Range(text) != nil { return version }
    guard text.hasPrefix("npm:") else { return text }
    guard let at = text.lastIndex(of: "@"), !text[at...].contains("/") else {
      return "\(text)@\(version)"
    }
    return text[...at] + version
  }

  private func find(
    _ wanted: Wanted, in step: Step, _ preferred: PreferredVersions, isRequested: Bool
  ) throws(Problem) -> Address? {
    let text = wanted.requirement
    if text.hasPrefix("workspace:") { return try member(wanted, in: step) }
    if text.hasPrefix("link:") { return try folder(String(text.dropFirst(5)), wanted, in: step) }
    guard let spec = spec(of: wanted) else {
      throw Problem(
        .refused, "is a requirement that is not from a registry, which martlet does not resolve",
        subject: "\(wanted.alias)@\(text)")
    }
    guard let request = request(for: wanted, step), let answer = documents[request] else {
      throw Problem(.failed, "has no document", subject: wanted.alias)
    }
    let isLinkable = input.settings.linkWorkspaceDepth >= step.depth
    let packument: Packument
    switch answer {
    case .success(let found): packument = found
    case .failure(let failure):
      if isLinkable, let member = members.member(spec.name, fitting: spec.kind) {
        return try link(to: member, wanted, in: step)
      }
      if failure.isOutage { throw failure.problem }
      throw Problem(
        .unsolvable, failure.problem.message, subject: failure.problem.subject,
        explanation: ["\(step.parentID) wants \(wanted.alias)@\(text)."],
        unavailable: failure.problem.unavailable)
    }
    let picked = try pick(spec, packument, wanted, step, preferred, isRequested: isRequested)
    if isLinkable, let member = member(replacing: picked, of: packument, spec) {
      return try link(to: member, wanted, in: step)
    }
    guard let picked else {
      throw Problem(
        .unsolvable, "has no version that fits \(text)", subject: wanted.alias,
        explanation: ["\(step.parentID) wants \(wanted.alias)@\(text)."])
    }
    let address = try package(picked, of: packument, wanted, in: step)
    address?.specifier = step.depth == 0 ? Specifier.of(wanted, spec, picked.key) : nil
    return address
  }

  /// Returns the member of the workspace that is linked instead of the registry's version: the same
  /// version, or a newer one.
  private func member(
    replacing picked: VersionManifest?, of packument: Packument, _ spec: RegistrySpec
  ) -> ResolverInput.Member? {
    guard members.has(spec.name) else { return nil }
    if let same = members.member(packument.name, version: picked?.key ?? "") { return same }
    guard let member = members.member(spec.name, fitting: spec.kind) else { return nil }
    if input.settings.preferWorkspacePackages { return member }
    guard let own = Version(member.manifest.version, loose: true), let version = picked?.version
    else { return member }
    return own > version ? member : nil
  }

  func pick(
    _ spec: RegistrySpec, _ packument: Packument, _ wanted: Wanted, _ step: Step,
    _ preferred: PreferredVersions, isRequested: Bool
  ) throws(Problem) -> VersionManifest? {
    let isFree = isRequested || wanted.locked == nil || input.aim == .install
    let exclusions = input.settings.releaseAge.exclusions.scope(of: packument.name)
    if isFree,
      let choice = input.preference.choice(
        for: PackageSpec(RegistrySpec.unwrap(wanted.alias, wanted.requirement).requirement),
        of: packument, Engines())
    {
      if try isYoung(choice.key, of: packument, after: step.publishedBy) {
        try accept(choice, of: packument.name, wanted, step)
      }
      return choice
    }
    let picker = try VersionPicker(
      packument, publishedBy: step.publishedBy, excluding: exclusions, input.version)
    let date = exclusions == .all ? nil : step.publishedBy
    let selectors = preferred[spec.name]
    let isLowest = step.isLowest && (date == nil || input.version.has(.picksLowestOldEnough))
    if let found = picker.pick(spec.kind, selectors, lowest: isLowest) { return found }
    guard date != nil else { return nil }
    let young = try VersionPicker(packument, publishedBy: nil, input.version)
      .pick(spec.kind, selectors, lowest: true)
    if let young { try accept(young, of: packument.name, wanted, step) }
    return young
  }

  // MARK: Members of the workspace

  private func member(_ wanted: Wanted, in step: Step) throws(Problem) -> Address {
    let text = String(wanted.requirement.dropFirst("workspace:".count))
    if text.hasPrefix(".") { return try folder(text, wanted, in: step) }
    var name = wanted.alias
    if let at = text.dropFirst().lastIndex(of: "@") { name = String(text[..<at]) }
    guard let member = members.member(name, fitting: nil) else {
      throw Problem(
        .unsolvable, "is not a member of the workspace", subject: name,
        explanation: ["\(step.parentID) wants \(wanted.alias)@\(wanted.requirement)."])
    }
    return try link(to: member, wanted, in: step)
  }

  private func folder(
    _ path: String, _ wanted: Wanted, in step: Step
  ) throws(Problem) -> Address {
    let base = step.depth == 0 ? "/" + folderID(step) : "/"
    let target = Paths.relative("/", Paths.resolve(base, path))
    let member =
      input.members.first { $0.id == (target.isEmpty ? "." : target) }
      ?? input.linkedFolders.first { $0.id == target }
    guard let member else {
      throw Problem(
        .refused, "links to a folder without a package.json in the repository",
        subject: "\(wanted.alias)@\(wanted.requirement)")
    }
    return linked(member, wanted, in: step)
  }

  private func folderID(_ step: Step) -> String {
    let id = input.members[step.importer].id
    return id == "." ? "" : id
  }

  private func link(
    to member: ResolverInput.Member, _ wanted: Wanted, in step: Step
  ) throws(Problem) -> Address {
    guard input.settings.injectWorkspacePackages || wanted.isInjected else {
      return linked(member, wanted, in: step)
    }
    let folder = member.id == "." ? "" : member.id
    return try enter(
      "file:\(folder)", member.manifest,
      resolution: Object([("directory", .string(folder)), ("type", "directory")]), nil, wanted,
      in: step, isInjected: true) ?? linked(member, wanted, in: step)
  }

  private func linked(
    _ member: ResolverInput.Member, _ wanted: Wanted, in step: Step
  ) -> Address {
    let folder = member.id == "." ? "" : member.id
    let base = step.depth == 0 ? folderID(step) : ""
    var path = Paths.relative("/" + base, folder.isEmpty ? "/" : "/" + folder)
    if base.isEmpty { path = folder }
    let node = tree.link("link:" + folder)
    tree[node] = TreeNode(link: member.manifest.name, version: member.manifest.version)
    let address = Address(
      alias: wanted.alias, id: "link:" + path, node: node, package: nil, link: member.manifest)
    address.isOptional = wanted.isOptional
    address.isDev = wanted.isDev
    address.specifier = wanted.requirement
    address.catalog = wanted.catalog
    if let version = Version(member.manifest.version) {
      addKnown(version.description, of: member.manifest.name)
    }
    return address
  }

  // MARK: Packages

  private func package(
    _ picked: VersionManifest, of packument: Packument, _ wanted: Wanted, in step: Step
  ) throws(Problem) -> Address? {
    let id = "\(packument.name)@\(picked.key)"
    let release = try release(picked, of: packument, id)
    var manifest = release.manifest
    let isAbbreviated = try isAbbreviated(packument, wanted, step)
    if isAbbreviated || !input.version.has(.readsLibc) { manifest.libc = nil }
    if wanted.isKept, input.version.has(.keepsLibc) {
      manifest.libc = manifest.libc ?? wanted.locked?.manifest["libc"]
    }
    if let locked = wanted.locked, locked.id == id {
      let libc = manifest.libc
      manifest.keepLocked(locked.manifest, isUpdate: !wanted.isKept)
      if !input.version.has(.keepsWithoutResolving) { manifest.libc = libc }
    }
    addKnown(picked.key, of: packument.name)
    let times = isTimeBased ? try packument.times : nil
    let published = times?[picked.key] ?? nil
    let address = try enter(
      id, manifest, resolution: release.resolution, published, wanted, in: step, isInjected: false)
    if published != nil, step.isDirect, let package = address?.package {
      setTime(try packument.writtenTime(of: picked.key), of: package)
    }
    return address
  }

  /// Keeps the publication time of a direct dependency.
  ///
  /// pnpm 8 compares times of patched packages with their paths without the patch, and drops them.
  func setTime(_ time: String?, of package: ResolvedPackage) {
    if package.isPatched, input.version.has(.keepsWithoutResolving) { return }
    directTimes[package.id] = time
  }

  /// Returns what a document says about a version; it's read once for all places of the package.
  func release(
    _ picked: VersionManifest, of packument: Packument, _ id: String
  ) throws(Problem) -> PublishedRelease {
    let key = PublishedRelease.Key(id: id, detail: packument.detail)
    if let known = releases[key] { return known }
    let node = try picked.read()
    try picked.checkDistribution(node)
    let manifest = PackageManifest(node, name: packument.name)
    let release = PublishedRelease(
      manifest: manifest, resolution: try Resolutions(input).resolution(of: manifest, node))
    releases[key] = release
    return release
  }

  /// Whether pnpm would use the abbreviated document, which has no `libc`.
  ///
  /// It needs the times only of packages that were modified after the date and aren't excluded.
  private func isAbbreviated(
    _ packument: Packument, _ wanted: Wanted, _ step: Step
  ) throws(Problem) -> Bool {
    guard let date = step.publishedBy, !isTimeBased, input.version.has(.readsFewFullDocuments)
    else {
      return false
    }
    let isOptional = wanted.isOptional || step.isParentSkipped
    if input.version.has(.readsFullDocuments), isOptional { return false }
    if input.settings.releaseAge.exclusions.scope(of: packument.name) == .all { return true }
    guard let modified = try packument.times?["modified"] ?? nil else { return false }
    return modified <= date
  }

  /// Enters a place of a package.
  func enter(
    _ id: String, _ raw: PackageManifest, resolution: Object, _ published: Timestamp?,
    _ wanted: Wanted, in step: Step, isInjected: Bool
  ) throws(Problem) -> Address? {
    if isInjected { addKnown(raw.version, of: raw.name) }
    let manifest = installed(raw, id: id, in: step)
    let patch = try input.patches.patch(for: manifest.name, manifest.version)
    if step.path.contains(step.parentID, over: id) || id == step.parentID { return nil }
    try tree.check(at: id)
    if let patch { appliedPatches.insert(patch.key) }
    tree.peerNames.formUnion(manifest.peerDependencies.names)
    tree.peerNames.formUnion(manifest.peerMeta.map(\.name))
    let isOwnOptional = wanted.isOptional || step.isParentSkipped
    let isOptional = isOwnOptional || step.isParentOptional
    let reach = Reach(
      isOptional: isOptional, isDev: wanted.isDev, isProd: !wanted.isDev && !isOwnOptional)
    if input.version.has(.marksBuilds) {
      encounters[id, default: []].append(
        Encounter(
          parent: step.depth == 0 ? nil : step.parentID, isOptional: isOwnOptional,
          round: step.moment?.round ?? 0,
          mark: wanted.locked.map { $0.manifest["requiresBuild"] == true }))
    }
    let node = manifest.isLeaf ? tree.leaf(id) : tree.makeNode(id, below: step.path)
    let known = tree.packages[id]
    let package: ResolvedPackage
    if let known {
      package = known
      package.reach.add(reach)
    } else {
      let path = id.hasPrefix(manifest.name + "@") ? id : "\(manifest.name)@\(id)"
      package = ResolvedPackage(
        id: id, pathWithPatch: path + (patch.map { "(patch_hash=\($0.hash))" } ?? ""), manifest,
        input.version, resolution: resolution, published: published, reach: reach,
        isPatched: patch != nil)
      tree.packages[id] = package
    }
    let address = Address(alias: wanted.alias, id: id, node: node, package: package)
    claim(address, isKnown: known != nil, in: step)
    if known != nil, !address.isNew || input.version.has(.resolvesPerImporter) {
      enterAgain(node, package, step, locked: wanted.locked?.lockedPath)
    }
    address.isInjectedMember = isInjected
    address.isSkipped =
      step.isParentSkipped || (isOptional && Platforms.excludes(manifest, wanted, step))
    complete(address, package, manifest, wanted, step)
    return address
  }

  /// Returns a manifest after the hooks, without the dependencies that are taken as peers.
  private func installed(
    _ raw: PackageManifest, id: String, in step: Step
  ) -> PackageManifest {
    var manifest = hooked(raw, id: id)
    for name in manifest.peerDependencies.names
    where input.settings.autoInstallPeers || step.parents[name] != nil {
      manifest.dependencies[name] = nil
    }
    return manifest
  }

  private func complete(
    _ address: Address, _ package: ResolvedPackage, _ manifest: PackageManifest, _ wanted: Wanted,
    _ step: Step
  ) {
    address.isUpdated = wanted.locked?.id != package.id
    address.isOptional = package.reach.isOptional
    address.isDev = wanted.isDev
    address.manifest = manifest
    address.missingPeers = manifest.missingPeers(input.version)
    address.catalog = wanted.catalog
  }

  private func enterAgain(
    _ node: NodeID, _ package: ResolvedPackage, _ step: Step, locked: LockedPath?
  ) {
    if let present = tree[node] {
      present.depth = min(present.depth, step.depth)
    } else if input.version.has(.namesNodesByPath) {
      tree.repeated.insert(node)
      // pnpm 8 compares the path of the first children with another form of the id.
      tree[node] = TreeNode(
        package, depth: step.depth,
        .copied(
          parents: PackagePath(package.id, below: step.path),
          cutsCycles: package.id.hasPrefix("file:")))
    } else {
      let treeNode = TreeNode(package, depth: step.depth, .copied(parents: step.path))
      treeNode.locked = locked.map { ($0, true) }
      tree[node] = treeNode
    }
  }
}

/// A version in a registry's document.
struct PublishedRelease {
  /// A version in one form of the document, since abbreviated documents lack fields.
  struct Key: Hashable {
    var id: String
    var detail: Packument.Detail
  }

  var manifest: PackageManifest
  /// The entry of `resolution` in the lock.
  var resolution: Object
}

/// Whether pnpm skips an optional package on Linux, where locks are compared.
enum Platforms {
  static func excludes(_ manifest: PackageManifest, _ wanted: Wanted, _ step: Step) -> Bool {
    guard wanted.isOptional || step.isParentSkipped else { return false }
    return Platform.linux.objection { field in
      switch field {
      case "os": manifest.os
      case "cpu": manifest.cpu
      default: manifest.libc
      }
    } != nil
  }
}
