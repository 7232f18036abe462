/// Places a candidate as high in the tree as possible, and then its missing peers: Arborist's
/// `place-dep.js`.
///
/// It goes up from the node of the edge and stops at the first folder with a conflict:
///
///     root -> a -> b -> x@1       x@1 can be placed in b, a and root: it goes into root
///     root -> a -> b -> x@1       with x@2 in root it goes into a
///
/// Then it removes duplicates below that the new package makes redundant, and records the nodes whose
/// dependencies have to be checked again.
final class PlaceDep {
  let dep: Node
  let edge: Edge
  /// For a peer, the placement of the package that requires it, which owns this one.
  private unowned let parent: PlaceDep?
  private let context: Placing
  private(set) var children: [PlaceDep] = []
  /// The nodes that lost dependencies with pruned sets of peers.
  private(set) var needsEvaluation = NodeSet()
  private(set) var placed: Node?
  private(set) var canPlace: CanPlaceDep?
  private(set) var canPlaceSelf: CanPlaceDep?
  /// The conflict that prevents placing, if it is an error.
  private(set) var conflict: PeerConflict?
  private let depth: Int

  init(dep: Node, edge: Edge, parent: PlaceDep? = nil, context: Placing) {
    self.dep = dep
    self.edge = edge
    self.parent = parent
    self.context = context
    depth = (parent?.depth ?? 0) + 1
    if depth > PeerSet.deepest {
      dep.arena.refuse("has peers of peers deeper than \(PeerSet.deepest)", subject: dep.name.text)
      return
    }
    let isSettled = edge.to != nil && edge.isValid && !context.updateNames.contains(edge.name.text)
    if isSettled && parent == nil { return }
    findTarget()
    if conflict == nil { place() }
  }

  private var name: Name { edge.name }
  private var top: PlaceDep { parent?.top ?? self }

  /// The deepest possible folder; a peer's is not deeper than that of its set's entry.
  private var startNode: Node {
    deepestNestingTarget(from: parent?.startNode ?? edge.from, for: name)
  }

  private func findTarget() {
    for target in startNode.ancestry {
      if !target.isTop, target.edgesOut[name]?.isPeer == true { continue }
      let check = CanPlaceDep(
        dep: dep, target: target, edge: edge, preferDedupe: dep.arena.peers.prefersDedupe,
        parent: parent?.canPlace)
      if check.selfAnswer != .conflict { canPlaceSelf = check }
      if check.answer == .conflict { break }
      canPlace = check
      if dep.failure != nil { break }
    }
    if canPlace != nil { return }
    if isMine || dep.arena.peers.isStrict {
      conflict = PeerConflict(failing: top)
    } else if let canPlaceSelf {
      canPlace = canPlaceSelf
    } else {
      edge.peerConflicted = true
    }
  }

  private func place() {
    guard let check = canPlace else { return }
    let answer = check.answer == .conflict ? check.selfAnswer : check.answer
    let target = check.target
    if answer == .keep {
      if edge.isPeer, !edge.isValid { edge.peerConflicted = true }
      return pruneDedupable(target)
    }
    if linksBack(to: target) { return }
    let node = copy()
    placed = node
    if let old = target.children[name] {
      replace(old, by: node)
    } else {
      node.setParent(target)
    }
    if edge.isPeer, !node.satisfies(edge) { edge.peerConflicted = true }
    pruneDuplicates(of: node, under: target)
    placePeers(of: node)
  }

  /// Replaces a package that is nested below itself by a link to the upper one.
  private func linksBack(to target: Node) -> Bool {
    for above in target.ancestry where above.matches(dep) && !above.isTop {
      placed = Node(
        Node.Options(
          name: above.name, realpath: above.path, package: above.package, parent: target,
          target: above, isLink: true), in: dep.arena)
      return true
    }
    return false
  }

  private func copy() -> Node {
    var options = Node.Options(name: dep.name, package: dep.package)
    options.resolved = dep.resolved
    options.integrity = dep.integrity
    options.failure = dep.failure
    options.overrides = dep.overrides
    if dep.isLink {
      options.isLink = true
      options.target = dep.ownTarget
      options.realpath = dep.realpath
      options.root = dep.ownTarget?.root
    }
    return Node(options, in: dep.arena)
  }

  private func pruneDuplicates(of node: Node, under target: Node) {
    if edge.isValid, let to = edge.to, to !== node { pruneDedupable(to, descend: false) }
    let root = target.root
    for other in root.inventory.named(name) where other.isDescendant(of: target) && !other.isTop {
      pruneDedupable(other, descend: false)
      guard other.root === root, !other.isLink else { continue }
      for child in other.children.elements { pruneDedupable(child, descend: false) }
    }
  }

  private func placePeers(of node: Node) {
    guard let set = dep.parent else { return }
    for peerEdge in node.edgesOut.elements {
      if peerEdge.isValid || !peerEdge.isPeer || peerEdge.peerConflicted { continue }
      guard let peer = set.children[peerEdge.name], peer.satisfies(peerEdge) else { continue }
      let child = PlaceDep(dep: peer, edge: peerEdge, parent: self, context: context)
      children.append(child)
      if let conflict = child.conflict {
        self.conflict = conflict
        return
      }
    }
  }

  /// Whether the project itself has the dependency, directly or through a set of peers.
  private var isMine: Bool {
    let edge = top.edge
    if edge.from.isOwn { return true }
    if !edge.isPeer { return false }
    if edge.from.edgesIn.contains(where: { !$0.isPeer && $0.from.isOwn }) { return true }
    guard edge.from.edgesIn.contains(where: { $0.isPeer }) else { return false }
    return peerEntrySets(of: edge.from).contains { $0.entry.from.isOwn }
  }

  func needEvaluation(of node: Node) { needsEvaluation.insert(node) }
}

/// Settings for all placements of a build.
struct Placing {
  /// The packages to update.
  var updateNames: Set<String>
}

extension Node {
  /// Whether the node is the project's root or one of its workspaces.
  var isOwn: Bool { isProjectRoot || isWorkspace }
}
