/// The place of a package that decides the versions of its dependencies in pnpm 11.
///
/// A package has the same dependencies in all its places. pnpm 10 takes those of the first place
/// that it visits; pnpm 11 lets a shallower place, which peers can add later, decide again:
///
///     project > tool > lib > leaf ^1     first, with leaf 1.0.0 of the lock
///     project > lib > leaf ^1            later, as a missing peer; the lock has nothing for it
///
/// Source: `claimChildrenResolution` of pnpm 11.22.
final class ChildrenOwner {
  let depth: Int
  let importer: Int
  /// The ids from the importer down to the parent.
  let path: [String]
  /// The peers that the dependencies miss; nil if pnpm doesn't look for them.
  let peers: PendingPeers?

  init(_ step: Step, peers: PendingPeers?) {
    depth = step.depth
    importer = step.importer
    path = step.path.ids
    self.peers = peers
  }

  /// Whether a place of a step decides instead: it is shallower, or an earlier one of this depth.
  func yields(to step: Step) -> Bool {
    if step.depth != depth { return step.depth < depth }
    if step.importer != importer { return step.importer < importer }
    let other = step.path.ids
    for (own, other) in zip(path, other) where own != other { return other.precedesLexically(own) }
    return other.count < path.count
  }
}

extension TreeResolver {
  /// Sets the peers that an address waits for, and whether its place decides the dependencies.
  func claim(_ address: Address, isKnown: Bool, in step: Step) {
    guard input.version.has(.letsShallowestDecide) else {
      address.isNew = !isKnown || resolvesAgain(address.id, step)
      if input.version.has(.resolvesPerImporter) {
        importersOfPackages[address.id, default: []].insert(step.importer)
      }
      address.childPeers = peers(of: address.id, step)
      return
    }
    let isWaiting = hoistsPeers && !step.path.contains(address.id)
    let present = owners[address.id]
    if let present, !present.yields(to: step) {
      address.childPeers = isWaiting && present.depth >= step.depth ? present.peers : nil
      return
    }
    let owner = ChildrenOwner(step, peers: isWaiting ? PendingPeers(step) : nil)
    owners[address.id] = owner
    if let earlier = present?.peers {
      if let peers = owner.peers {
        peers.whenResolved { earlier.resolve($0) }
      } else {
        earlier.resolve(MissingPeers())
      }
    }
    address.isNew = true
    address.owner = owner
    address.childPeers = owner.peers
  }

  /// Whether an importer of pnpm 8 resolves the dependencies of a package itself: the first time, and
  /// while the missing peers of them aren't known.
  private func resolvesAgain(_ id: String, _ step: Step) -> Bool {
    input.version.has(.resolvesPerImporter) && input.settings.autoInstallPeers
      && pendingPeers[id]?.isResolved == false
      && importersOfPackages[id]?.contains(step.importer) != true
  }

  private func peers(of id: String, _ step: Step) -> PendingPeers? {
    guard hoistsPeers, !step.path.contains(id) else { return nil }
    if let pending = pendingPeers[id] {
      if input.version.has(.resolvesPerImporter) {
        return pending.importer == step.importer ? nil : pending
      }
      return pending.depth >= step.depth || pending.isResolved ? pending : nil
    }
    let pending = PendingPeers(step)
    pendingPeers[id] = pending
    return pending
  }

  /// Whether the place of a new address still decides the dependencies of its package.
  func isDeciding(_ address: Address) -> Bool {
    address.owner == nil || owners[address.id] === address.owner
  }

  /// Gives an address the dependencies of the place that decides them.
  ///
  /// - Returns: the peers that they miss, once these are known.
  func followOwner(_ address: Address, in step: Step) -> PendingPeers? {
    guard let package = address.package else { return nil }
    let path = PackagePath(address.id, below: step.path)
    let node = TreeNode(package, depth: step.depth, .copied(parents: path))
    node.locked = address.locked.map { ($0, false) }
    tree[address.node] = node
    decidedNodes[address.id, default: []].append((address.node, path))
    return owners[address.id]?.peers
  }

  /// Makes the earlier places of a package follow one that decided its dependencies.
  func decide(_ address: Address, in step: Step) {
    guard address.owner != nil else { return }
    for decided in decidedNodes[address.id] ?? [] where decided.node != address.node {
      tree[decided.node]?.children = .copied(parents: decided.path)
    }
    let path = PackagePath(address.id, below: step.path)
    decidedNodes[address.id, default: []].append((address.node, path))
  }
}
