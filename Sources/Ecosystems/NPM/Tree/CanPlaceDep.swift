/// Answers whether a candidate, with the peers that came along, can go into a folder.
///
/// Reads the tree and never changes it. The candidate lies in a virtual root among its peers.
final class CanPlaceDep {
  /// What placing would mean.
  enum Answer {
    /// Nothing of the name lies there, and nobody minds.
    case ok
    /// What lies there does.
    case keep
    /// What lies there would be replaced.
    case replace
    /// The candidate cannot go there.
    case conflict
  }

  let dep: Node
  let target: Node
  let edge: Edge
  /// Of a peer, what drew it along; only looked at while the answer is being found.
  private unowned let parent: CanPlaceDep?
  /// What lies in the target under the name.
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
    if dep.arena.takeStep(for: dep.name) {
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
    let isNewer = !current.version.isEmpty && dep.isAtLeast(current)
    if isNewer, dep.canReplace(current), checkPeers(.replace) != .conflict { return .replace }
    if current.satisfies(edge) { return .keep }
    if preferDedupe, !isNewer, dep.canReplace(current), checkPeers(.replace) != .conflict {
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

  /// Whether every set of peers that `current` belongs to could be replaced or go deeper.
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
    var place = 0
    while place < walk.end {
      for edge in walk[place]?.edgesOut.elements ?? [] where edge.isPeer && edge.isValid {
        if let replacement = set.children[edge.name] {
          if !replacement.satisfies(edge) { return false }
        } else if let to = edge.to {
          walk.insert(to)
        }
      }
      place += 1
    }
    return true
  }

  /// Asks the same for each peer that came along; a conflict of theirs is one of the whole.
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

  /// The peers that stand in the way, nearest first.
  var conflicts: [CanPlaceDep] {
    var all = children
    var place = 0
    while place < all.count {
      all += all[place].children
      place += 1
    }
    return all.filter { $0.answer == .conflict }
  }
}
