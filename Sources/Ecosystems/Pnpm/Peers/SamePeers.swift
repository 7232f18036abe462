extension PeerResolver {
  /// Finds the result of another place that has the same peers above it.
  func hit(_ parents: ParentRefs, _ package: String) -> CacheItem? {
    cache[package]?.first { item in
      item.resolution.resolved.pairs.allSatisfy { isSame($0.name, $0.value, parents) }
        && item.resolution.missing.pairs.allSatisfy { parents[$0.name] == nil }
    }
  }

  private func isSame(_ name: String, _ cached: NodeID, _ parents: ParentRefs) -> Bool {
    tree.work.add(1)
    guard let node = parents[name]?.node else { return false }
    if node == cached { return true }
    if let path = paths[cached], path == paths[node] { return true }
    guard tree.linkedFolder(node) == nil, tree.linkedFolder(cached) == nil,
      let own = tree[node]?.package?.pathWithPatch, own == tree[cached]?.package?.pathWithPatch
    else { return false }
    return pure.contains(own) || !bindsEachImporter && parentsMatch(cached, node)
  }

  private func parentsMatch(_ cached: NodeID, _ checked: NodeID) -> Bool {
    guard let old = parentsOfNodes[cached], let new = parentsOfNodes[checked],
      old.byName.count == new.byName.count
    else { return false }
    tree.work.add(old.byName.count)
    let areVisible = old.areVisible && new.areVisible
    return old.byName.allSatisfy { name, info in
      guard let other = new.byName[name] else { return false }
      if let version = info.version, let second = other.version { return version == second }
      guard let path = info.pathWithPatch, path == other.pathWithPatch else { return false }
      return areVisible || other.depth == new.deepest || pure.contains(path)
    }
  }
}
