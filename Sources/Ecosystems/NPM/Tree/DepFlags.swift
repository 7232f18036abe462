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
    if resetRoot { root.flags.formIntersection(.extraneous) }
    var seen = Set<ObjectIdentifier>(minimumCapacity: root.inventory.count)
    var stack = [root]
    while let node = stack.popLast() {
      guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
      step(node).edgesOut.forEach { if let to = $0.to { stack.append(to) } }
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
    if !node.peer, !edge.isPeer { unset(to, .peer) }
    if clearsBoth { unset(to, .devOptional) }
    if clearsBoth || !isDev { unset(to, .dev) }
    if clearsBoth || !isOptional { unset(to, .optional) }
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
        if edge.type == .prod || (edge.type == .peer && flag != .peer) { stack.append(to) }
      }
    }
  }
}
