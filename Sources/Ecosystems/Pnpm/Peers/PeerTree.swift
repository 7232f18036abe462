import Ecosystem
import JSON
import JavaScript

/// The packages of all importers with their peers.
struct PeerTree {
  /// An importer with its direct dependencies.
  struct Importer {
    var id: String
    /// All direct dependencies; a later one of the same alias replaces a link.
    var direct: [Address]
    /// The paths by alias, without links.
    var paths: [String: String]
    /// The references of members that are linked after all, by alias.
    var relinked: [String: String] = [:]
  }

  private(set) var importers: [Importer] = []
  private let version: PnpmVersion
  let graph: [String: GraphNode]

  /// Binds peers, and removes duplicates.
  ///
  /// - Throws: `Problem` if `strictPeerDependencies` is on and peers are missing.
  init(_ resolved: TreeResolver) throws(Problem) {
    let input = resolved.input
    version = input.version
    let tree = resolved.tree
    let direct = resolved.importers.map { Self.unique($0.addresses) }
    let nodes = direct.map { addresses in
      addresses.filter { !$0.isLink }.map { (alias: $0.alias, node: $0.node) }
    }
    var peers = try Self.peers(of: resolved, direct, nodes, nil)
    if input.version.has(.keepsLockedPeers), let locked = LockedPeers(tree, paths: peers.paths) {
      peers = try Self.peers(of: resolved, direct, nodes, locked)
    }
    for node in peers.graph.values {
      for child in node.childNodes {
        node.children[child.alias] =
          peers.paths[child.node] ?? tree.linkedFolder(child.node).map { "link:" + $0 } ?? ""
      }
    }
    graph = peers.graph
    for (index, member) in input.members.enumerated() {
      var paths: [String: String] = [:]
      for (alias, node) in nodes[index] { paths[alias] = peers.paths[node] }
      importers.append(Importer(id: member.id, direct: direct[index], paths: paths))
    }
    if input.settings.dedupeInjectedDeps { dedupeInjected() }
    guard input.settings.dedupePeerDependents else { return }
    let replaced = try Deduplication(
      graph, peers.pathsOfPackages, comparesPaths: input.version.has(.bindsCompleteNodes),
      work: tree.work
    ).replaced
    for index in importers.indices {
      importers[index].paths = importers[index].paths.mapValues { replaced[$0] ?? $0 }
    }
  }

  /// Binds the peers of all importers.
  private static func peers(
    of resolved: TreeResolver, _ direct: [[Address]],
    _ nodes: [[(alias: String, node: NodeID)]], _ locked: LockedPeers?
  ) throws(Problem) -> PeerResolver {
    let input = resolved.input
    let tree = resolved.tree
    let peers = PeerResolver(tree, input.settings, input.version, locked)
    let providers = input.members.indices.map { resolved.providers(at: $0, nodes[$0]) }
    let root = input.members.firstIndex { $0.id == "." }
    var rootRefs = ParentRefs()
    if input.settings.resolvePeersFromWorkspaceRoot, input.members.count > 1, let root {
      rootRefs = refs(direct[root], nodes[root], tree)
    }
    let shared = rootRefs.isEmpty ? nil : root
    for index in input.members.indices {
      var refs = rootRefs
      for (name, ref) in self.refs(direct[index], nodes[index], tree).pairs { refs[name] = ref }
      peers.providers = [index, shared == index ? nil : shared].compactMap { $0 }.map {
        providers[$0]
      }
      peers.beginImporter()
      let hoisted = resolved.importers[index].hoistedProviders
      let provided = refs.filter(peers.isPeerName)
      try peers.resolve(nodes[index].filter { !hoisted.contains($0.node) }, provided)
      let rest = nodes[index].filter { hoisted.contains($0.node) && !peers.hasVisited($0.node) }
      if !rest.isEmpty { try peers.resolve(rest, provided) }
      try checkStrict(peers, input)
    }
    try peers.finish()
    return peers
  }

  /// Keeps the first address of each alias.
  private static func unique(_ addresses: [Address]) -> [Address] {
    var seen: Set<String> = []
    return addresses.filter { seen.insert($0.alias).inserted }
  }

  private static func refs(
    _ direct: [Address], _ nodes: [(alias: String, node: NodeID)], _ tree: DependencyTree
  ) -> ParentRefs {
    var refs = ParentRefs(nodes, tree)
    for address in direct where address.isLink {
      refs.add(
        address.alias,
        ParentRef(
          version: address.linkManifest?.version ?? "", depth: 0, node: address.node,
          alias: address.alias))
    }
    return refs
  }

  private static func checkStrict(
    _ peers: PeerResolver, _ input: ResolverInput
  ) throws(Problem) {
    // pnpm reports nothing when it updates.
    guard input.settings.strictPeerDependencies, input.aim == .install else { return }
    let missing = peers.missingPeers.filter { !$0.value.allSatisfy(\.isOptional) }
    guard !peers.badPeers.isEmpty || !missing.isEmpty else { return }
    if input.settings.hasPeerRules {
      throw Problem(
        .refused, "decides whether peers are unmet, which martlet does not support",
        subject: "peerDependencyRules")
    }
    throw Problem(
      .unsolvable, "finds peers that are not met", subject: "strictPeerDependencies",
      explanation: peers.badPeers.sorted()
        + missing.keys.sorted().map { "\($0) is a missing peer." })
  }

  /// Whether a member has a child of an injected copy, in pnpm 11 also one with more peers.
  private func isSame(_ path: String, _ target: String?) -> Bool {
    guard let target, target != path else { return target == path }
    guard version.has(.bindsCompleteNodes), let one = graph[target], let other = graph[path],
      one.package.pathWithPatch == other.package.pathWithPatch
    else { return false }
    return Deduplication.covers(target, path, in: graph)
  }

  /// Links injected members whose dependencies are those of the member itself.
  private mutating func dedupeInjected() {
    let ids = Set(importers.map(\.id))
    var links: [(index: Int, alias: String, target: String)] = []
    for (index, importer) in importers.enumerated() {
      for (alias, path) in importer.paths {
        guard let node = graph[path], node.package.id.hasPrefix("file:") else { continue }
        let target = String(node.package.id.dropFirst("file:".count))
        guard ids.contains(target), let own = importers.first(where: { $0.id == target }) else {
          continue
        }
        if node.children.allSatisfy({ isSame($0.value, own.paths[$0.key]) }) {
          links.append((index, alias, target))
        }
      }
    }
    for (index, alias, target) in links {
      importers[index].paths[alias] = nil
      let folder = importers[index].id == "." ? "/" : "/" + importers[index].id
      importers[index].relinked[alias] = "link:" + Paths.relative(folder, "/" + target)
    }
  }
}

extension TreeResolver {
  /// Returns the direct dependencies of an importer for locked peers.
  fileprivate func providers(
    at index: Int, _ nodes: [(alias: String, node: NodeID)]
  ) -> DirectProviders {
    let manifest = input.members[index].manifest
    let declared = manifest.devDependencies.names + manifest.dependencies.names
    let requested = (importers[index].step?.wanted ?? []).filter(\.isRequested).map(\.alias)
    return DirectProviders(
      nodes: nodes, declared: Set(declared + manifest.optionalDependencies.names),
      requested: Set(requested))
  }
}
