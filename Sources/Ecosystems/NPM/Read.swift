import Ecosystem
import JSON
import JavaScript
import Text

extension NPMEcosystem {
  /// Lists the dependencies of the manifests and of the lock of npm, Yarn or pnpm.
  ///
  /// Dependencies on git repositories and tarballs have a problem; folders of the tree are left
  /// out.
  func dependencies(of files: ProjectFiles) async throws(Problem) -> [Dependency] {
    let locked = try await lockedPackages(files)
    let requirements = files.requirements(in: locked)
    let direct = requirements.dependencies().map(files.completed).addingCopies(locked.versions)
    let bounds = files.lockedTree.bounds
    var indirect: [Dependency] = []
    for name in locked.names where !files.isOwn(name) {
      let known = requirements.packages(of: name)
      let claimed = requirements.versions(of: name)
      let packages = locked.packages(of: name).filter { package in
        !known.contains(package)
          && !claimed.isSuperset(of: locked.versions(of: name, package: package))
      }
      for (index, package) in packages.enumerated() {
        var dependency = locked.dependency(name, package)
        dependency.bounds = bounds[name] ?? []
        dependency.isPrivate = files.isPrivate(dependency)
        let other = index > 0 ? packages[0] : known.first
        if let other { dependency.problem = .sharedName(name, package, other, files) }
        indirect.append(dependency)
      }
    }
    return direct + indirect.sorted { $0.name < $1.name }
  }

  private func lockedPackages(_ files: ProjectFiles) async throws(Problem) -> LockedPackages {
    if let lock = files.locked { return LockedPackages(lock) }
    guard let other = files.foreignLock else { return LockedPackages() }
    let source = try await files.tree.read(other)
    switch Paths.basename("/" + other) {
    case "yarn.lock": return YarnLock.packages(source)
    default: return LockedPackages()
    }
  }
}

extension LockFile {
  /// The addresses of tarballs by `name@version`.
  fileprivate var addresses: [String: String] {
    let known = entries.filter { $0.linkTarget == nil }.compactMap { entry in
      entry.resolved.map { ("\(entry.packageName)@\(entry.version)", $0) }
    }
    return Dictionary(known) { first, _ in first }
  }
}

extension LockedPackages {
  /// Reads npm's lock.
  init(_ lock: LockFile) {
    self.init()
    for entry in lock.entries where entry.linkTarget == nil {
      add(
        at: entry.location, entry.packageName, version: entry.version, isDevelopment: entry.isDev)
    }
  }

  /// Creates an indirect dependency; like Dependabot, its version is that of the oldest copy.
  fileprivate func dependency(_ name: String, _ package: String) -> Dependency {
    let versions = versions(of: name, package: package)
    var dependency = Dependency(
      name: name, kind: .indirect, group: group(of: name), current: versions.first)
    dependency.copies = Array(versions.dropFirst())
    if package != name { dependency.registryName = package }
    return dependency
  }
}

extension Problem {
  /// Refuses the second of two packages in folders of one name: the name addresses the first.
  fileprivate static func sharedName(
    _ name: String, _ package: String, _ other: String, _ files: ProjectFiles
  ) -> Problem {
    Problem(
      .refused, "is locked as \(name), a name that the lock also gives to \(other)",
      subject: package,
      at: files.lock.map { Location(file: $0.source.file, line: 1, column: 1) })
  }
}

extension ProjectFiles {
  /// Collects the requirements of all manifests, with the versions that a lock has for them.
  ///
  /// Packages of the repository itself are left out: they have no releases.
  func requirements(in locked: LockedPackages) -> DirectRequirements {
    let addresses = self.locked?.addresses ?? [:]
    var result = DirectRequirements()
    for (position, manifest) in manifests.enumerated() {
      let folder = position == 0 ? "" : lockPath(of: manifest)
      for entry in manifest.dependencies where !entry.isLocal {
        let text = entry.requirement.string ?? ""
        let version = locked.version(of: entry.name, below: folder, wanted: text)
        if version == nil, isOwn(entry.name) { continue }
        var direct = entry.direct(in: manifest, text: text, locked: version)
        direct.problem =
          direct.problem ?? mismatch(entry, locked)
          ?? addresses["\(entry.spec.aliasedName ?? entry.name)@\(version ?? "")"].flatMap {
            settings.refusal(
              of: entry.spec.aliasedName ?? entry.name, lockedAt: $0,
              at: entry.requirement.location)
          }
        result.add(direct)
      }
    }
    return result
  }

  /// Refuses a requirement for which the lock has another package under the same name.
  private func mismatch(_ entry: ManifestDependency, _ locked: LockedPackages) -> Problem? {
    let package = entry.spec.aliasedName ?? entry.name
    let found = locked.packages(of: entry.name)
    guard entry.spec.isRegistry, let other = found.first, !found.contains(package) else {
      return nil
    }
    return Problem(
      .refused, "requires \(package), but the lock has \(other) under this name",
      subject: entry.name, at: entry.requirement.location,
      advice: "run `martlet lock` or `npm install`, so that the lock fits the manifest")
  }

  /// Returns the folder of a workspace in the form of the lock's locations.
  private func lockPath(of manifest: ManifestFile) -> String {
    Paths.relative(folder, base + "/" + NPMEcosystem.folder(of: manifest.path))
  }

  /// Adds where a dependency's releases come from.
  fileprivate func completed(_ dependency: Dependency) -> Dependency {
    var dependency = dependency
    dependency.source = PackagePage.url(of: dependency, settings)
    dependency.isPrivate = isPrivate(dependency)
    return dependency
  }

  /// Whether a dependency's scope has a registry other than the public ones.
  func isPrivate(_ dependency: Dependency) -> Bool {
    let name = dependency.registryName ?? dependency.name
    return PackageName(name).map(settings.isPrivate) ?? false
  }

  /// Whether a workspace has this name.
  func isOwn(_ name: String) -> Bool {
    manifests.dropFirst().contains { $0.document.root["name"]?.string == name }
  }
}
