import Ecosystem
import JSON
import JavaScript

/// The requirements of importers, in the order and with the depths of pnpm's commands.
struct ImporterWanted {
  let input: ResolverInput
  /// Whether the command is `update` of direct dependencies, which leaves the others as they are.
  private let isSelection: Bool

  init(_ input: ResolverInput) {
    self.input = input
    isSelection = Self.isSelection(input)
  }

  private static func isSelection(_ input: ResolverInput) -> Bool {
    switch input.aim {
    case .install: return false
    case .updateAll: return !input.settings.updateIgnored.isEmpty
    case .update(let names):
      if input.isDeep { return false }
      let matcher = NameMatcher(names.sorted())
      return input.members.contains { member in
        let manifest = member.manifest
        return [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies]
          .contains { $0.names.contains(where: matcher.matches) }
      }
    }
  }

  /// Returns the references of a member that the old lock has for the same requirements.
  ///
  /// Source: `forgetResolutionsOfPrevWantedDeps` of pnpm.
  func references(of index: Int, _ wanted: [Wanted]) -> [String: String] {
    guard let importer = input.lock.importers[input.members[index].id] else { return [:] }
    var result = importer.allReferences
    if isSelection || importer.specifiers.isEmpty { return result }
    for wanted in wanted where !isUnchanged(wanted, importer.specifiers[wanted.alias]) {
      let link = importer.references[.dependencies]?[wanted.alias]
      result[wanted.alias] = link?.hasPrefix("link:") == true ? link : nil
    }
    return result
  }

  /// Whether a requirement and its entry in a catalog are those of the old lock.
  private func isUnchanged(_ wanted: Wanted, _ specifier: String?) -> Bool {
    guard specifier == wanted.written else { return false }
    guard let catalog = Catalogs.name(in: wanted.written) else { return true }
    let old = input.lock.catalogs?[catalog]?[wanted.alias]?["specifier"]?.scalarText
    return old == input.catalogs.requirements[catalog]?[wanted.alias]
  }

  /// Returns the requirements of a member: `toResolveImporter.ts`.
  func wanted(of index: Int) throws(Problem) -> [Wanted] {
    let manifest = input.members[index].manifest
    var result: [Wanted]
    switch input.aim {
    case .install: result = all(manifest, withPeers: true).map { with($0, depth: -1) }
    case .updateAll:
      let ignored = NameMatcher(input.settings.updateIgnored)
      if input.settings.updateIgnored.isEmpty {
        result = all(manifest, withPeers: true).map { with($0, depth: .max) }
      } else {
        result = selected(manifest, others: -1) { !ignored.matches($0) }
      }
    case .update(let names):
      let matcher = NameMatcher(names.sorted())
      if input.isDeep {
        result = all(manifest, withPeers: true).map { with($0, depth: .max) }
      } else if isSelection {
        let others = !input.version.has(.updatesDirectOnly) ? Int.max : -1
        result = selected(manifest, others: others) { matcher.matches($0) }
      } else {
        result = all(manifest, withPeers: !input.isWorkspace).map { with($0, depth: .max) }
      }
    }
    for position in result.indices { try resolveCatalog(&result[position]) }
    return result
  }

  private func resolveCatalog(_ wanted: inout Wanted) throws(Problem) {
    guard let entry = try input.catalogs.entry(for: wanted.alias, wanted.requirement) else {
      return
    }
    wanted.requirement = entry.requirement
    wanted.catalog = (entry.catalog, entry.requirement)
    let known = input.lock.catalogs?[entry.catalog]?[wanted.alias]
    guard known?["specifier"]?.scalarText == entry.requirement,
      let version = known?["version"]?.scalarText
    else { return }
    if input.version.has(.keepsCatalogs) {
      wanted.requirement = TreeResolver.replacing(entry.requirement, by: version)
    } else {
      wanted.preferredVersion = version
    }
  }

