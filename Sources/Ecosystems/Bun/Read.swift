import Ecosystem
import JSON
import JavaScript
import Text

extension BunSources {
  /// The packages of the lock.
  ///
  /// - Throws: the problem of the lock.
  func copies() throws(Problem) -> LockedCopies {
    try LockedCopies(try lock.get(), file: lockPath)
  }

  /// Lists the dependencies of the manifests and of the lock.
  ///
  /// Dependencies on git repositories and tarballs have a problem; folders of the tree are left out.
  func dependencies() throws(Problem) -> [Dependency] {
    let copies = try copies()
    let requirements = requirements(in: copies)
    let direct = requirements.dependencies().map(completed).addingCopies { name, package in
      copies.copies(of: name).filter { $0.package == package }.map(\.version)
    }
    let bounds = copies.bounds
    var indirect: [Dependency] = []
    for name in copies.names.subtracting(memberNames) where !requirements.contains(name) {
      let all = copies.copies(of: name)
      guard let first = all.first else { continue }
      var dependency = Dependency(name: name, kind: .indirect, current: first.version)
      dependency.copies = all.dropFirst().map(\.version).filter { $0 != first.version }
      if first.package != name { dependency.registryName = first.package }
      dependency.bounds = bounds[name] ?? []
      indirect.append(completed(dependency))
    }
    return direct + indirect.sorted { $0.name < $1.name }
  }

  /// Collects the requirements of all manifests, with the versions that a lock has for them.
  ///
  /// Packages of the repository itself are left out: they have no releases.
  func requirements(in copies: LockedCopies) -> DirectRequirements {
    var result = DirectRequirements()
    let catalogs = self.catalogs
    for manifest in manifests {
      let folder = relativeFolder(of: manifest)
      for entry in manifest.dependencies where !entry.isLocal {
        let text = entry.requirement.string ?? ""
        if text.hasPrefix("link:") { continue }
        let package = copies.target(of: entry.name, in: folder)
        if package?.registeredVersion == nil, memberNames.contains(entry.name) { continue }
        result.add(requirement(entry, in: manifest, package, catalogs))
      }
    }
    return result
  }

  private func requirement(
    _ entry: ManifestDependency, in manifest: ManifestFile, _ package: Package?,
    _ catalogs: Catalogs
  ) -> DirectRequirements.Entry {
    let text = entry.requirement.string ?? ""
    let locked = package?.registeredVersion
    guard case .catalog(let catalog) = Requirement(entry.name, text) else {
      var direct = entry.direct(in: manifest, text: text, locked: locked)
      if case .registry(_, let address)? = package?.source, direct.problem == nil,
        !address.isEmpty
      {
        direct.problem = settings.refusal(
          of: package?.name ?? entry.name, lockedAt: address, at: entry.requirement.location)
      }
      return direct
    }
    let found = catalogs.range(of: entry.name, in: catalog)
    var direct = entry.direct(in: manifest, text: found ?? text, locked: locked)
    direct.problem =
      found == nil
      ? Problem(
        .refused, "names a catalog that does not have it", subject: entry.name,
        at: entry.requirement.location) : nil
    if let site = catalogSites(of: entry.name).first(where: { $0.catalog == catalog }) {
      direct.requirement.location = site.site.node.location
    }
    return direct
  }

  /// Returns the places of catalogs with a name.
  func catalogSites(of name: String) -> [(catalog: String, site: RequirementSite)] {
    let manifest = manifests[0]
    let workspaces = manifest.document.root["workspaces"]
    let boxes = [
      ("workspaces.", workspaces?.kind == .object ? workspaces : nil),
      ("", manifest.document.root),
    ]
    var result: [(catalog: String, site: RequirementSite)] = []
    for case (let prefix, let box?) in boxes {
      if let node = box["catalog"]?[name], node.kind == .string {
        result.append(
          ("", RequirementSite(path: manifest.path, section: prefix + "catalog", node: node)))
      }
      for catalog in box["catalogs"]?.members ?? [] {
        guard let node = catalog.value[name], node.kind == .string else { continue }
        result.append(
          (
            catalog.key,
            RequirementSite(path: manifest.path, section: prefix + "catalogs", node: node)
          ))
      }
    }
    return result
  }

  /// Adds where a dependency's releases come from.
  private func completed(_ dependency: Dependency) -> Dependency {
    var dependency = dependency
    dependency.source = PackagePage.url(of: dependency, settings)
    let name = dependency.registryName ?? dependency.name
    dependency.isPrivate = PackageName(name).map(settings.isPrivate) ?? false
    return dependency
  }

  /// Returns the places that state a requirement for a package: sections, overrides and catalogs.
  func sites(of name: String) -> [RequirementSite] {
    let sections = manifests.enumerated().flatMap { index, manifest in
      // Bun reads the rules of the root alone.
      manifest.requirements(for: name, rules: index == 0 ? ["overrides", "resolutions"] : [])
    }
    let used = Set(
      sections.compactMap { site -> String? in
        if case .catalog(let name) = Requirement(name, site.text) { name } else { nil }
      })
    return sections
      + catalogSites(of: name).filter { used.contains($0.catalog) }.map(\.site)
  }
}
