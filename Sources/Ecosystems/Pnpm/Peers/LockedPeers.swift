/// The peers that packages keep from the old lock, in a second pass over the tree.
///
/// A package stays bound to the peer of the lock as long as that peer is still in the tree under the same
/// path, and no direct or changed dependency provides the name:
///
///     lock: plugin@1.0.0(core@1.0.0)    a new package brings core@1.1.0 nearer to plugin
///     result: plugin@1.0.0(core@1.0.0)
///
/// Source: `resolvePeersOfNode` in `resolvePeers.ts` of pnpm 11.
struct LockedPeers {
  /// The paths of the first pass.
  let paths: NodeMap<String>
  /// The first place of each path of the lock.
  private let nodes: [String: NodeID]

  /// Collects the places that the lock has; nil if no package of the tree has a locked peer.
  init?(_ tree: DependencyTree, paths: NodeMap<String>) {
    var nodes: [String: (node: NodeID, isRepeated: Bool)] = [:]
    var hasPeers = false
    for (id, node) in tree.nodes.pairs {
      guard let (locked, isRepeated) = node.locked else { continue }
      hasPeers = hasPeers || !locked.peers.isEmpty
      if let known = nodes[locked.path] {
        let order = (known.isRepeated ? 1 : 0, known.node.number)
        if order < (isRepeated ? 1 : 0, id.number) { continue }
      }
      nodes[locked.path] = (id, isRepeated)
    }
    guard hasPeers else { return nil }
    self.paths = paths
    self.nodes = nodes.mapValues(\.node)
  }

  /// Returns the place of a peer that has no peers itself and has the same path as in the lock.
  func node(of path: String) -> NodeID? {
    guard let node = nodes[path], paths[node] == path, DependencyPath.withoutPeers(path) == path
    else { return nil }
    return node
  }
}

/// The direct dependencies of an importer that can take the place of locked peers.
struct DirectProviders {
  var nodes: [(alias: String, node: NodeID)]
  /// The aliases in the manifest.
  var declared: Set<String>
  /// The aliases that the command is about.
  var requested: Set<String>

  /// Whether a place is a direct dependency that replaces a locked peer.
  func replaces(_ node: NodeID, named name: String, isLocked: Bool) -> Bool {
    nodes.contains { direct in
      direct.node == node
        && (direct.alias != name || requested.contains(name)
          || declared.contains(name) && !isLocked)
    }
  }
}

extension PeerResolver {
  /// Replaces the providers of a place's peers by those of the lock.
  func keepLockedPeers(
    of node: TreeNode, _ package: ResolvedPackage, _ parents: inout ParentRefs, below: [NodeID]
  ) {
    guard let lockedPeers, let locked = node.locked?.path else { return }
    for (name, path) in locked.peers {
      guard let peer = package.peers.first(where: { $0.name == name }),
        let id = lockedPeers.node(of: path), let provider = tree[id],
        paths[id].map({ $0 == path }) ?? true,
        !isReplaced(name, parents[name]?.node, below: below),
        PeerCheck.satisfies(provider.version, peer.range)
      else { continue }
      settle(id, path)
      parents[name] = ParentRef(
        version: provider.version, depth: provider.depth, node: id, alias: name)
    }
  }

  /// Whether the present provider of a name has to be used.
  private func isReplaced(_ name: String, _ node: NodeID?, below parents: [NodeID]) -> Bool {
    guard let node else { return false }
    let isLocked = tree[node]?.locked != nil
    if providers.contains(where: { $0.replaces(node, named: name, isLocked: isLocked) }) {
      return true
    }
    return parents.contains { parent in
      guard let aliases = tree[parent]?.newChildren, !aliases.isEmpty else { return false }
      return tree.children(of: parent).contains { $0.node == node && aliases.contains($0.alias) }
    }
  }
}
