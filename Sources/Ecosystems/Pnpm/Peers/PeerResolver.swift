import Ecosystem
import JSON
import JavaScript

/// Binds the peers of all places to their providers: `resolvePeers.ts` of pnpm 10.
///
/// The path of a package with peers names what they are bound to; it is completed later if one isn't
/// known yet. Peers that depend on each other have paths without peers.
final class PeerResolver {
  let tree: DependencyTree
  /// Whether paths name only the versions of peers.
  let namesPeersByVersion: Bool
  let suffixLimit: Int
  let version: PnpmVersion
  /// Whether peers are bound by the rules of pnpm 11, or by those of pnpm 8; asked for each place.
  let bindsCompleteNodes, bindsEachImporter: Bool
  private let findsCyclesByName: Bool
  var graph: [String: GraphNode] = [:]
  var paths = NodeMap<String>()
  /// The paths of each package, in the order in which they were found.
  var pathsOfPackages: OrderedMap<[String]> = OrderedMap()
  /// Whether a required peer is missing, or has a version that its dependent does not allow.
  var missingPeers: [String: [(range: String, isOptional: Bool)]] = [:]
  /// A sentence for each package whose peer has another version than its range admits.
  var badPeers: Set<String> = []
  /// The peers that the old lock binds packages to; nil in the first pass.
  let lockedPeers: LockedPeers?
  /// The direct dependencies of the importer, then those of the root.
  var providers: [DirectProviders] = []
  private var pending = NodeMap<PendingPath>()
  var cache: [String: [CacheItem]] = [:]
  /// The packages that need no peers, and nothing below them.
  var pure: Set<String> = []
  /// What the places of the present importer have above them: `parentPkgsOfNode`.
  var parentsOfNodes: [NodeID: ParentInfos] = [:]
  /// The places of all importers that were children of another one.
  private var visited: Set<NodeID> = []
  /// The places whose paths a place waits for.
  private var awaited: [NodeID: [NodeID]] = [:]
  /// The places whose result a place uses.
  private var owners: [NodeID: NodeID] = [:]
  /// The places whose paths cycles were cut at.
  private var cutNodes: Set<NodeID> = []
  /// The packages of cycles of peers in which a required peer is missing.
  private var unmetInCycles: Set<String> = []
  private var tasks: [() -> Void] = []
  private var next = 0

  /// The peers of a part of the tree.
  struct Resolution {
    var resolved = OrderedMap<NodeID>()
    var missing = OrderedMap<Peer>()
  }

  /// The result of a place for others with the same peers.
  struct CacheItem {
    var path: PendingPath
    var resolution: Resolution
    /// The place whose path it is.
    var owner: NodeID
  }

  private struct Context {
    var parentNodes: [NodeID]
    var chain: [String]
  }

  init(
    _ tree: DependencyTree, _ settings: PnpmSettings, _ version: PnpmVersion,
    _ lockedPeers: LockedPeers? = nil
  ) {
    self.tree = tree
    self.lockedPeers = lockedPeers
    namesPeersByVersion = settings.dedupePeers || version.has(.namesPeersByVersion)
    suffixLimit = settings.peersSuffixMaxLength
    self.version = version
    bindsCompleteNodes = version.has(.bindsCompleteNodes)
    bindsEachImporter = version.has(.bindsEachImporter)
    findsCyclesByName = version.has(.findsCyclesByName)
  }

  /// Begins with the next importer, whose places aren't compared with those of the others.
  func beginImporter() {
    missingPeers = [:]
    badPeers = []
    parentsOfNodes = [:]
  }

  /// Resolves the peers below the direct dependencies of an importer.
  ///
  /// - Parameters:
  ///   - direct: the direct dependencies by alias.
  ///   - parents: what the importer and the root provide.
  /// - Throws: a refusal if the tree has too many places.
  func resolve(
    _ direct: [(alias: String, node: NodeID)], _ parents: ParentRefs
  ) throws(Problem) {
    if bindsEachImporter {
      cache = [:]
      pure = []
    }
    for (_, ref) in parents.pairs {
      if let node = ref.node { _ = pendingPath(node) }
    }
    _ = try children(direct, parents, Context(parentNodes: [], chain: []))
    runLater()
    try tree.check(at: "pnpm-lock.yaml")
  }

