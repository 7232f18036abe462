import Ecosystem
import JavaScript

/// A version of a registry's package in a lock.
struct LockedCopy: Hashable {
  /// The name in manifests, which for an alias differs from `package`.
  var name: String
  /// The registry's name.
  var package: String
  var version: String
  /// The address of the tarball; empty below the default registry.
  var address: String
  /// The digest; empty if the lock has none.
  var digest: String
}

/// The registry's packages of a lock, with their dependents.
struct LockedCopies: Sendable {
  private let byName: [String: [LockedCopy]]
  let graph: Graph

  /// Reads a lock; nil for a project without one.
  ///
  /// - Throws: a refusal if a dependency has no entry.
  init(_ lock: BunLock?, file: String) throws(Problem) {
    guard let lock else {
      graph = Graph()
      byName = [:]
      return
    }
    graph = try Graph(lock, file: file)
    var byName: [String: Set<LockedCopy>] = [:]
    for slot in lock.packages {
      guard let index = graph.index(of: slot.package), let name = slot.names.last,
        case .registry(let version, let address) = graph[index].source
      else { continue }
      byName[name, default: []].insert(
        LockedCopy(
          name: name, package: graph[index].name, version: version, address: address,
          digest: graph[index].digests.first ?? ""))
    }
    self.byName = byName.mapValues { copies in
      copies.sorted { left, right in
        guard let old = Version(left.version, loose: true),
          let new = Version(right.version, loose: true), old != new
        else { return left.package < right.package }
        return old < new
      }
    }
  }

  /// The names, without order.
  var names: Set<String> { Set(byName.keys) }

  /// All copies.
  var all: [LockedCopy] { byName.values.flatMap(\.self) }

  /// Returns the copies of a name, oldest first.
  func copies(of name: String) -> [LockedCopy] { byName[name] ?? [] }

  /// Returns the ranges that packages ask for, by name: each once, sorted.
  var bounds: [String: [String]] {
    var found: [String: Set<String>] = [:]
    for package in graph.packages where !package.isOfProject {
      for edge in package.edges { found[edge.name, default: []].insert(edge.text) }
    }
    return found.mapValues { $0.sorted() }
  }

  /// Returns the names of the direct and indirect dependencies of all copies of a name.
  func dependencies(of name: String) -> Set<String> {
    var open = graph.packages.flatMap(\.edges).filter { $0.name == name }.compactMap(\.target)
    var seen = Set(open)
    var result: Set<String> = []
    while let next = open.popLast() {
      for edge in graph[next].edges {
        result.insert(edge.name)
        if let target = edge.target, seen.insert(target).inserted { open.append(target) }
      }
    }
    result.remove(name)
    return result
  }

  /// Returns the package of a manifest's dependency; nil for a manifest that the lock doesn't have.
  func target(of name: String, in folder: String) -> Package? {
    let source: Package.Source = folder.isEmpty ? .root : .member(folder)
    let owner = graph.packages.first { $0.source == source }
    let edges = owner?.edges.filter { $0.name == name && $0.kind != .member } ?? []
    let edge = edges.sorted(by: Edge.precedes).first
    return edge?.target.map { graph[$0] }
  }
}

extension Package {
  /// The version of a registry's package as the lock writes it.
  var registeredVersion: String? {
    if case .registry(let version, _) = source { version } else { nil }
  }
}
