import JavaScript

/// Builds the tree that the new lock describes, as Arborist 7.5 (`build-ideal-tree.js`) does.
///
/// A queue holds the nodes whose dependencies are not checked yet, the shallow ones first. A step
/// takes a node, finds its problem edges (missing, invalid or to be updated), loads a candidate with
/// its peers for each and places them as high in the tree as possible:
///
///     root -> (a@1, b@1 || 2)     root
///     a -> (b@1)                  ├── a@1
///                                 │   └── b@1    b@2 was placed before the step of a
///                                 └── b@2
///
/// It has no effects: `advance` runs until the tree is complete or data is missing.
final class IdealTree {
  /// The state of a build.
  enum Step {
    case solved
    case needs([ResolutionRequest])
    /// Data is missing, and the interrupted step changed a virtual root of an earlier step, so that
    /// the build has to start again.
    case restart([ResolutionRequest])
    case conflict(PeerConflict)
    /// The arena's problem has the reason.
    case refused
  }

  let arena: Arena
  let root: Node
  /// The resolver, which owns this tree.
  unowned let knowledge: any Knowledge
  let placing: Placing
  var queue = DepsQueue()
  var seen: Set<ObjectIdentifier> = []
  var loadFailures = NodeSet()
  /// Whether packages were placed or requested, so that the flags have to be recomputed.
  var isMutated: Bool
  /// Whether the tree started from a lock, so that extraneous packages are pruned.
  let isFromLock: Bool
  /// Whether the flags of the loaded tree are computed; before that all are set.
  var areFlagsComputed = false
  /// The virtual roots created in the current step.
  var stepRoots: [Node] = []
  private var linkNodes = NodeSet()
  /// Whether an interrupted step changed a virtual root of an earlier step.
  var isSpoiled = false
  /// The documents that later steps need, to fetch along with the next ones.
  var upcoming: Set<ResolutionRequest> = []
  /// The specs that documents were requested for, in the order of the requests.
  private(set) var demands: [ResolutionRequest: [String]] = [:]
  private var current: Node?
  /// Whether the bundle of the current step's node was read.
  var isUnpacked = false
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

