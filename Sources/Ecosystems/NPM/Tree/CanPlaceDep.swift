/// Decides whether a candidate with its peers can be placed in a folder: Arborist's
/// `can-index-dep.js`.
///
/// Only reads the tree. The candidate is in a virtual root with its peers.
///
///     root -> a@1, a@1 -> c@2     c@2 in root: conflict, because root needs c@1
///     root -> c@1                 c@2 in a: ok
///
/// A peer is checked in the same way, in the deepest folder that it can have; a conflict of a peer is
/// a conflict of the whole set.
final class CanPlaceDep {
  /// The effect of placing.
  enum Answer {
    /// The folder has no package of this name, and no dependent needs another one.
    case ok
    /// The present package satisfies the edge.
    case keep
    /// The candidate replaces the present package.
    case replace
    /// The candidate cannot be placed in the folder.
    case conflict
  }

  let dep: Node
  let target: Node
  let edge: Edge
  /// For a peer, the check of the package that requires it.
  private unowned let parent: CanPlaceDep?
  /// The package of this name in the target.
  let current: Node?
  private(set) var children: [CanPlaceDep] = []
  /// The answer for the candidate and its peers.
  private(set) var answer = Answer.conflict
  /// The answer for the candidate alone.
  private(set) var selfAnswer: Answer?
  private let preferDedupe: Bool
  private let peerPath: [Node]
  private let isOverriddenInSet: Bool
  private var withPeers: Answer?

  init(
    dep: Node, target: Node, edge: Edge, preferDedupe: Bool, parent: CanPlaceDep?,
    peerPath: [Node] = []
  ) {
    self.dep = dep
    self.target = target
    self.edge = edge
    self.parent = parent
    self.peerPath = peerPath
    self.preferDedupe = preferDedupe || edge.isPeer
    current = target.isLink ? nil : target.children[edge.name]
    isOverriddenInSet = !dep.satisfies(edge)
    if dep.arena.spendStep(for: dep.name) {
      answer = peerPath.count < PeerSet.deepest ? check() : tooDeep()
    }
    if selfAnswer == nil { selfAnswer = answer }
  }

  private var name: Name { edge.name }
  private var entryEdge: Edge { parent?.entryEdge ?? edge }

  private func tooDeep() -> Answer {
    dep.arena.refuse("has peers of peers deeper than \(PeerSet.deepest)", subject: dep.name.text)
    return .conflict
  }

  private func check() -> Answer {
    if dep.failure != nil { return current == nil ? .ok : .replace }
    let targetEdge = target.edgesOut[name]
    if let targetEdge, targetEdge.isPeer, !target.isTop { return .conflict }
    guard let current else {
      if let targetEdge, targetEdge !== edge, !dep.satisfies(targetEdge) { return .conflict }
      return checkWithoutCurrent()
    }
    return check(current)
  }

  private func checkWithoutCurrent() -> Answer {
    if target !== entryEdge.from, let shadowed = target.resolve(name) {
      let isNeeded = shadowed.edgesIn.contains { edge in
        edge.from.isDescendant(of: target) && edge.isValid && !dep.satisfies(edge)
      }
      if isNeeded { return .conflict }
    }
    return checkPeers(.ok)
  }

  private func check(_ current: Node) -> Answer {
    if dep.matches(current), current.satisfies(edge) || isOverriddenInSet { return .keep }
    let isDemanded = dep.arena.demands(dep, insteadOf: current)
    // A demanded version stays, although a newer one would fit its dependents too.
    let isFinal = dep.arena.demands(current, insteadOf: dep)
    let isNewer =
      isDemanded || !isFinal && !current.version.isEmpty && dep.isAtLeast(current)
    if isNewer, dep.canReplace(current), checkPeers(.replace) != .conflict { return .replace }
    if !isDemanded, current.satisfies(edge) { return .keep }
    if preferDedupe, !isNewer, !isFinal, dep.canReplace(current), checkPeers(.replace) != .conflict
    {
      return .replace
    }
    if target !== deepestTarget { return .conflict }
    if !edge.isPeer, target === edge.from { return checkPeers(.replace) }
    if parent == nil, !edge.isPeer { return .conflict }
    return canMoveSets(of: current) ? checkPeers(.replace) : .conflict
  }

  private var deepestTarget: Node {
    deepestNestingTarget(from: parent?.deepestTarget ?? edge.from, for: name)
  }

  /// Whether every set of peers with `current` could be replaced or nested deeper.
  private func canMoveSets(of current: Node) -> Bool {
    var canReplace = true
    for (entry, peers) in peerEntrySets(of: current) where entry !== edge && entry !== entryEdge {
      guard let entryNode = entry.to, let set = dep.parent else { continue }
      if canReplaceOrClobber(entryNode, with: set) { continue }
      let isStuck = peers.elements.contains { peer in
        let deepest = deepestNestingTarget(from: entry.from, for: peer.name)
        return deepest === target || target.isDescendant(of: deepest)
      }
      if isStuck { canReplace = false }
    }
    return canReplace
  }

  private func canReplaceOrClobber(_ entryNode: Node, with set: Node) -> Bool {
    if let replacement = set.children[entryNode.name] {
      let names = Set(set.children.elements.map { ObjectIdentifier($0.name) })
      return replacement.canReplace(entryNode, ignoringPeers: names)
    }
    var walk = NodeSet([entryNode])
    var index = 0
    while index < walk.end {
      for edge in walk[index]?.edgesOut.elements ?? [] where edge.isPeer && edge.isValid {
        if let replacement = set.children[edge.name] {
          if !replacement.satisfies(edge) { return false }
        } else if let to = edge.to {
          walk.insert(to)
        }
      }
      index += 1
    }
    return true
  }

  /// Checks each peer of the candidate; a conflict of one is a conflict of the set.
  private func checkPeers(_ state: Answer) -> Answer {
    selfAnswer = state
    if let withPeers { return withPeers }
    let path = peerPath + [dep]
    var answer = state
    for edge in dep.edgesOut.elements where edge.isPeer {
      guard let peer = edge.to, !path.contains(where: { $0 === peer }) else { continue }
      let child = CanPlaceDep(
        dep: peer, target: deepestNestingTarget(from: target, for: peer.name), edge: edge,
        preferDedupe: true, parent: self, peerPath: path)
      children.append(child)
      if child.answer == .conflict { answer = .conflict }
    }
    withPeers = answer
    return answer
  }

  /// The peers with conflicts, nearest first.
  var conflicts: [CanPlaceDep] {
    var all = children
    var index = 0
    while index < all.count {
      all += all[index].children
      index += 1
    }
    return all.filter { $0.answer == .conflict }
  }
}
