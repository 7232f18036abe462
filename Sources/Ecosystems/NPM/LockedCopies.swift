package import Ecosystem
import JSON
package import JavaScript
package import Text

extension NPMSources {
  /// Reads a lock of any format.
  package static func copies(in lock: SourceText) throws(Problem) -> LockedCopies {
    // Locations are relative, and so deep a root leaves room for those above it.
    let root = "/" + Array(repeating: "x", count: 16).joined(separator: "/")
    return LockedCopies(
      try LockFile(try Manifest.document(lock), root: root, arena: Arena()))
  }

  /// Returns the package in the nearest `node_modules` above a manifest, else the least nested one.
  package func resolved(
    _ dependency: ManifestDependency, _ text: String, in manifest: ManifestFile,
    _ lock: LockedCopies
  ) -> LockedRequirement {
    let name = dependency.name
    let folder = files.relativeFolder(of: manifest)
    let copies = lock.copies(of: name)
    let found =
      lock.copy(of: name, range: text)
      ?? ["\(folder)/node_modules/\(name)", "node_modules/\(name)"].lazy.compactMap { location in
        copies.first { $0.location == location }
      }.first ?? lock.usual(of: name)
    return LockedRequirement(text, found, problem: mismatch(dependency, copies))
  }

  /// Refuses a requirement for which the lock has another package under the same name.
  private func mismatch(
    _ dependency: ManifestDependency, _ copies: [LockedCopy]
  ) -> Problem? {
    let package = dependency.spec.aliasedName ?? dependency.name
    let found = Set(copies.map(\.package))
    guard dependency.spec.isRegistry, let other = found.min(), !found.contains(package) else {
      return nil
    }
    return Problem(
      .refused, "requires \(package), but the lock has \(other) under this name",
      subject: dependency.name, at: dependency.requirement.location,
      advice: "run `martlet lock` or `npm install`, so that the lock fits the manifest")
  }
}

extension LockedCopies {
  /// Reads a lock; links are left out.
  init(_ lock: LockFile) {
    var copies: [LockedCopy] = []
    var sources: [LinkSource] = []
    copies.reserveCapacity(lock.entries.count)
    sources.reserveCapacity(lock.entries.count)
    for entry in lock.entries where entry.linkTarget == nil {
      guard let name = entry.folderName else { continue }
      copies.append(LockedCopy(entry, name))
      sources.append(entry.node.map(LinkSource.node) ?? .known(LockedLinks(entry.package)))
    }
    let all = sources
    self.init(copies) { _, index in all[index].links }
  }
}

/// Where the links of a copy come from.
private enum LinkSource: Sendable {
  /// The entry, which is read when the links are needed.
  case node(JSON.Node)
  /// Version 1 has no entry of its own for a package's fields.
  case known(LockedLinks)

  var links: LockedLinks {
    switch self {
    case .node(let node): LockedLinks(node)
    case .known(let links): links
    }
  }
}

extension LockedCopy {
  fileprivate init(_ entry: LockFile.Entry, _ name: String) {
    self.init(name, package: entry.packageName, version: entry.version)
    // Old locks have the address of anything but a registry's package in `version`.
    address = entry.resolved ?? (version.contains(":") ? version : nil)
    digest = entry.integrity
    isDevelopment = entry.isDev
    location = entry.location
    distance = entry.location.utf8.count
  }
}

extension LockedLinks {
  fileprivate init(_ package: Package) {
    let sections = [
      package.dependencies, package.optionalDependencies, package.peerDependencies,
    ]
    self.init(
      sections.joined().map { ($0.name, $0.spec) },
      package.peerDependencies.map { ($0.name, $0.spec) })
  }

  fileprivate init(_ entry: JSON.Node) {
    let read = { (section: String) in
      (entry[section]?.members ?? []).compactMap { member in
        member.value.string.map { (member.key, $0) }
      }
    }
    let peers = read("peerDependencies")
    self.init(read("dependencies") + read("optionalDependencies") + peers, peers)
  }

  private init(_ dependencies: [(String, String)], _ peers: [(String, String)]) {
    self.init(
      dependencies.map { Link($0, $1) }, peers: Dictionary(peers) { first, _ in first })
  }
}

extension LockFile.Entry {
  /// The package folder's name below the last `node_modules`; nil elsewhere.
  var folderName: String? { Paths.folderName(of: location) }
}