  /// Cuts cycles of peers across importers or levels, and verifies that all places have a path.
  ///
  /// Source: `breakDepPathAwaitCycles` of pnpm 11; earlier versions would wait forever.
  func finish() throws(Problem) {
    if bindsCompleteNodes {
      for node in waitingInCycles() {
        cutNodes.insert(node)
        let treeNode = tree[node]
        pending[node]?.resolve("\(treeNode?.name ?? "")@\(treeNode?.version ?? "")")
      }
      runLater()
    }
    try refuseUncertainOrder()
    let open = visited.filter { paths[$0] == nil && tree[$0]?.package != nil }
    guard let first = open.min(by: { $0.number < $1.number }) else { return }
    throw Problem(
      .refused, "has peers that depend on each other in a way that pnpm doesn't resolve",
      subject: tree[first]?.package?.id)
  }

  /// Refuses packages whose several paths depend on the order in which pnpm's promises end.
  private func refuseUncertainOrder() throws(Problem) {
    guard !bindsCompleteNodes else { return }
    let several = unmetInCycles.filter { pathsOfPackages[$0, default: []].count > 1 }
    guard let first = several.min() else { return }
    throw Problem(
      .refused,
      "lacks peers in a cycle of peers that is bound in several ways, whose order before pnpm 11 "
        + "martlet doesn't know",
      subject: first)
  }

  private func waitingInCycles() -> [NodeID] {
    let isOpen = { [self] (node: NodeID) in paths[node] == nil && !cutNodes.contains(node) }
    var edges = OrderedMap<[String]>()
    let nodes = Set(awaited.keys).union(owners.keys).filter(isOpen)
    for node in nodes.sorted(by: { $0.number < $1.number }) {
      let awaitedNodes = awaited[node] ?? owners[node].flatMap { awaited[$0] } ?? []
      let targets = awaitedNodes.filter(isOpen)
      if !targets.isEmpty { edges[String(node.number)] = targets.map { String($0.number) } }
    }
    return PeerCycles.find(edges).joined().compactMap { Int($0).map(NodeID.init) }
  }

  /// Runs work after the present step, as promises do.
  private func later(_ work: @escaping () -> Void) { tasks.append(work) }

  private func runLater() {
    while next < tasks.count {
      next += 1
      tasks[next - 1]()
    }
    tasks = []
    next = 0
  }

  /// Whether the name of a package can be needed as a peer.
  func isPeerName(_ name: String) -> Bool { tree.peerNames.contains(name) }

  /// Whether a place was among the children of another one of the present importer.
  func hasVisited(_ node: NodeID) -> Bool { parentsOfNodes[node] != nil }

  private func pendingPath(_ node: NodeID) -> PendingPath {
    if let path = pending[node] { return path }
    let path = PendingPath()
    pending[node] = path
    return path
  }

  // MARK: A place

  private func bind(
    _ alias: String, _ id: NodeID, _ upper: ParentRefs, _ context: Context
  ) throws(Problem) -> (Resolution, ((_ cycles: [[String]]) -> Void)?) {
    guard let node = tree[id], node.depth != -1, let package = node.package else {
      return (Resolution(), nil)
    }
    try tree.check(at: package.id)
    if pure.contains(package.pathWithPatch), package.peers.isEmpty,
      let known = graph[package.pathWithPatch], known.depth <= node.depth
    {
      settle(id, package.pathWithPatch)
      return (Resolution(), nil)
    }
    let children = tree.children(of: id)
    var parents = provided(by: children, upper)
    keepLockedPeers(of: node, package, &parents, below: context.parentNodes)
    if let hit = hit(parents, package.pathWithPatch) {
      for (name, peer) in hit.resolution.missing.pairs {
        missingPeers[name, default: []].append((peer.range, peer.isOptional))
      }
      owners[id] = hit.owner
      if bindsEachImporter, let path = hit.path.path, let present = graph[path] {
        present.depth = min(present.depth, node.depth)
      }
      hit.path.whenKnown { [self] path in later { [self] in settle(id, path) } }
      return (hit.resolution, nil)
    }
    var inner = context
    inner.parentNodes.append(id)
    if !inner.chain.contains(package.pathWithPatch) { inner.chain.append(package.pathWithPatch) }
    let below = try self.children(children, parents, inner)
    let own = package.peers.isEmpty ? Resolution() : peers(of: package, parents)
    var all = below
    for (name, node) in own.resolved.pairs { all.resolved[name] = node }
    all.resolved[package.name] = nil
    for (name, peer) in own.missing.pairs { all.missing[name] = peer }
    return finish(
      BoundNode(
        alias: alias, id: id, node: node, package: package, children: children, context: context,
        all: all, own: own, below: below))
  }

