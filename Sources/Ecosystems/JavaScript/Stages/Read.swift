package import Ecosystem
import JSON
import Text

extension JavaScriptProject {
  /// Lists the dependencies of the manifests and of the lock.
  ///
  /// Dependencies on git repositories and tarballs have a problem; folders of the tree are left out. The
  /// requirement of a dependency with `catalog:` is that of the catalog, at its place there.
  package func dependencies() async throws(Problem) -> [Dependency] { try listed { _ in true } }

  /// Lists the dependencies of some names; the links of the lock are read only for indirect ones.
  package func dependencies(
    named names: Set<String>
  ) async throws(Problem) -> [Dependency] { try listed(where: names.contains) }

  private func listed(
    where isWanted: (_ name: String) -> Bool
  ) throws(Problem) -> [Dependency] {
    try sources.requireSupport(writing: false)
    let lock = try sources.copies()
    let requirements = try self.requirements()
    let direct = requirements.dependencies(where: isWanted).map(sources.completed)
      .addingCopies { name, package in
        lock.copies(of: name).filter { $0.package == package }.map(\.version).withoutRepetitions
      }
    let indirect = indirect(in: lock, requirements, where: isWanted)
    return direct + indirect.sorted { $0.name < $1.name }
  }

  /// Lists the locked packages that no manifest names, and those that have another package's name in one.
  private func indirect(
    in lock: LockedCopies, _ requirements: DirectRequirements,
    where isWanted: (_ name: String) -> Bool
  ) -> [Dependency] {
    let shown = Set(lock.aliases.values.joined().map { lock.all[$0].package })
    let names = lock.names.filter(isWanted).subtracting(sources.files.memberNames)
      .subtracting(shown)
    var result = names.flatMap { unassigned(to: $0, in: lock, requirements) }
    if result.isEmpty { return [] }
    let bounds = lock.bounds(ReplacementRules(sources.replacementRules, lock))
    let development = requirements.developmentNames(in: lock)
    for index in result.indices {
      let name = result[index].name
      if development.contains(name) { result[index].group = .development }
      result[index].bounds = bounds[name] ?? []
    }
    return result
  }

  /// Lists the locked packages of a name that the requirements of the name don't resolve to.
  private func unassigned(
    to name: String, in lock: LockedCopies, _ requirements: DirectRequirements
  ) -> [Dependency] {
    let copies = lock.copies(of: name).filter(\.isRegistered)
    let known = requirements.packages(of: name)
    let claimed = requirements.versions(of: name)
    let packages = Set(copies.map(\.package)).sorted { $0 == name || ($1 != name && $0 < $1) }
      .filter { package in
        let own = copies.filter { $0.package == package }
        return !known.contains(package) && !claimed.isSuperset(of: own.map(\.version))
      }
    return packages.enumerated().compactMap { index, package in
      guard var dependency = Dependency(copies.filter { $0.package == package }) else {
        return nil
      }
      if let other = index > 0 ? packages[0] : known.first {
        dependency.problem = sharedName(name, package, other)
      }
      return sources.completed(dependency)
    }
  }

  /// Refuses the second of two packages of one name: the name addresses the first.
  private func sharedName(_ name: String, _ package: String, _ other: String) -> Problem {
    Problem(
      .refused, "is locked as \(name), a name that the lock also gives to \(other)",
      subject: package,
      at: sources.project.lock.map { Location(file: $0, line: 1, column: 1) })
  }
}

extension Dependency {
  /// Describes an indirect dependency; like Dependabot, its version is that of the oldest copy.
  ///
  /// - Parameter copies: those of one package, oldest first; nil is returned without one.
  fileprivate init?(_ copies: [LockedCopy]) {
    guard let first = copies.first else { return nil }
    self.init(
      name: first.name, kind: .indirect,
      group: copies.allSatisfy(\.isDevelopment) ? .development : .production,
      current: first.version)
    self.copies = Array(copies.map(\.version).withoutRepetitions.dropFirst())
    if first.package != first.name { registryName = first.package }
  }
}

