/// Computes why a node is needed, as its lock entry states: `dev`, `optional`, `devOptional`,
/// `peer`, `extraneous`.
///
/// All flags start set. A walk from the root clears those that an edge disproves: a package with a
/// production dependent is not `dev`.
enum DepFlags {
  private static let each: [Flags] = [.extraneous, .dev, .peer, .devOptional, .optional]

  /// Sets all flags of all nodes before a walk.
  static func reset(_ root: Node) {
    for node in root.inventory.nodes { node.flags = .all }
  }

  /// Clears the flags of the root.
  static func clear(_ root: Node) {
    root.flags = []
  }

  /// Walks from the root depth-first, the last edge first.
  static func calculate(_ root: Node, resetRoot: Bool = true) {
    if root.arena.dialect.has(.flagsByQueue) { return calculateByQueue(root, resetRoot) }
    if resetRoot { root.flags.formIntersection(.extraneous) }
    var seen = Set<ObjectIdentifier>(minimumCapacity: root.inventory.count)
    var stack = [root]
    while let node = stack.popLast() {
      guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
      step(node).edgesOut.forEach { if let to = $0.to { stack.append(to) } }
    }
  }

  /// Walks like Arborist 9.1.10: a node is visited again whenever an edge clears one of its flags.
  ///
  /// Unlike before, a package that only optional peers require stays extraneous, and `devOptional`
  /// depends on all dependents.
  private static func calculateByQueue(_ root: Node, _ resetRoot: Bool) {
    if resetRoot { root.flags = [] }
    var seen: [ObjectIdentifier: Node] = [:]
    var stack = [root]
    while let node = stack.popLast() {
      seen[ObjectIdentifier(node)] = node
      if !node.extraneous { keepParents(of: node) }
      if node.isLink {
        guard let target = node.ownTarget else { continue }
        let before = target.flags
        let isShared = root.arena.dialect.has(.sharedTargets)
        target.flags = isShared ? before.intersection(node.flags) : node.flags
        let isDone = isShared && target.flags == before && seen[ObjectIdentifier(target)] != nil
        if !isDone { stack.append(target) }
        continue
      }
      node.edgesOut.forEach { edge in
        guard let to = edge.to else { return }
        let before = to.flags
        to.flags.subtract(cleared(by: edge, from: node.flags))
        if to.flags != before { stack.append(to) }
      }
    }
    seen[ObjectIdentifier(root)] = nil
    for node in seen.values where node.dev || node.optional { node.flags.remove(.devOptional) }
  }

  private static func cleared(by edge: Edge, from flags: Flags) -> Flags {
    var result: Flags = []
    let isOptionalPeer = edge.isPeer && edge.isOptional
    if !flags.contains(.extraneous), !isOptionalPeer { result.insert(.extraneous) }
    if !flags.contains(.dev), !edge.isDev { result.insert(.dev) }
    if !flags.contains(.optional), !edge.isOptional { result.insert(.optional) }
    if flags.isDisjoint(with: [.devOptional, .dev, .optional]), !edge.isDev, !edge.isOptional {
      result.insert(.devOptional)
    }
    if !flags.contains(.peer), !edge.isPeer { result.insert(.peer) }
    return result
  }

  private static func keepParents(of node: Node) {
    var above = node.resolveParent
    while let here = above, here.extraneous {
      here.flags.remove(.extraneous)
      above = here.resolveParent
    }
  }

  /// Applies the edges of a node, or of a link's target.
  ///
  /// - Returns: the node with the edges.
  private static func step(_ node: Node) -> Node {
    node.flags.remove(.extraneous)
    if let above = node.resolveParent { clearParents(above, of: node) }
    if node.isLink {
      guard let target = node.ownTarget else { return node }
      target.flags = node.flags.union(target.flags.intersection(.extraneous))
      return step(target)
    }
    node.edgesOut.forEach { edge in
      if let to = edge.to { follow(edge, from: node, to: to) }
    }
    return node
  }

  private static func follow(_ edge: Edge, from node: Node, to: Node) {
    to.flags.remove(.extraneous)
    let isDev = node.dev || edge.isDev
    let isOptional = node.optional || edge.isOptional
    let clearsBoth = !node.devOptional && !isDev && !isOptional
    if node.arena.dialect.has(.peerEdges) {
      markPeer(edge, to: to)
    } else if !node.peer, !edge.isPeer {
      unset(to, .peer)
    }
    if clearsBoth { unset(to, .devOptional) }
    if clearsBoth || !isDev { unset(to, .dev) }
    if clearsBoth || !isOptional { unset(to, .optional) }
  }

  /// Marks the target of a peer edge even if it has other dependents, as npm 11.6 does.
  private static func markPeer(_ edge: Edge, to: Node) {
    if edge.isPeer {
      to.flags.insert(.peer)
    } else if to.peer, let target = to.target, !target.edgesIn.contains(where: { $0.type == .peer })
    {
      unset(to, .peer)
    }
  }

  /// Clears the node's clear flags in the folders above, each until a folder without it.
  private static func clearParents(_ parent: Node, of node: Node) {
    for flag in each where !node.flags.contains(flag) {
      var above: Node? = parent
      while let here = above, here.flags.contains(flag) {
        here.flags.remove(flag)
        above = here.resolveParent
      }
    }
  }

  /// Clears a flag of a node and of its dependencies, skipping those without it.
  private static func unset(_ node: Node, _ flag: Flags) {
    guard node.flags.contains(flag) else { return }
    node.flags.remove(flag)
    var stack = [node]
    while let next = stack.popLast() {
      next.flags.subtract([.extraneous, flag])
      let target = next.isLink ? next.ownTarget ?? next : next
      target.flags.subtract([.extraneous, flag])
      target.edgesOut.forEach { edge in
        guard let to = edge.to, to.flags.contains(flag) else { return }
        let isFollowed =
          flag == .peer && node.arena.dialect.has(.peerEdges)
          ? edge.type == .peer : edge.type == .prod || (edge.type == .peer && flag != .peer)
        if isFollowed { stack.append(to) }
      }
    }
  }
}
