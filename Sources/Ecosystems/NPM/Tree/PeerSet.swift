import JavaScript

/// A candidate with the peers that have to be installed beside it.
///
/// Peers cannot be nested below the package that requires them, so a candidate and its peers have to
/// be chosen and placed together. They are loaded into a virtual root, a copy of the edge's node
/// without children, where each name has one version:
///
///     x@1 -> PEER(y@1), y@1 -> PEER(z@1)
///
///     edge root -> x@1     virtual root of root: x@1, y@1, z@1
///
/// If two peers need different versions of a third, npm tries to find one version for both, then
/// keeps the conflict if it is not the project's own, else fails with ERESOLVE.
enum PeerSet {
  /// The longest chain of peers; real ones have fewer than twenty.
  static let deepest = 100
}

extension IdealTree {
  /// Returns a candidate for every problem edge of a node.
  ///
  /// Changes only virtual roots. If data is missing, the step is undone and all its known requests
  /// are thrown together.
  func gather(_ node: Node) throws(Interruption) -> [Task] {
    let edges = problemEdges(of: node).filter { !$0.peerConflicted }
    arena.checkCopies(edges.count, of: node)
    try checkArena()
    let before = node.virtualRoot
    let requests = edges.compactMap { missingDocument(for: $0) }
    if !requests.isEmpty { throw .needs(withUpcoming(requests)) }
    do throws(Interruption) {
      var tasks: [Task] = []
      for edge in edges { tasks.append(try candidate(for: edge, of: node)) }
      try checkArena()
      return tasks
    } catch {
      guard case .needs(let requests) = error else { throw error }
      if before != nil, !edges.isEmpty { isSpoiled = true }
      node.virtualRoot = before
      forgetVirtualRoots(of: node)
      throw .needs(withUpcoming(requests))
    }
  }

  private func withUpcoming(_ requests: [ResolutionRequest]) -> [ResolutionRequest] {
    let all = upcoming.union(requests)
    upcoming = []
    return Array(all)
  }

  private func candidate(for edge: Edge, of node: Node) throws(Interruption) -> Task {
    let virtual = virtualRoot(of: node, reuse: true)
    if let known = virtual.edgesOut[edge.name], known.isValid, let dep = known.to,
      dep.satisfies(edge)
    {
      return Task(edge: edge, dep: dep)
    }
    if let dep = hoistable(for: edge) { return Task(edge: edge, dep: dep) }
    var required = NodeSet([edge.from])
    let dep = try load(edge, in: edge.isPeer ? virtual : nil, second: nil, &required, depth: 0)
    return Task(edge: edge, dep: dep)
  }

  /// Returns an installed package that satisfies an optional peer, the nearest to the dependent first.
  private func hoistable(for edge: Edge) -> Node? {
    guard arena.dialect.has(.hoistedPeers), edge.type == .peerOptional,
      !placing.updateNames.contains(edge.name.text)
    else { return nil }
    var open = (edge.from.resolveParent ?? edge.from).children.elements[...]
    while let node = open.popFirst() {
      if node.name === edge.name, !node.isInDependencyBundle, node.satisfies(edge) { return node }
      open += node.children.elements
    }
    return nil
  }

  /// Creates a candidate for an edge, with its peers and their peers.
  ///
  /// - Parameters:
  ///   - edge: the dependency.
  ///   - present: the virtual root; nil for a new one of the edge's node.
  ///   - second: another edge that the candidate should satisfy too, if possible.
  ///   - required: the nodes that must be installed; the candidate is added if it is one of them.
  ///   - depth: the length of the chain of peers.
  /// - Returns: the candidate in its virtual root.
  /// - Throws: `Interruption` if data is missing, peers conflict or a construct is refused.
  private func load(
    _ edge: Edge, in present: Node?, second: Edge?, _ required: inout NodeSet, depth: Int
  ) throws(Interruption) -> Node {
    if depth > PeerSet.deepest {
      arena.refuse("has peers of peers deeper than \(PeerSet.deepest)", subject: edge.name.text)
      throw .refused
    }
    guard arena.spendStep(for: edge.name) else { throw .refused }
    let parent = present ?? virtualRoot(of: edge.from)
    let first = try node(for: edge, in: parent)
    var chosen = first
    if let second, !second.isValid {
      let other = try node(for: second, in: parent)
      if edge.isValid { chosen = other }
    }
    chosen.setParent(parent)
    let isRequired = { (edge: Edge, required: NodeSet) in
      required.contains(edge.from) && edge.type != .peerOptional
    }
    if isRequired(edge, required) || second.map({ isRequired($0, required) }) == true {
      required.insert(chosen)
    }
    try loadPeers(of: chosen, &required, depth: depth)
    return chosen
  }

