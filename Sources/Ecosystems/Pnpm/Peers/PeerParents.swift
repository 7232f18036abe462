import JavaScript

extension PeerResolver {
  /// Adds what the children of a place provide to what is above it.
  func provided(
    by children: [(alias: String, node: NodeID)], _ upper: ParentRefs
  ) -> ParentRefs {
    if children.isEmpty { return upper }
    let own = ParentRefs(
      children.filter { child in
        isPeerName(child.alias)
          || bindsCompleteNodes
            && tree[child.node].map { isPeerName($0.name) } ?? false
      }, tree)
    var result = upper
    for (name, ref) in own.pairs {
      guard let present = result[name] else {
        result[name] = ref
        continue
      }
      let isInherited = !bindsEachImporter && matches(present, ref)
      if isInherited, !breaksPeers(present, ref, upper, children) { continue }
      var ref = ref
      ref.occurrence = present.occurrence + 1
      result[name] = ref
    }
    return result
  }

  /// Whether a sibling needs a package together with a peer that the inherited copy binds otherwise.
  ///
  /// Source: `inheritedParentPkgBreaksPeerDiamond` of pnpm 11.
  private func breaksPeers(
    _ inherited: ParentRef, _ own: ParentRef, _ parents: ParentRefs,
    _ children: [(alias: String, node: NodeID)]
  ) -> Bool {
    guard bindsCompleteNodes, let old = inherited.node, let new = own.node,
      old != new,
      let infos = parentsOfNodes[old]?.byName, let package = tree[new]?.package
    else { return false }
    let differing = package.peers.map(\.name).filter { name in
      guard isPeerName(name), let info = infos[name], let ref = parents[name] else { return false }
      return differs(ref, info)
    }
    return children.contains { child in
      let names = Set(tree[child.node]?.package?.peers.map(\.name) ?? [])
      return names.contains(package.name) && differing.contains(where: names.contains)
    }
  }

  private func differs(_ ref: ParentRef, _ info: ParentInfo) -> Bool {
    guard let path = info.pathWithPatch else { return ref.version != info.version }
    guard let node = ref.node, tree.linkedFolder(node) == nil else { return true }
    return tree[node]?.package?.pathWithPatch != path
  }

  private func matches(_ present: ParentRef, _ new: ParentRef) -> Bool {
    guard present.version == new.version, present.alias == new.alias else { return false }
    guard let one = present.node.flatMap({ tree[$0] }), let other = new.node.flatMap({ tree[$0] })
    else { return true }
    return one.name == other.name
  }

  /// Looks the peers of a package up in what is above it.
  func peers(of package: ResolvedPackage, _ parents: ParentRefs) -> Resolution {
    var result = Resolution()
    for peer in package.peers {
      guard let ref = parents[peer.name] else {
        result.missing[peer.name] = peer
        missingPeers[peer.name, default: []].append((peer.range, peer.isOptional))
        continue
      }
      if !PeerCheck.satisfies(ref.version, peer.range) {
        badPeers.insert(
          "\(package.name)@\(package.version) wants \(peer.name) \(peer.range) as a peer, and gets "
            + "\(ref.version).")
      }
      if let node = ref.node { result.resolved[peer.name] = node }
    }
    return result
  }
}