  /// Sets the path of a place.
  func settle(_ id: NodeID, _ path: String) {
    paths[id] = path
    pendingPath(id).resolve(path)
  }

  /// A place whose children are bound, and whose path isn't known yet.
  private struct BoundNode {
    var alias: String
    var id: NodeID
    var node: TreeNode
    var package: ResolvedPackage
    var children: [(alias: String, node: NodeID)]
    var context: Context
    /// The peers of the package and of everything below it.
    var all: Resolution
    /// The peers of the package itself.
    var own: Resolution
    /// The peers below the package.
    var below: Resolution

    /// Whether the package is below itself.
    var isCyclic: Bool { context.chain.contains(package.pathWithPatch) }
  }

  /// Enters a place into the graph under its path.
  ///
  /// - Returns: its peers, and the work to do once the cycles among its siblings are known, if the path
  ///   depends on others that aren't.
  private func finish(_ bound: BoundNode) -> (Resolution, (([[String]]) -> Void)?) {
    let package = bound.package
    let cached = cache(bound)
    let enter = { [self] (path: String) in
      cached?.resolve(path)
      settle(bound.id, path)
      if graph[path] == nil { pathsOfPackages[package.pathWithPatch, default: []].append(path) }
      guard graph[path].map({ $0.depth > bound.node.depth }) ?? true else { return }
      graph[path] = graphNode(path, bound)
    }
    if bound.all.resolved.isEmpty {
      enter(package.pathWithPatch)
      return (bound.all, nil)
    }
    var known: [String] = []
    var open: [(alias: String, node: NodeID)] = []
    for (name, peer) in bound.all.resolved.pairs {
      if let text = peerID(name, peer) { known.append(text) } else { open.append((name, peer)) }
    }
    if open.isEmpty {
      enter(package.pathWithPatch + suffix(known))
      return (bound.all, nil)
    }
    let complete = { [self, known, open] (cycles: [[String]]) in
      self.complete(bound.alias, bound.id, known, open, cycles) { ids in
        self.later { enter(package.pathWithPatch + self.suffix(ids)) }
      }
    }
    return (bound.all, complete)
  }

  /// Keeps the result for other places with the same peers.
  ///
  /// - Returns: the path that those wait for; nil if the package needs no peers, or if its children are
  ///   incomplete because it's below itself.
  private func cache(_ bound: BoundNode) -> PendingPath? {
    let key = bound.package.pathWithPatch
    if bound.isCyclic, bindsCompleteNodes { return nil }
    if bound.all.resolved.isEmpty, bound.all.missing.isEmpty {
      pure.insert(key)
      return nil
    }
    let path = PendingPath()
    cache[key, default: []].append(CacheItem(path: path, resolution: bound.all, owner: bound.id))
    return path
  }

  /// Returns the entry of a place; below itself, a package has the children of all its places.
  private func graphNode(_ path: String, _ bound: BoundNode) -> GraphNode {
    let names = Set(bound.package.peers.map(\.name))
    let transitive = Set(bound.all.resolved.names + bound.below.missing.names).subtracting(names)
    var merged = OrderedMap<NodeID>()
    if bound.isCyclic {
      let upwards = (bound.context.parentNodes + [bound.id]).reversed()
      for parent in bindsEachImporter ? upwards.reversed() : Array(upwards)
      where tree[parent]?.package?.pathWithPatch == bound.package.pathWithPatch {
        for child in tree.children(of: parent) { merged[child.alias] = child.node }
      }
    }
    for child in bound.children { merged[child.alias] = child.node }
    for (name, node) in bound.own.resolved.pairs { merged[name] = node }
    return GraphNode(
      path, bound.package, depth: bound.node.depth,
      children: merged.pairs.map { ($0.name, $0.value) }, transitivePeers: transitive,
      resolvedPeerNames: Set(bound.all.resolved.names))
  }

