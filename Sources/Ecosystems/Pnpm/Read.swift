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
    var direct: [String: Dependency] = [:]
    for manifest in manifests {
      for entry in manifest.dependencies where direct[entry.name] == nil {
        guard var dependency = dependency(entry, id(of: manifest), locked) else { continue }
        if dependency.current == nil, members.contains(entry.name) { continue }
        dependency.registryName = PackageSpec(dependency.requirement).aliasedName
        dependency.source = PackagePage.url(of: dependency, npmrc)
        dependency.copies = locked.versions(
          of: entry.name, package: dependency.registryName ?? entry.name
        ).filter { $0 != dependency.current }
        dependency.isPrivate = isPrivate(dependency)
        direct[entry.name] = dependency
      }
    }
    let known = Set(direct.values.map { $0.registryName ?? $0.name })
    var indirect: [Dependency] = []
    for name in locked.names
    where direct[name] == nil && !known.contains(name) && !members.contains(name) {
      let versions = locked.versions(of: name, package: name)
      guard let first = versions.first else { continue }
      var dependency = Dependency(
        name: name, kind: .indirect,
        group: development?.contains(name) == true ? .development : .production, current: first)
      dependency.copies = Array(versions.dropFirst())
      dependency.isPrivate = isPrivate(dependency)
      indirect.append(dependency)
    }
    return direct.values.sorted { $0.name < $1.name } + indirect.sorted { $0.name < $1.name }
  }

  private func dependency(
    _ entry: ManifestDependency, _ importer: String, _ locked: LockedPackages
  ) -> Dependency? {
    var text = entry.requirement.string ?? ""
    if entry.isLocal { return nil }
    var location = entry.requirement.location
    if let catalog = Catalogs.name(in: text) {
      let found = workspace?.entries.first { $0.catalog == catalog && $0.name == entry.name }
      guard let found else {
        var broken = Dependency(
          name: entry.name, kind: .direct,
          group: entry.isDevelopment ? .development : .production, requirement: text,
          location: location)
        broken.problem = Problem(
          .refused, "names a catalog that does not have it", subject: entry.name, at: location)
        return broken
      }
      text = found.requirement
      location = found.node.location
    }
    var current = locked.version(of: entry.name, below: "", wanted: text)
    if let lock = try? lock.get(),
      let reference = lock.importers[importer]?.reference(of: entry.name),
      let path = DependencyPath.path(of: reference, alias: entry.name)
    {
      current = lock.nameAndVersion(of: path)?.version
    }
    var dependency = Dependency(
      name: entry.name, kind: .direct,
      group: entry.isDevelopment ? .development : .production, requirement: text,
      current: current, location: location)
    if Catalogs.name(in: entry.requirement.string ?? "") == nil {
      dependency.problem = entry.problem
    }
    return dependency
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
