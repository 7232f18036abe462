import Ecosystem
import JSON
import JavaScript
import Text

extension YarnEcosystem {
  /// Lists the dependencies of the manifests and of the lock.
  ///
  /// Dependencies on git repositories and tarballs have a problem; folders of the tree are left
  /// out.
  func dependencies(of sources: YarnSources) throws(Problem) -> [Dependency] {
    let copies = try sources.copies()
    let requirements = sources.requirements(in: copies)
    let direct = requirements.dependencies().map(sources.completed).addingCopies { name, package in
      copies.copies(of: name).filter { $0.package == package }.map(\.version)
    }
    let bounds = copies.bounds
    var indirect: [Dependency] = []
    for name in copies.names.subtracting(sources.memberNames) {
      let known = requirements.packages(of: name)
      let all = copies.copies(of: name)
      var packages = Set(all.map(\.package)).sorted { $0 == name || ($1 != name && $0 < $1) }
      packages.removeAll { known.contains($0) }
      for (index, package) in packages.enumerated() {
        guard
          var dependency = Self.indirect(name, package, all.filter { $0.package == package })
        else { continue }
        dependency.bounds = bounds[name] ?? []
        dependency.isPrivate = sources.isPrivate(dependency)
        dependency.source = PackagePage.url(of: dependency, sources.settings)
        let other = index > 0 ? packages[0] : known.first
        if let other { dependency.problem = sources.sharedName(name, package, other) }
        indirect.append(dependency)
      }
    }
    return direct + indirect.sorted { $0.name < $1.name }
  }

  /// Creates an indirect dependency; like Dependabot, its version is that of the oldest copy.
  private static func indirect(
    _ name: String, _ package: String, _ copies: [LockedCopy]
  ) -> Dependency? {
    let registered = copies.filter(\.isRegistered)
    guard let first = registered.first else { return nil }
    var dependency = Dependency(name: name, kind: .indirect, current: first.version)
    dependency.copies = registered.dropFirst().map(\.version).filter { $0 != first.version }
    if package != name { dependency.registryName = package }
    return dependency
  }
}

extension YarnSources {
  /// Collects the requirements of all manifests, with the versions that a lock has for them.
  ///
  /// Packages of the repository itself are left out: they have no releases.
  func requirements(in copies: LockedCopies) -> DirectRequirements {
    var result = DirectRequirements()
    for manifest in manifests {
      for entry in manifest.dependencies where !entry.isLocal {
        let text = entry.requirement.string ?? ""
        if ["portal:", "link:"].contains(where: text.hasPrefix) { continue }
        let wanted = rc?.catalogs.range(of: entry.name, text) ?? text
        let copy = copy(of: entry.name, wanted, copies)
        if copy == nil, memberNames.contains(entry.name) { continue }
        var direct = entry.direct(
          in: manifest, text: wanted.withoutProtocol, locked: copy?.version)
        if wanted != text { direct.problem = nil }
        if let copy, let address = copy.address, direct.problem == nil {
          direct.problem = settings.refusal(
            of: copy.package, lockedAt: address, at: entry.requirement.location)
        }
        result.add(direct)
      }
    }
    return result
  }

  /// Adds where a dependency's releases come from.
  fileprivate func completed(_ dependency: Dependency) -> Dependency {
    var dependency = dependency
    dependency.source = PackagePage.url(of: dependency, settings)
    dependency.isPrivate = isPrivate(dependency)
    return dependency
  }

  /// Returns the copy that a requirement of a manifest resolves to.
  func copy(of name: String, _ requirement: String, _ copies: LockedCopies) -> LockedCopy? {
    let ranges = [requirement, "npm:" + requirement, requirement.isEmpty ? "*" : requirement]
    for range in ranges {
      if let copy = copies.copy(for: Pattern(name: name, range: range)) { return copy }
    }
    let spec = PackageSpec(requirement)
    let all = copies.copies(of: name)
    return all.last { copy in
      Version(copy.version, loose: true).map { spec.admits($0) } ?? false
    } ?? all.last
  }

  /// Whether a dependency's scope has a registry other than the public ones.
  fileprivate func isPrivate(_ dependency: Dependency) -> Bool {
    let name = dependency.registryName ?? dependency.name
    return PackageName(name).map(settings.isPrivate) ?? false
  }

  /// Refuses the second of two packages with one name in manifests: the name addresses the first.
  fileprivate func sharedName(_ name: String, _ package: String, _ other: String) -> Problem {
    Problem(
      .refused, "is locked as \(name), a name that the lock also gives to \(other)",
      subject: package, at: project.lock.map { Location(file: $0, line: 1, column: 1) })
  }
}
