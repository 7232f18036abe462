import JavaScript

extension PlaceDep {
  /// Replaces a node and removes the dependencies that only the old one had.
  func replace(_ old: Node, by node: Node) {
    let target = old.ownParent
    var abandoned: [Node] = []
    for edge in old.edgesOut.elements where node.edgesOut[edge.name] == nil {
      guard let to = edge.to else { continue }
      abandoned += gatherDepSet([to]) { $0.to !== to }.elements
    }
    let pruned = brokenPeerSets(of: old, under: target, by: node)
    node.replace(old)
    pruneAfterReplacement(node, abandoned)
    for dep in pruned {
      for edge in dep.edgesIn.elements { needEvaluation(of: edge.from) }
      dep.setRoot(nil)
    }
  }

  /// Returns the sets of peers that the new node invalidates and that can be nested deeper.
  private func brokenPeerSets(of old: Node, under target: Node?, by node: Node) -> [Node] {
    var result: [Node] = []
    for edge in old.edgesIn.elements {
      if node.satisfies(edge) || !edge.isPeer || edge.from.ownParent !== target
        || edge.peerConflicted
      {
        continue
      }
      for (entry, _) in peerEntrySets(of: edge.from) {
        guard let entryNode = entry.to else { continue }
        if entryNode !== target, !entry.from.isOwn {
          result += gatherDepSet([entryNode]) { $0.to !== entryNode && !$0.peerConflicted }.elements
        } else {
          edge.peerConflicted = true
        }
      }
    }
    return result
  }

  private func pruneAfterReplacement(_ node: Node, _ abandoned: [Node]) {
    var invalid = NodeSet()
    for edge in node.edgesOut.elements where !edge.isValid {
      if let to = edge.to { invalid.insert(to) }
    }
    for dep in abandoned {
      for member in gatherDepSet([dep], counting: { $0.to !== dep && $0.isValid }).elements {
        invalid.insert(member)
      }
    }
    let junk = gatherDepSet(invalid.elements) { edge in
      edge.from !== node && edge.to !== node && edge.isValid
    }
    for dep in junk.elements { dep.setRoot(nil) }
  }

  /// Removes a node, or nodes below it, whose dependents can use a package further up.
  func pruneDedupable(_ node: Node, descend: Bool = true) {
    if node.canDedupe(preferring: node.arena.peers.prefersDedupe) {
      let superfluous = gatherDepSet([node]) { $0.to !== node && $0.isValid }
      for dep in superfluous.elements { dep.setRoot(nil) }
      return
    }
    guard descend, !node.isLink else { return }
    for child in Self.sorted(node.children.elements) { pruneDedupable(child) }
    for top in Self.sorted(node.fsChildren.elements) where !top.isLink {
      for child in Self.sorted(top.children.elements) { pruneDedupable(child) }
    }
  }

  private static func sorted(_ nodes: [Node]) -> [Node] {
    nodes.count < 2 ? nodes : nodes.sorted { Collation.precedes($0.location, $1.location) }
  }
}