  private func loadPeers(
    of node: Node, _ required: inout NodeSet, depth: Int
  ) throws(Interruption) {
    let edges = node.edgesOut.elements.filter { $0.isPeer && !($0.isValid && $0.to != nil) }
    for edge in edges.sorted(by: { Collation.precedes($0.name.text, $1.name.text) }) {
      if edge.isValid, edge.to != nil { continue }
      try loadPeer(edge, of: node, &required, depth: depth)
    }
  }

  private func loadPeer(
    _ edge: Edge, of node: Node, _ required: inout NodeSet, depth: Int
  ) throws(Interruption) {
    guard let parent = node.ownParent, let source = parent.sourceReference else { return }
    let parentEdge = parent.edgesOut[edge.name]
    let conflictIsFine = !source.isOwn && !arena.peers.isStrict
    guard let current = edge.to else {
      guard let parentEdge else {
        _ = try load(edge, in: parent, second: nil, &required, depth: depth + 1)
        return
      }
      let dep = try load(parentEdge, in: parent, second: edge, &required, depth: depth + 1)
      if edge.isValid { return }
      if conflictIsFine || !required.contains(dep) {
        edge.peerConflicted = true
        return
      }
      if node.ownParent == nil, arena.dialect.has(.replacedPeers) { return }
      throw .conflict(PeerConflict(edge: edge, against: parentEdge))
    }
    let dep = try load(edge, in: nil, second: nil, &required, depth: depth + 1)
    if dep.canReplace(current) {
      _ = try load(edge, in: parent, second: nil, &required, depth: depth + 1)
    } else if !conflictIsFine, required.contains(edge.from) {
      throw .conflict(PeerConflict(edge: edge, against: parentEdge))
    }
  }

  /// Creates a node from a registry's or a folder's manifest.
  private func node(for edge: Edge, in parent: Node) throws(Interruption) -> Node {
    let request = arena.request(edge.spec)
    if case .directory(let path) = request { return try link(edge, to: path, in: parent) }
    try refuse(edge, request)
    guard let query = RegistryQuery(edge) else { throw .refused }
    guard let answer = knowledge.manifest(query.name, query.spec, full: true) else {
      throw .needs([demand(query)])
    }
    var options = Node.Options(name: edge.name, parent: parent)
    switch answer {
    case .success(let package): options.package = package
    case .failure(let failure): options.failure = failure
    }
    return Node(options, in: arena)
  }

  private func link(_ edge: Edge, to path: String, in parent: Node) throws(Interruption) -> Node {
    let folder = Paths.resolve(edge.from.path ?? "", path)
    guard let package = knowledge.folder(folder) else { throw .needs([.folder(folder)]) }
    return Node(
      Node.Options(
        name: edge.name, realpath: folder, package: package, parent: parent, isLink: true),
      in: arena)
  }

  private func refuse(_ edge: Edge, _ request: PackageSpec) throws(Interruption) {
    let subject = "\(edge.name.text)@\(edge.spec)"
    switch request {
    case .git: arena.refuse("comes from a git repository that has to be cloned", subject: subject)
    case .remote: arena.refuse("comes from a tarball's URL", subject: subject)
    case .file: arena.refuse("comes from a tarball in the repository", subject: subject)
    case .unsupported(let reason): arena.refuse(reason, subject: subject)
    default:
      guard root.workspaces.contains(where: { $0.name == edge.name.text }),
        let link = root.edgesOut[edge.name]?.to, link.isWorkspace, link.satisfies(edge)
      else { return }
      arena.refuse("depends on a workspace that its folder does not resolve to", subject: subject)
    }
    throw .refused
  }
}