  /// Continues until the tree is complete or data is missing.
  func advance() -> Step {
    do throws(Interruption) {
      if !isStarted { try start() }
      while let node = nextNode() { try step(node) }
      try finish()
      return arena.problem == nil ? .solved : .refused
    } catch {
      switch error {
      case .needs(let requests): return isSpoiled ? .restart(requests) : .needs(requests)
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

  /// Queues every node with an invalid edge that is reachable from the root.
  func queueInvalid() {
    var visited = Set<ObjectIdentifier>(minimumCapacity: root.inventory.count)
    var stack = [root]
    while let node = stack.popLast() {
      guard visited.insert(ObjectIdentifier(node)).inserted else { continue }
      var isMet = true
      node.edgesOut.forEach { edge in
        isMet = isMet && (edge.isValid && !isRetried(edge) || isTolerated(edge))
        if let to = edge.to { stack.append(to) }
      }
      if !isMet { queue.push(node) }
    }
  }

  /// Whether npm looks again for a package that is missing though it is optional.
  private func isRetried(_ edge: Edge) -> Bool {
    edge.to == nil && arena.dialect.has(.missingOptionals)
  }

  /// Whether npm leaves an invalid edge as it is: optional peers in `npm update`.
  func isTolerated(_ edge: Edge) -> Bool {
    edge.type == .peerOptional && !arena.isSaving && arena.dialect.has(.optionalPeers)
      && !arena.dialect.has(.updatedPeers)
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
        if arena.dialect.has(.deepOverrides) { target.inheritOverrides(of: link.overrides) }
        queue.push(target)
      }
    }
    linkNodes.removeAll()
  }

  private func step(_ node: Node) throws(Interruption) {
    current = node
    try refuseEndlessness()
    try unpackBundle(of: node)
    let tasks = try gather(node)
    seen.insert(ObjectIdentifier(node))
    let order = tasks.sorted { Collation.precedes($0.edge.name.text, $1.edge.name.text) }
    let tops = try order.map { (task) throws(Interruption) -> PlaceDep in
      let top = try place(task)
      if arena.dialect.has(.placesInTurn) { visitAll(top) }
      return top
    }
    if !arena.dialect.has(.placesInTurn) { tops.forEach(visitAll) }
    for edge in node.edgesOut.elements {
      if let to = edge.to, to.isLink, to.ownTarget != nil { linkNodes.insert(to) }
    }
    current = nil
    isUnpacked = false
    forgetVirtualRoots(of: node)
    try checkArena()
  }

  /// Refuses peers that replace each other without end; npm runs out of memory then.
  private func refuseEndlessness() throws(Interruption) {
    steps += 1
    guard steps > 5000 + 20 * root.inventory.count else { return }
    arena.refuse("has peers that replace each other without end", subject: root.spec)
    throw .refused
  }

  /// An edge and the candidate for it, in a virtual root.
  struct Task {
    var edge: Edge
    var dep: Node
  }

  private func place(_ task: Task) throws(Interruption) -> PlaceDep {
    computeFlags()
    let top = PlaceDep(dep: task.dep, edge: task.edge, context: placing)
    try checkArena()
    if let conflict = top.conflict { throw .conflict(conflict) }
    return top
  }

  private func visitAll(_ top: PlaceDep) {
    var stack = [top]
    while let next = stack.popLast() {
      visit(next)
      stack += next.children
    }
  }

  private func visit(_ placeDep: PlaceDep) {
    guard let placed = placeDep.placed, let check = placeDep.canPlace else { return }
    if placed.failure != nil { loadFailures.insert(placed) }
    isMutated = true
    for edge in placed.edgesIn.elements where edge !== placeDep.edge {
      if edge.isValid || edge.peerConflicted { continue }
      let isRetried =
        arena.dialect.has(.updatedPeers) || arena.isSaving && arena.dialect.has(.optionalPeers)
      if check.selfAnswer == .replace || isRetried {
        seen.remove(ObjectIdentifier(edge.from))
        queue.push(edge.from)
      } else if !seen.contains(ObjectIdentifier(edge.from)) {
        queue.push(edge.from)
      }
    }
    queue.push(placed)
    for dep in placeDep.needsEvaluation.elements {
      seen.remove(ObjectIdentifier(dep))
      queue.push(dep)
    }
    for edge in problemEdges(of: placed) { anticipate(edge) }
  }

  /// Requests the document for an edge along with other documents.
  private func anticipate(_ edge: Edge) {
    if let request = missingDocument(for: edge) { upcoming.insert(request) }
  }

  /// Returns the document that an edge needs, unless it is known.
  func missingDocument(for edge: Edge) -> ResolutionRequest? {
    guard let query = RegistryQuery(edge) else { return nil }
    let isKnown = knowledge.manifest(query.name, query.spec, full: true) != nil
    return isKnown ? nil : demand(query)
  }

  /// Returns the request for a document, and notes the spec that it is for.
  func demand(_ query: RegistryQuery) -> ResolutionRequest {
    let request = ResolutionRequest.packument(name: query.name, full: true)
    if demands[request]?.contains(query.spec) != true {
      demands[request, default: []].append(query.spec)
    }
    return request
  }
}

/// The registry's name and the spec of an edge; for an alias those after `npm:`.
struct RegistryQuery {
  var name: String
  var spec: String

  /// Creates the query for an edge; nil if the package is not from a registry.
  init?(_ edge: Edge) {
    self.init(edge.name.text, edge.spec, in: edge.from.arena)
  }

  /// Creates the query for a dependency; nil if the package is not from a registry.
  init?(_ name: String, _ spec: String, in arena: Arena) {
    switch arena.request(spec) {
    case .alias(let name, let spec, _): self = RegistryQuery(name: name, spec: spec)
    case let request where request.isRegistry: self = RegistryQuery(name: name, spec: spec)
    default: return nil
    }
  }

  private init(name: String, spec: String) {
    self.name = name
    self.spec = spec.trimmed
  }
}
