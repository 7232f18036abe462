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
    var direct: [String: Dependency] = [:]
    for (index, manifest) in files.manifests.enumerated() {
      for entry in ManifestDependency.all(in: manifest.document) {
        let folder = index == 0 ? "" : self.workspace(manifest, files)
        if direct[entry.name] != nil { continue }
        guard var dependency = entry.dependency(locked, below: folder) else {
          continue
        }
        // A workspace of this repository has no releases.
        if dependency.current == nil, files.isOwn(entry.name) { continue }
        dependency.registryName = PackageSpec(dependency.requirement).aliasedName
        dependency.source = PackagePage.url(of: dependency, files.settings)
        dependency.copies = locked.versions(
          of: entry.name, package: dependency.registryName ?? entry.name
        ).filter { $0 != dependency.current }
        dependency.isPrivate = files.isPrivate(dependency)
        direct[entry.name] = dependency
      }
    }
    let bounds = files.lockedTree.bounds
    var indirect: [Dependency] = []
    for name in locked.names where !files.isOwn(name) {
      let known = direct[name].map { $0.registryName ?? name }
      var packages = locked.packages(of: name)
      if let known { packages.removeAll { $0 == known } }
      for (index, package) in packages.enumerated() {
        var dependency = locked.dependency(name, package)
        dependency.bounds = bounds[name] ?? []
        dependency.isPrivate = files.isPrivate(dependency)
        let other = index > 0 ? packages[0] : known
        if let other { dependency.problem = .sharedName(name, package, other, files) }
        indirect.append(dependency)
      }
    }
    return direct.values.sorted { $0.name < $1.name } + indirect.sorted { $0.name < $1.name }
  }

  /// Returns the folder of a workspace in the form of the lock's locations.
  private func workspace(_ manifest: ManifestFile, _ files: ProjectFiles) -> String {
    Paths.relative(files.folder, files.base + "/" + Self.folder(of: manifest.path))
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

extension ManifestDependency {
  /// Combines the requirement with the locked version; nil for a package of the repository itself.
  func dependency(_ locked: LockedPackages, below folder: String) -> Dependency? {
    let text = requirement.string ?? ""
    if isLocal { return nil }
    var dependency = Dependency(
      name: name, kind: .direct, group: isDevelopment ? .development : .production,
      requirement: text, current: locked.version(of: name, below: folder, wanted: text),
      location: requirement.location)
    dependency.problem = problem
    return dependency
  }
}
