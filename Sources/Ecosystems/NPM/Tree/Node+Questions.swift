import JavaScript

extension Node {
  /// Returns the node to which a dependency of this name resolves from here.
  func resolve(_ name: Name) -> Node? {
    var node: Node? = self
    while let here = node {
      if !here.isLink, let child = here.children[name] { return child }
      node = here.resolveParent
    }
    return nil
  }

  /// Whether the node has the edge's name and satisfies it.
  func satisfies(_ edge: Edge) -> Bool { name === edge.name && edge.isSatisfied(by: self) }

  func isDescendant(of node: Node) -> Bool {
    var above: Node? = self
    while let here = above {
      if here === node { return true }
      above = here.resolveParent
    }
    return false
  }

  /// The node and all above it.
  var ancestry: Ancestry { Ancestry(from: self) }

  var isWorkspace: Bool {
    if isProjectRoot { return false }
    guard let packageName, let edge = root.edgesOut[arena.name(packageName)], let to = edge.to
    else { return false }
    return edge.type == .workspace && (to === self || to.target === self)
  }

  var isInShrinkwrap: Bool {
    var above = ownParent
    while let here = above {
      if here.hasShrinkwrap { return true }
      above = here.ownParent
    }
    return false
  }

  var isInBundle: Bool { bundler != nil }

  /// Whether a package other than the root bundles the node.
  var isInDependencyBundle: Bool {
    guard let bundler else { return false }
    return bundler !== root
  }

  /// Whether both nodes are the same version of the same package, as far as it is known.
  func matches(_ other: Node) -> Bool {
    if other === self { return true }
    if other.name !== name { return false }
    if isLink {
      guard other.isLink, let mine = ownTarget, let theirs = other.ownTarget else { return false }
      return mine.matches(theirs)
    }
    if isProjectRoot, other.isProjectRoot { return path == other.path }
    if let integrity, let theirs = other.integrity { return integrity == theirs }
    if let resolved, let theirs = other.resolved { return resolved == theirs }
    guard let packageName, packageName == other.packageName else { return false }
    return !version.isEmpty && version == other.version
  }

  func canReplace(_ other: Node, ignoringPeers peers: Set<ObjectIdentifier> = []) -> Bool {
    other.canBeReplaced(by: self, ignoringPeers: peers)
  }

  /// Whether another node satisfies all dependents, except for those that only this node needs.
  private func canBeReplaced(by node: Node, ignoringPeers peers: Set<ObjectIdentifier>) -> Bool {
    guard node.name === name, node.packageName == packageName, hasRules(of: node) else {
      return false
    }
    var own: NodeSet?
    return !edgesIn.contains { edge in
      if !isTop, edge.from.ownParent === ownParent, edge.isPeer,
        peers.contains(ObjectIdentifier(edge.from.name))
      {
        return false
      }
      if edge.isSatisfied(by: node) { return false }
      let set = own ?? gatherDepSet([self]) { $0.to !== self && $0.isValid }
      own = set
      return !set.contains(edge.from)
    }
  }

  private func hasRules(of node: Node) -> Bool {
    guard arena.dialect.has(.equalOverrides) else { return node.overrides === overrides }
    if edgesOut.isEmpty { return true }
    return node.overrides.map { $0.isEqual(overrides) } ?? (overrides == nil)
  }

  /// Whether the node is redundant because its dependents can use a package further up.
  func canDedupe(preferring: Bool) -> Bool {
    if isInDependencyBundle || isInShrinkwrap { return false }
    guard let above = resolveParent?.resolveParent else { return false }
    if edgesIn.isEmpty { return true }
    guard let other = above.resolve(name) else { return false }
    if other.matches(self) { return true }
    if !other.canReplace(self) { return false }
    if preferring { return true }
    guard other.isAtLeast(self) else { return false }
    return !arena.dialect.has(.equalOverrides) || !isOverridden || isAtLeast(other)
  }

  /// Whether this version is not older than the other; false if either is not a version.
  func isAtLeast(_ other: Node) -> Bool {
    guard let mine = semver, let theirs = other.semver else { return false }
    return mine >= theirs
  }
}

/// A node, its parent, and so on up to the top.
struct Ancestry: Sequence, IteratorProtocol {
  var node: Node?

  init(from node: Node) { self.node = node }

  mutating func next() -> Node? {
    defer { node = node?.resolveParent }
    return node
  }
}
