import JSON
import JavaScript

/// Creates the nested `dependencies` of locks of version 2, which npm 6 reads.
struct LegacyLock {
  let root: Node

  /// Returns the packages below the root; nil without packages.
  func dependencies() -> Object? { children(of: root, path: []) }

  private func children(of node: Node, path: [String]) -> Object? {
    guard let target = node.target, !target.children.isEmpty else { return nil }
    var result = Object()
    for child in target.children.elements where !path.contains(child.realpath) {
      result[child.name.text] = .object(object(child, path: path + [node.realpath]))
    }
    return result.isEmpty ? nil : result
  }

  private func object(_ node: Node, path: [String]) -> Object {
    var lock = Object()
    addVersion(node, &lock)
    if node.isInDependencyBundle { lock["bundled"] = true }
    if !node.isLink, let integrity = node.integrity { lock["integrity"] = .string(integrity) }
    addFlags(node, &lock)
    addRequires(node, &lock)
    if path.count < 64, let nested = children(of: node, path: path) {
      lock["dependencies"] = .object(nested)
    }
    return lock
  }

  private func addVersion(_ node: Node, _ lock: inout Object) {
    let arena = node.arena
    let resolved = node.resolved.map {
      ConsistentResolve.written($0, root: root.realpath, arena)
    }
    let source = resolved.map(arena.request)
    let requested = describingEdge(node).map { arena.request($0.spec) } ?? source
    if node.isLink {
      let way = Paths.relative(root.realpath, node.realpath)
      lock["version"] = .string(node.arena.fileSpec(way))
      return
    }
    if isOutside(requested) || isOutside(source, exceptRemote: true) {
      return addForeign(node, requested, source, resolved, &lock)
    }
    if let name = node.packageName, name != node.name.text {
      lock["version"] = .string("npm:\(name)@\(node.version)")
    } else if !node.version.isEmpty {
      lock["version"] = .string(node.version)
    }
    if let resolved = node.resolved { lock["resolved"] = .string(resolved) }
  }

  /// Whether the package is not from a registry.
  private func isOutside(_ request: PackageSpec?, exceptRemote: Bool = false) -> Bool {
    switch request {
    case .git, .file, .directory: true
    case .remote: !exceptRemote
    default: false
    }
  }

  private func addForeign(
    _ node: Node, _ requested: PackageSpec?, _ source: PackageSpec?, _ resolved: String?,
    _ lock: inout Object
  ) {
    switch (requested, source) {
    case (.remote(let url), _): lock["version"] = .string(url)
    case (.git, _), (_, .git):
      if let resolved = node.resolved { lock["version"] = .string(resolved) }
      if let edge = describingEdge(node) {
        lock["from"] = .string("\(node.name.text)@\(edge.spec)")
      } else if let resolved {
        lock["from"] = .string(resolved)
      }
    default: node.arena.refuse("is a tarball in a lock of version 2", subject: node.spec)
    }
  }

  /// Returns the edge whose spec describes the package: from the least nested node, then by name.
  private func describingEdge(_ node: Node) -> Edge? {
    let edges = node.edgesIn.elements.filter(\.isValid)
    let isPlain = edges.allSatisfy { node.arena.request($0.spec).isRegistry }
    if isPlain { return edges.first }
    let parts = edges.map { edge in
      edge.from.location.split(separator: "node_modules", omittingEmptySubsequences: false)
    }
    let order = edges.indices.sorted { left, right in
      if parts[left].count != parts[right].count { return parts[left].count < parts[right].count }
      let order = Collation.compare(String(parts[left].last ?? ""), String(parts[right].last ?? ""))
      return order == 0 ? left < right : order < 0
    }
    return order.first.map { edges[$0] }
  }

  private func addFlags(_ node: Node, _ lock: inout Object) {
    if node.extraneous {
      lock["extraneous"] = true
    } else if !node.isLink {
      if node.peer { lock["peer"] = true }
      if node.devOptional, !node.dev, !node.optional { lock["devOptional"] = true }
      if node.dev { lock["dev"] = true }
      if node.optional { lock["optional"] = true }
    }
  }

  private func addRequires(_ node: Node, _ lock: inout Object) {
    guard let depender = node.target, !depender.edgesOut.isEmpty else { return }
    var requires = Object()
    for edge in depender.edgesOut.elements where !edge.isPeer {
      var spec = edge.spec
      if spec.hasPrefix("file:") {
        let path = Paths.resolve(node.realpath, String(spec.dropFirst(5)))
        spec = node.arena.fileSpec(Paths.relative(node.realpath, path))
      }
      requires[edge.name.text] = .string(spec)
    }
    lock["requires"] = .object(requires)
  }
}
