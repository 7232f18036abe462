import JavaScript

/// Builds the tree that a lock shall describe, as Arborist 7.5 does: problem edges, node by node.
///
/// A state machine without effects: `advance` works until it is done or needs to know more.
final class IdealTree {
  /// Where a build stands.
  enum Step {
    case solved
    case wants([Want])
    /// The tree is as it was before a step that has to be repeated, but for virtual roots that the
    /// step had used before: the build starts anew, knowing more.
    case restart([Want])
    case conflict(PeerConflict)
    /// See the arena's problem.
    case refused
  }

  let arena: Arena
  let root: Node
  /// Holds this tree while it asks for things.
  unowned let knowledge: any Knowledge
  let placing: Placing
  var queue = DepsQueue()
  var seen: Set<ObjectIdentifier> = []
  var loadFailures = NodeSet()
  /// Something was placed or asked for, so that flags have to be worked out anew.
  var isMutated: Bool
  /// The old lock was read, so that what nobody needs is pruned.
  let isFromLock: Bool
  /// The flags of the tree as it was loaded are known; before, all of them are set.
  var areFlagsTold = false
  /// Virtual roots that the step has made so far.
  var stepRoots: [Node] = []
  private var linkNodes = NodeSet()
  /// A virtual root of an earlier step was changed by a step that has to be repeated.
  var isSpoiled = false
  /// Documents that will be needed soon.
  var soon: Set<Want> = []
  private var current: Node?
  private var isStarted = false
  private var steps = 0

  init(
    root: Node, knowledge: any Knowledge, updateNames: Set<String>, isMutated: Bool,
    isFromLock: Bool
  ) {
    arena = root.arena
    self.root = root
    self.knowledge = knowledge
    placing = Placing(updateNames: updateNames)
    self.isMutated = isMutated
    self.isFromLock = isFromLock
  }

  /// Works as far as what is known allows.
  func advance() -> Step {
    do throws(Interruption) {
      if !isStarted { try start() }
      while let node = nextNode() { try step(node) }
      try finish()
      return arena.problem == nil ? .solved : .refused
    } catch {
      switch error {
      case .wants(let wants): return isSpoiled ? .restart(wants) : .wants(wants)
      case .conflict(let conflict): return .conflict(conflict)
      case .refused: return .refused
      }
    }
  }

  private func start() throws(Interruption) {
    isStarted = true
    queueNamedUpdates()
    queue.push(root)
    try checkArena()
  }

  func checkArena() throws(Interruption) {
    if arena.problem != nil { throw .refused }
  }

  /// Queues, walking along edges from the root, every node with an edge that is not met.
  func queueInvalid() {
    var visited = Set<ObjectIdentifier>(minimumCapacity: root.inventory.count)
    var stack = [root]
    while let node = stack.popLast() {
      guard visited.insert(ObjectIdentifier(node)).inserted else { continue }
      var isMet = true
      node.edgesOut.forEach { edge in
        isMet = isMet && edge.isValid
        if let to = edge.to { stack.append(to) }
      }
      if !isMet { queue.push(node) }
    }
  }

  private func queueNamedUpdates() {
    if placing.updateNames.isEmpty { return }
    for node in root.inventory.nodes where placing.updateNames.contains(node.name.text) {
      if node.isTop || node.isInDependencyBundle || node.isInShrinkwrap { continue }
      for edge in node.edgesIn.elements { queue.push(edge.from) }
    }
  }

  private func nextNode() -> Node? {
    if let current { return current }
    repeat {
      while let node = queue.pop() {
        if seen.contains(ObjectIdentifier(node)) || node.root !== root { continue }
        return node
      }
      queueLinkTargets()
    } while !queue.isEmpty
    return nil
  }

  private func queueLinkTargets() {
    for link in linkNodes.elements {
      guard link.root === root, let target = link.ownTarget, target.isDescendant(of: root) else {
        continue
      }
      if target.resolveParent != nil, !seen.contains(ObjectIdentifier(target)) {
        queue.push(target)
      }
    }
    linkNodes.removeAll()
  }