  /// Waits for the paths of peers; those in a cycle with the place count without their own peers.
  private func complete(
    _ alias: String, _ id: NodeID, _ known: [String], _ open: [(alias: String, node: NodeID)],
    _ cycles: [[String]], _ enter: @escaping ([String]) -> Void
  ) {
    let waiting = Set(bindsCompleteNodes ? open.map(\.alias) : [])
    let cyclic = Set(
      cycles.filter { $0.contains(alias) || !waiting.isDisjoint(with: $0) }.flatMap { $0 })
    let state = OpenPaths(known, open.count, enter)
    for (index, peer) in open.enumerated() {
      if cyclic.contains(peer.alias) {
        let node = tree[peer.node]
        let text = "\(node?.name ?? "")@\(node?.version ?? "")"
        cutNodes.insert(peer.node)
        pending[peer.node]?.resolve(text)
        state.set(text, at: index)
      } else if namesPeersByVersion, let node = tree[peer.node] {
        state.set("\(node.name)@\(node.version)", at: index)
      } else {
        awaited[id, default: []].append(peer.node)
        pendingPath(peer.node).whenKnown { state.set($0, at: index) }
      }
    }
  }

  private func peerID(_ alias: String, _ node: NodeID) -> String? {
    if let folder = tree.linkedFolder(node) {
      return "\(alias)@\(FileName.of(folder))"
    }
    if namesPeersByVersion, let present = tree[node] { return "\(present.name)@\(present.version)" }
    return paths[node]
  }

  private func suffix(_ ids: [String]) -> String {
    PeerSuffix.text(ids, limit: suffixLimit, version)
  }

  // MARK: Children

  private func children(
    _ children: [(alias: String, node: NodeID)], _ parents: ParentRefs, _ context: Context
  ) throws(Problem) -> Resolution {
    var aliases: [NodeID: String] = [:]
    for child in children { aliases[child.node] = child.alias }
    let ordered =
      bindsEachImporter
      ? children
      : children.filter { parents[$0.alias] != nil } + children.filter { parents[$0.alias] == nil }
    var nodes: [NodeID] = []
    var seen: Set<NodeID> = []
    for child in ordered where seen.insert(child.node).inserted { nodes.append(child.node) }
    for node in nodes { _ = pendingPath(node) }
    let infos = ParentInfos(information(parents))
    tree.work.add(infos.byName.count + nodes.count)
    for node in nodes { parentsOfNodes[node] = infos }
    visited.formUnion(nodes)
    var all = Resolution()
    var edges = OrderedMap<[String]>()
    var open: [(([[String]]) -> Void)] = []
    var unmet: Set<String> = []
    for node in nodes {
      let alias = aliases[node] ?? ""
      let (resolution, complete) = try bind(alias, node, parents, context)
      runLater()
      if let complete { open.append(complete) }
      for (name, peer) in resolution.resolved.pairs { all.resolved[name] = peer }
      tree.work.add(resolution.resolved.pairs.count + resolution.missing.pairs.count)
      edges[alias, default: []] += resolution.resolved.names
      if findsCyclesByName, let name = tree[node]?.name, name != alias {
        edges[name, default: []] += resolution.resolved.names
      }
      for (name, peer) in resolution.missing.pairs {
        all.missing[name] = peer
        if !peer.isOptional { unmet.insert(alias) }
      }
    }
    if !open.isEmpty {
      let cycles = PeerCycles.find(edges)
      for cycle in cycles where !unmet.isDisjoint(with: cycle) {
        let packages = children.filter { cycle.contains($0.alias) }.map { tree[$0.node]?.package }
        unmetInCycles.formUnion(packages.compactMap { $0?.pathWithPatch })
      }
      for complete in open { complete(cycles) }
    }
    for child in children { all.resolved[child.alias] = nil }
    return all
  }

  private func information(_ parents: ParentRefs) -> [String: ParentInfo] {
    var result: [String: ParentInfo] = [:]
    for (name, ref) in parents.pairs where isPeerName(name) {
      if let node = ref.node, tree.linkedFolder(node) == nil {
        result[name] = ParentInfo(
          pathWithPatch: tree[node]?.package?.pathWithPatch, depth: ref.depth,
          occurrence: ref.occurrence)
      } else {
        result[name] = ParentInfo(version: ref.version)
      }
    }
    return result
  }
}
