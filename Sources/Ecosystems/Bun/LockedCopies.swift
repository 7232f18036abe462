package import Ecosystem
package import JavaScript
package import Text

extension BunSources {
  /// Reads a `bun.lock`.
  package static func copies(in lock: SourceText) throws(Problem) -> LockedCopies {
    try LockedCopies(BunLock(lock), file: lock.file)
  }

  /// Returns the packages of the present lock.
  package func copies() throws(Problem) -> LockedCopies {
    guard let lock = try lock.get(), let lockText else { return LockedCopies() }
    return try files.copies(of: lockText) { (text) throws(Problem) in
      try LockedCopies(lock, file: text.file)
    }
  }

  /// Returns the package that the lock has for the manifest.
  package func resolved(
    _ dependency: ManifestDependency, _ text: String, in manifest: ManifestFile,
    _ lock: LockedCopies
  ) -> LockedRequirement {
    let folder = files.relativeFolder(of: manifest)
    let index = lock.importers[folder]?[dependency.name]
    return LockedRequirement(text, index.map { lock.all[$0] })
  }
}

extension LockedCopies {
  /// Reads a lock.
  ///
  /// - Throws: a refusal if a dependency has no entry.
  fileprivate init(_ lock: BunLock, file: String) throws(Problem) {
    let graph = try Graph(lock, file: file)
    var copies: [LockedCopy] = []
    var positions: [Int: [String: Int]] = [:]
    var packages: [Int] = []
    for slot in lock.packages {
      guard let index = graph.index(of: slot.package), let name = slot.names.last,
        !graph[index].isOfProject, positions[index]?[name] == nil
      else { continue }
      positions[index, default: [:]][name] = copies.count
      packages.append(index)
      copies.append(LockedCopy(name, graph[index]))
    }
    let known = positions
    let position = { @Sendable (edge: Edge) -> Int? in
      guard let target = edge.target, let names = known[target] else { return nil }
      return names[edge.name] ?? names.values.min()
    }
    let owners = packages
    self.init(copies, importers: Self.importers(graph, position)) { _, index in
      LockedLinks(graph[owners[index]].edges, position)
    }
  }

  private static func importers(
    _ graph: Graph, _ position: (Edge) -> Int?
  ) -> [String: [String: Int]] {
    var result: [String: [String: Int]] = [:]
    for package in graph.packages {
      guard let folder = package.folder else { continue }
      for edge in package.edges.sorted(by: Edge.precedes) where edge.kind != .member {
        guard result[folder]?[edge.name] == nil, let index = position(edge) else { continue }
        result[folder, default: [:]][edge.name] = index
      }
    }
    return result
  }
}

extension LockedLinks {
  fileprivate init(_ edges: [Edge], _ position: (Edge) -> Int?) {
    let peers = edges.filter { $0.kind == .peer }.map { ($0.name, $0.text) }
    self.init(
      edges.map { Link($0.name, $0.text, target: position($0)) },
      peers: Dictionary(peers) { first, _ in first })
  }
}

extension LockedCopy {
  fileprivate init(_ name: String, _ package: Package) {
    guard case .registry(let version, let address) = package.source else {
      self.init(name, package: package.name, version: "")
      isRegistered = false
      ownLabel = package.origin ?? package.label
      return
    }
    self.init(name, package: package.name, version: version)
    self.address = address.isEmpty ? nil : address
    digest = package.digests.first { !$0.isEmpty }
  }
}

extension Package {
  /// The folder of a manifest of the project from the root; nil for other packages.
  fileprivate var folder: String? {
    switch source {
    case .root: ""
    case .member(let folder): folder
    default: nil
    }
  }

  /// Where a package comes from that isn't a registry's.
  fileprivate var origin: String? {
    switch source {
    case .folder(let path), .link(let path), .tarball(let path), .other(let path): path
    case .root, .member, .registry: nil
    }
  }
}
