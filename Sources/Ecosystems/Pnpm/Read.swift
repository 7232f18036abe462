import Ecosystem
import JSON
import JavaScript
import Text
import YAML

extension ProjectSources {
  /// Lists the dependencies of the manifests and of the lock.
  ///
  /// The requirement of a dependency with `catalog:` is that of the catalog, at its place there.
  func dependencies() throws(Problem) -> [Dependency] {
    try listing.dependencies(listDependencies)
  }

  private func listDependencies() throws(Problem) -> [Dependency] {
    let locked = try lockedPackages()
    let development = developmentNames
    let members = memberNames
    let requirements = try requirements(in: try? lock.get(), locked)
    let direct = requirements.dependencies().map(completed).addingCopies(locked.versions)
    let known = Set(direct.map { $0.registryName ?? $0.name })
    var indirect: [Dependency] = []
    for name in locked.names
    where !requirements.contains(name) && !known.contains(name) && !members.contains(name) {
      let versions = locked.versions(of: name, package: name)
      guard let first = versions.first else { continue }
      var dependency = Dependency(
        name: name, kind: .indirect,
        group: development?.contains(name) == true ? .development : .production, current: first)
      dependency.copies = Array(versions.dropFirst())
      dependency.isPrivate = isPrivate(dependency)
      indirect.append(dependency)
    }
    return direct + indirect.sorted { $0.name < $1.name }
  }

  /// Adds where a dependency's releases come from.
  private func completed(_ dependency: Dependency) -> Dependency {
    var dependency = dependency
    dependency.source = PackagePage.url(of: dependency, npmrc)
    dependency.isPrivate = isPrivate(dependency)
    return dependency
  }

  /// Collects the requirements of all manifests, with the versions that a lock has for them.
  ///
  /// Packages of the repository itself are left out: they have no releases.
  ///
  /// - Parameters:
  ///   - lock: has the versions by importer; nil if it can't be read.
  ///   - locked: has the versions for other locks.
  /// - Returns: the requirements, the root's first.
  /// - Throws: `Problem` if a manifest can't be read.
  func requirements(in lock: Lock?, _ locked: LockedPackages) throws(Problem) -> DirectRequirements
  {
    let members = memberNames
    var result = DirectRequirements()
    for manifest in manifests {
      let importer = lock?.importers[id(of: manifest)]
      for entry in manifest.dependencies where !entry.isLocal {
        var direct = requirement(entry, in: manifest)
        direct.requirement.locked =
          importer?.reference(of: entry.name)
          .flatMap { DependencyPath.path(of: $0, alias: entry.name) }
          .flatMap { lock?.nameAndVersion(of: $0)?.version }
          ?? locked.version(of: entry.name, below: "", wanted: direct.requirement.text)
        if direct.requirement.locked == nil, members.contains(entry.name) { continue }
        let address = importer?.reference(of: entry.name)
          .flatMap { DependencyPath.path(of: $0, alias: entry.name) }
          .flatMap { lock?.tarball(at: $0) }
        if let address, direct.problem == nil {
          direct.problem = npmrc.refusal(
            of: entry.spec.aliasedName ?? entry.name, lockedAt: address,
            at: direct.requirement.location)
        }
        result.add(direct)
      }
    }
    return result
  }

  /// Returns a requirement without its version; that of a catalog if it refers to one.
  private func requirement(
    _ entry: ManifestDependency, in manifest: ManifestFile
  ) -> DirectRequirements.Entry {
    let text = entry.requirement.string ?? ""
    var direct = entry.direct(in: manifest, text: text, locked: nil)
    guard let catalog = Catalogs.name(in: text) else { return direct }
    let found = workspace?.entries.first { $0.catalog == catalog && $0.name == entry.name }
    guard let found else {
      direct.problem = Problem(
        .refused, "names a catalog that does not have it", subject: entry.name,
        at: entry.requirement.location)
      return direct
    }
    direct.requirement.text = found.requirement
    direct.requirement.location = found.node.location
    direct.problem = nil
    return direct
  }

  private func lockedPackages() throws(Problem) -> LockedPackages {
    guard let source = lockSource else { return LockedPackages() }
    if hasOtherVersion { return try OldLock.packages(source) }
    let lock = try lock.get()
    var result = LockedPackages()
    for importer in lock.importers.values {
      for (alias, reference) in importer.allReferences {
        guard let path = DependencyPath.path(of: reference, alias: alias),
          let (name, version) = lock.nameAndVersion(of: path), !version.hasPrefix("file:")
        else { continue }
        let specifier = importer.specifiers[alias] ?? ""
        result.add(
          alias, wanted: name == alias ? specifier : "npm:\(name)@\(version)", version: version)
      }
    }
    for path in lock.packages.keys.sorted(by: { $0.precedesLexically($1) }) {
      guard let (name, version) = lock.nameAndVersion(of: path), Version(version) != nil else {
        continue
      }
      result.add(name, wanted: "npm:\(name)@\(version)", package: name, version: version)
    }
    return result
  }

  /// The names that nothing but development dependencies reach; nil without a readable lock.
  private var developmentNames: Set<String>? {
    guard let lock = try? lock.get() else { return nil }
    var roots: [String] = []
    for importer in lock.importers.values {
      for section in [Lock.Section.dependencies, .optionalDependencies] {
        for (alias, reference) in importer.references[section] ?? [:] {
          if let path = DependencyPath.path(of: reference, alias: alias) { roots.append(path) }
        }
      }
    }
    let names = { (paths: [String]) in
      Set(paths.compactMap { lock.nameAndVersion(of: $0)?.name })
    }
    return names(Array(lock.packages.keys))
      .subtracting(names(Array(lock.reachable(from: roots))))
  }

  private var memberNames: Set<String> {
    Set(manifests.compactMap { $0.document.root["name"]?.string })
  }

  private func isPrivate(_ dependency: Dependency) -> Bool {
    let name = dependency.registryName ?? dependency.name
    return PackageName(name).map(npmrc.isPrivate) ?? false
  }
}
