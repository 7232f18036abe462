extension IdealTree {
  /// Returns a copy of a node without its children, to which candidates and their peers are added.
  ///
  ///     root                    virtual root of root
  ///     ├── a                   ├── x@1  (candidate)
  ///     └── b                   └── y@1  (its peer)
  ///
  /// - Parameters:
  ///   - node: the node to copy.
  ///   - reuse: whether to return the node's last virtual root, if it has one.
  /// - Returns: a root with the same dependencies.
  func virtualRoot(of node: Node, reuse: Bool = false) -> Node {
    if reuse, let known = node.virtualRoot { return known }
    var options = Node.Options()
    options.path = node.realpath
    options.sourceReference = node
    options.resolved = node.ownResolved
    options.overrides = node.overrides
    let virtual = Node(options, in: arena)
    if !node.isLink {
      for child in node.children.elements where child.isLink {
        var copy = Node.Options()
        copy.path = child.realpath
        copy.sourceReference = child.ownTarget
        copy.resolved = child.ownTarget?.ownResolved
        copy.root = virtual
        _ = Node(copy, in: arena)
      }
    }
    arena.countCopy(of: node)
    node.virtualRoot = virtual
    stepRoots.append(virtual)
    return virtual
  }

  /// Frees the virtual roots of a step, except for the one that may be used again.
  func forgetVirtualRoots(of node: Node) {
    var dead = Set(stepRoots.map { ObjectIdentifier($0) })
    if let kept = node.virtualRoot { dead.remove(ObjectIdentifier(kept)) }
    arena.releaseYoung { dead.contains(ObjectIdentifier($0.root)) }
    stepRoots = []
  }
}