  /// Returns the selected dependencies, then the others with their depth.
  private func selected(
    _ manifest: PackageManifest, others: Int, _ isSelected: (String) -> Bool
  ) -> [Wanted] {
    let direct = all(manifest, withPeers: false)
    return direct.filter { isSelected($0.alias) }.map { wanted in
      var wanted = with(wanted, depth: .max)
      wanted.isInjected = false
      if input.version.has(.selectsFromCatalog),
        input.catalogs.requirements["default"]?[wanted.alias] == wanted.requirement
      {
        wanted.requirement = "catalog:"
        wanted.written = wanted.requirement
      }
      return wanted
    }
      + direct.filter { !isSelected($0.alias) }.map { wanted in
        var wanted = with(wanted, depth: others)
        wanted.isRequested = false
        return wanted
      }
  }

  private func with(_ wanted: Wanted, depth: Int) -> Wanted {
    var wanted = wanted
    wanted.updateDepth = depth
    return wanted
  }

  private func all(_ manifest: PackageManifest, withPeers: Bool) -> [Wanted] {
    let peers =
      withPeers && input.settings.autoInstallPeers ? manifest.peerDependencies : Requirements()
    let merged = peers.merging(manifest.devDependencies).merging(manifest.dependencies)
      .merging(manifest.optionalDependencies)
    return merged.pairs.map { name, text in
      let isOptional = manifest.optionalDependencies[name] != nil
      let isDev =
        !isOptional && manifest.dependencies[name] == nil && manifest.devDependencies[name] != nil
      return Wanted(
        name, text, isOptional: isOptional, isDev: isDev,
        isInjected: manifest.injected.contains(name))
    }
  }

  /// Whether all members prefer the same versions: without an update, and always in pnpm 11.
  var sharesPreferred: Bool { input.aim == .install || input.version.major > 10 }

  /// Returns the preferred versions of a member in an update: its own requirements.
  func preferred(of index: Int) -> PreferredVersions {
    let result = PreferredVersions()
    let manifest = input.members[index].manifest
    let merged = manifest.devDependencies.merging(manifest.dependencies)
      .merging(manifest.optionalDependencies)
    for (alias, text) in merged.pairs {
      let (name, requirement) = RegistrySpec.unwrap(alias, text)
      if requirement.contains(":") { continue }
      add(requirement, of: name, as: { $0 }, weight: 1, to: result)
    }
    return result
  }

  /// Returns the versions that all members prefer: those of the lock and the requirements of all.
  func sharedPreferred() -> PreferredVersions {
    let result = PreferredVersions()
    for member in input.members {
      let manifest = member.manifest
      let merged = manifest.devDependencies.merging(manifest.dependencies)
        .merging(manifest.optionalDependencies)
      for (name, text) in merged.pairs {
        add(text, of: name, as: { _ in text }, weight: PreferredSelector.direct, to: result)
      }
    }
    var seen: Set<String> = []
    for path in input.lock.packages.keys {
      guard let (name, version) = input.lock.nameAndVersion(of: path) else { continue }
      guard input.version.major < 11 else {
        if seen.insert("\(name)@\(version)").inserted {
          result.raise(version, by: PreferredSelector.locked, of: name)
        }
        continue
      }
      result.add(version, PreferredSelector(kind: .version), of: name)
    }
    return result
  }

  private func add(
    _ requirement: String, of name: String, as text: (String) -> String, weight: Int,
    to preferred: PreferredVersions
  ) {
    switch RegistrySpec.kind(of: requirement) {
    case .version(let version):
      preferred.add(
        text(version), PreferredSelector(kind: .version, weight: weight), of: name)
    case .range(_, let canonical):
      preferred.add(
        text(canonical), PreferredSelector(kind: .range, weight: weight), of: name)
    case .tag(let tag):
      preferred.add(text(tag), PreferredSelector(kind: .tag, weight: weight), of: name)
    case nil: break
    }
  }
}

extension Wanted {
  /// Returns the requirements of a package, without those that its tarball brings along.
  static func ofPackage(_ manifest: PackageManifest, _ version: PnpmVersion) -> [Wanted] {
    let bundled = manifest.bundledNames(version.bundleRule)
    return manifest.optionalDependencies.merging(manifest.dependencies).pairs
      .filter { !bundled.contains($0.name) }
      .map { name, text in
        Wanted(
          name, text, isOptional: manifest.optionalDependencies[name] != nil,
          isInjected: manifest.injected.contains(name))
      }
  }
}