  private func step(_ node: Node) throws(Interruption) {
    current = node
    try refuseEndlessness()
    try refuseTarball(node)
    let tasks = try gather(node)
    seen.insert(ObjectIdentifier(node))
    for task in tasks.sorted(by: { Collation.precedes($0.edge.name.text, $1.edge.name.text) }) {
      try place(task)
    }
    for edge in node.edgesOut.elements {
      if let to = edge.to, to.isLink, to.ownTarget != nil { linkNodes.insert(to) }
    }
    current = nil
    forgetVirtualRoots(of: node)
    try checkArena()
  }

  /// Peers can push each other about for ever; npm then runs until it has no memory left.
  private func refuseEndlessness() throws(Interruption) {
    steps += 1
    guard steps > 5000 + 20 * root.inventory.count else { return }
    arena.refuse("has peers that push each other about without end", subject: root.spec)
    throw .refused
  }

  /// npm opens the tarballs of packages that bring dependencies along; martlet does not.
  private func refuseTarball(_ node: Node) throws(Interruption) {
    guard node !== root, node.resolved != nil else { return }
    if node.package.isBundler {
      arena.refuse("bundles dependencies, which only its tarball shows", subject: node.spec)
    } else if node.hasShrinkwrap {
      arena.refuse("has a lock of its own, which only its tarball shows", subject: node.spec)
    }
    try checkArena()
  }

  /// A wish and what shall meet it, in its virtual root.
  struct Task {
    var edge: Edge
    var dep: Node
  }

  private func place(_ task: Task) throws(Interruption) {
    tellFlags()
    let top = PlaceDep(dep: task.dep, edge: task.edge, context: placing)
    try checkArena()
    if let conflict = top.conflict { throw .conflict(conflict) }
    var stack = [top]
    while let next = stack.popLast() {
      visit(next)
      stack += next.children
    }
  }

  private func visit(_ place: PlaceDep) {
    guard let placed = place.placed, let check = place.canPlace else { return }
    if placed.failure != nil { loadFailures.insert(placed) }
    isMutated = true
    for edge in placed.edgesIn.elements where edge !== place.edge {
      if edge.isValid || edge.peerConflicted { continue }
      if check.selfAnswer == .replace {
        seen.remove(ObjectIdentifier(edge.from))
        queue.push(edge.from)
      } else if !seen.contains(ObjectIdentifier(edge.from)) {
        queue.push(edge.from)
      }
    }
    queue.push(placed)
    for dep in place.needsEvaluation.elements {
      seen.remove(ObjectIdentifier(dep))
      queue.push(dep)
    }
    for edge in problemEdges(of: placed) { anticipate(edge) }
  }

  /// Notes what the edge will need, so that it is fetched along with other things.
  private func anticipate(_ edge: Edge) {
    if let want = want(edge) { soon.insert(want) }
  }

  /// The document that an edge needs and that is not known yet.
  func want(_ edge: Edge) -> Want? {
    guard let query = RegistryQuery(edge) else { return nil }
    let isKnown = knowledge.manifest(query.name, query.spec, full: true) != nil
    return isKnown ? nil : .packument(name: query.name, full: true)
  }
}

/// Name and spec that a registry is asked for; an alias asks for what it stands for.
struct RegistryQuery {
  var name: String
  var spec: String

  /// Turns an edge into a question; nil where it is about something outside registries.
  init?(_ edge: Edge) {
    switch edge.from.arena.request(edge.spec) {
    case .alias(let name, let spec, _): self = RegistryQuery(name: name, spec: spec)
    case let request where request.isRegistry:
      self = RegistryQuery(name: edge.name.text, spec: edge.spec)
    default: return nil
    }
  }

  private init(name: String, spec: String) {
    self.name = name
    self.spec = spec.trimmed
  }
}
