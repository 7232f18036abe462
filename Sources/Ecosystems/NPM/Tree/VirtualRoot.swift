extension IdealTree {
  /// A childless copy of a node with the same wishes, in which candidates gather with their peers.
  ///
  /// - Parameters:
  ///   - node: what it stands for.
  ///   - reuse: answers the node's last one, where there is one.
  /// - Returns: a root of its own.
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
    node.virtualRoot = virtual
    stepRoots.append(virtual)
    return virtual
  }

  /// Lets go of the virtual roots of a step but the one that may be used again.
  func forgetVirtualRoots(of node: Node) {
    var dead = Set(stepRoots.map { ObjectIdentifier($0) })
    if let kept = node.virtualRoot { dead.remove(ObjectIdentifier(kept)) }
    arena.releaseYoung { dead.contains(ObjectIdentifier($0.root)) }
    stepRoots = []
  }
}
