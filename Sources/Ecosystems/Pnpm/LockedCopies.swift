package import Ecosystem
import JSON
package import JavaScript
package import Text

extension PnpmSources {
  /// Reads a `pnpm-lock.yaml`.
  package static func copies(in lock: SourceText) throws(Problem) -> LockedCopies {
    LockedCopies(try Lock(LockDocument(lock)))
  }

  /// Returns the packages of the present lock; only those of manifests for a version that isn't written.
  package func copies() throws(Problem) -> LockedCopies {
    guard let lockText else { return LockedCopies() }
    if hasOtherVersion { return OldLock.copies(lockText) }
    let lock = try lock.get()
    return try files.copies(of: lockText) { _ in LockedCopies(lock) }
  }

  /// Returns the package of the importer; another one if the lock isn't up to date.
  package func resolved(
    _ dependency: ManifestDependency, _ text: String, in manifest: ManifestFile,
    _ lock: LockedCopies
  ) -> LockedRequirement {
    let index = lock.importers[id(of: manifest)]?[dependency.name]
    return LockedRequirement(text, index.map { lock.all[$0] } ?? lock.usual(of: dependency.name))
  }
}

extension LockedCopies {
  /// Reads a lock; each combination of peers is a copy.
  init(_ lock: Lock) {
    var copies: [LockedCopy] = []
    var positions: [String: Int] = [:]
    for path in lock.packages.keys.sorted(by: { $0.precedesLexically($1) }) {
      guard let copy = LockedCopy(at: path, lock) else { continue }
      positions[path] = copies.count
      copies.append(copy)
    }
    let known = positions
    var importers: [String: [String: Int]] = [:]
    for (id, importer) in lock.importers {
      importers[id] = known.positions(of: importer.allReferences)
    }
    for index in importers.values.flatMap(\.values) { copies[index].distance = 0 }
    self.init(copies, importers: importers) { copies, index in
      lock.packages[copies.all[index].label].map { LockedLinks($0, known) } ?? LockedLinks()
    }
  }
}

extension [String: Int] {
  /// Returns the positions of references by alias, with the positions of paths.
  fileprivate func positions(of references: [String: String]) -> [String: Int] {
    var result: [String: Int] = [:]
    for (alias, reference) in references {
      result[alias] = DependencyPath.path(of: reference, alias: alias).flatMap { self[$0] }
    }
    return result
  }
}

extension LockedCopy {
  fileprivate init?(at path: String, _ lock: Lock) {
    guard let (name, version) = lock.nameAndVersion(of: path),
      let reference = DependencyPath.parts(path)?.version
    else { return nil }
    self.init(name, version: version)
    self.reference = reference
    let resolution = lock.packages[path]?.manifest["resolution"]
    address = (resolution?["tarball"] ?? resolution?["repo"])?.string
    digest = (resolution?["integrity"] ?? resolution?["commit"])?.string
    isRegistered = Version(reference) != nil
    ownLabel = path
    distance = 1
  }
}

extension LockedLinks {
  fileprivate init(_ package: Lock.Package, _ positions: [String: Int]) {
    let targets = positions.positions(of: package.allDependencies)
    let peers = package.manifest["peerDependencies"]?.object?.members ?? []
    self.init(
      targets.sorted { $0.key < $1.key }.map { Link($0.key, nil, target: $0.value) },
      peers: Dictionary(peers.compactMap { peer in peer.value.string.map { (peer.key, $0) } }) {
        first, _ in first
      })
  }
}
