/// What a node is needed for, as its lock entry says: `dev`, `optional`, `devOptional`, `peer`,
/// `extraneous`.
///
/// Flags start set; walking from the root clears those that an edge proves wrong.
enum DepFlags {
  typealias Flag = ReferenceWritableKeyPath<Node, Bool>

  /// Sets all flags of all nodes, so that a walk finds what is needed and what for.
  static func reset(_ root: Node) {
    for node in root.inventory.nodes { set(node, true) }
  }

  static func clear(_ root: Node) {
    set(root, false)
  }

  private static func set(_ node: Node, _ value: Bool) {
    node.extraneous = value
    node.dev = value
    node.devOptional = value
    node.peer = value
    node.optional = value
  }

  /// Walks from the root depth-first, the last edge first.
  static func calculate(_ root: Node, resetRoot: Bool = true) {
    if resetRoot {
      root.dev = false
      root.optional = false
      root.devOptional = false
      root.peer = false
    }
    var seen: Set<ObjectIdentifier> = []
    var stack = [root]
    while let node = stack.popLast() {
      guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
      step(node).edgesOut.forEach { if let to = $0.to { stack.append(to) } }
    }
  }

  /// Judges the edges of a node; of a link those of its target.
  ///
  /// - Returns: the node whose edges were judged.
  private static func step(_ node: Node) -> Node {
    node.extraneous = false
    for flag in [\Node.extraneous, \.dev, \.peer, \.devOptional, \.optional] as [Flag] {
      clearParents(node, flag)
    }
    if node.isLink {
      guard let target = node.ownTarget else { return node }
      target.dev = node.dev
      target.optional = node.optional
      target.devOptional = node.devOptional
      target.peer = node.peer
      return step(target)
    }
    node.edgesOut.forEach { edge in
      if let to = edge.to { follow(edge, from: node, to: to) }
    }
    return node
  }

  private static func follow(_ edge: Edge, from node: Node, to: Node) {
    to.extraneous = false
    let isDev = node.dev || edge.isDev
    let isOptional = node.optional || edge.isOptional
    let clearsBoth = !node.devOptional && !isDev && !isOptional
    if !node.peer, !edge.isPeer { unset(to, \.peer) }
    if clearsBoth { unset(to, \.devOptional) }
    if clearsBoth || !isDev { unset(to, \.dev) }
    if clearsBoth || !isOptional { unset(to, \.optional) }
  }

  private static func clearParents(_ node: Node, _ flag: Flag) {
    if node[keyPath: flag] { return }
    var above: Node? = node
    while let here = above, here === node || here[keyPath: flag] {
      here[keyPath: flag] = false
      above = here.resolveParent
    }
  }

  /// Clears a flag of a node and of what it needs for itself.
  private static func unset(_ node: Node, _ flag: Flag) {
    guard node[keyPath: flag] else { return }
    node[keyPath: flag] = false
    var seen: Set<ObjectIdentifier> = []
    var stack = [node]
    while let next = stack.popLast() {
      guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
      next.extraneous = false
      next[keyPath: flag] = false
      let target = next.isLink ? next.ownTarget ?? next : next
      target.extraneous = false
      target[keyPath: flag] = false
      target.edgesOut.forEach { edge in
        guard let to = edge.to, to[keyPath: flag] else { return }
        if edge.type == .prod || (edge.type == .peer && flag != \.peer) { stack.append(to) }
      }
    }
  }
}