extension DirectRequirements {
  /// Returns the names that nothing but development dependencies reach, for a lock that doesn't say it.
  fileprivate func developmentNames(in lock: LockedCopies) -> Set<String> {
    let entries = all.values.joined()
    guard !lock.isTree, entries.contains(where: { $0.isDevelopment && $0.copy != nil }) else {
      return []
    }
    let reached = lock.reachable(
      from: entries.compactMap { $0.isDevelopment ? nil : $0.copy })
    return lock.names.subtracting(reached.map { lock.all[$0].name })
  }
}

extension DirectRequirements.Entry {
  /// Whether the workspace's member of the name satisfies the requirement, and the lock's copy doesn't.
  fileprivate func isServed(byMember version: String) -> Bool {
    guard let locked = requirement.locked else { return true }
    let spec = PackageSpec(requirement.text)
    guard let own = Version(version, loose: true), spec.admits(own) else { return false }
    return Version(locked, loose: true).map { !spec.admits($0) } ?? false
  }
}

extension JavaScriptTool {
  /// Collects the requirements of all manifests, with the versions that a lock has for them.
  ///
  /// Packages of the repository itself are left out: they have no releases.
  package func requirements(in lock: LockedCopies) -> DirectRequirements {
    let members = manifests.compactMap { manifest in
      let root = manifest.document.root
      return root["name"]?.string.map { ($0, root["version"]?.string ?? "") }
    }
    let own = Dictionary(members) { first, _ in first }
    let catalogs = self.catalogs
    var result = DirectRequirements()
    for manifest in manifests {
      for entry in manifest.dependencies where !isLocal(entry) {
        let direct = requirement(entry, in: manifest, lock, catalogs)
        if let version = own[entry.name], direct.isServed(byMember: version) { continue }
        result.add(direct)
      }
    }
    return result
  }

  private func isLocal(_ entry: ManifestDependency) -> Bool {
    let text = entry.requirement.string ?? ""
    return entry.isLocal || Self.traits.folderProtocols.contains(where: text.hasPrefix)
  }

  private func requirement(
    _ entry: ManifestDependency, in manifest: ManifestFile, _ lock: LockedCopies,
    _ catalogs: ProjectCatalogs
  ) -> DirectRequirements.Entry {
    let text = entry.requirement.string ?? ""
    let site = catalogs.site(of: entry.name, text)
    let found = resolved(entry, site?.text ?? text, in: manifest, lock)
    let version = found.copy?.version ?? ""
    var direct = entry.direct(
      in: manifest, text: found.text, locked: version.isEmpty ? nil : version)
    if let site {
      direct.requirement.location = site.location
      direct.problem = nil
    } else if catalogs.isReference(text) {
      direct.problem = Problem(
        .refused, "names a catalog that does not have it", subject: entry.name,
        at: entry.requirement.location)
    }
    direct.copy = found.copy.flatMap(lock.index)
    direct.problem = direct.problem ?? found.problem ?? mismatch(entry, found)
    if direct.problem == nil, let copy = found.copy, copy.isRegistered, let address = copy.address {
      direct.problem = settings.refusal(
        of: copy.package, lockedAt: address, at: direct.requirement.location)
    }
    return direct
  }

  /// Refuses a requirement for which the lock has another package under the same name: an alias was
  /// added or removed since.
  private func mismatch(_ entry: ManifestDependency, _ found: LockedRequirement) -> Problem? {
    let spec = PackageSpec(found.text)
    let package = spec.aliasedName ?? entry.name
    guard spec.isRegistry, let copy = found.copy, copy.isRegistered, copy.package != package,
      !replacementRules.contains(where: { $0.name == entry.name })
    else { return nil }
    return Problem(
      .refused, "requires \(package), but the lock has \(copy.package) under this name",
      subject: entry.name, at: entry.requirement.location,
      advice: "run `martlet lock`, so that the lock fits the manifest")
  }

  /// Adds where a dependency's releases come from.
  func completed(_ dependency: Dependency) -> Dependency {
    var dependency = dependency
    dependency.source = PackagePage.url(of: dependency, settings)
    dependency.isPrivate = files.isPrivate(dependency)
    return dependency
  }
}
