/// Returns nodes and those of their dependencies that no other node needs.
///
///     root -> a, c     a -> b, c
///
///     gatherDepSet([a])  // without the edge root -> a: a, b; c is needed by root
///
/// The loops also visit members that are added during the loop, like loops over a JavaScript `Set`.
///
/// - Parameters:
///   - nodes: the first members; they are removed too if another node needs them.
///   - counts: selects the edges; others are ignored.
/// - Returns: the set in the order of discovery.
func gatherDepSet(_ nodes: [Node], counting counts: (Edge) -> Bool) -> NodeSet {
  var deps = NodeSet(nodes)
  var index = 0
  while index < deps.end {
    if let node = deps[index] {
      node.edgesOut.forEach { edge in
        if let to = edge.to, counts(edge) { deps.insert(to) }
      }
    }
    index += 1
  }
  var changed = true
  while changed, !deps.isEmpty {
    changed = false
    for index in 0..<deps.end {
      guard let dep = deps[index] else { continue }
      if dep.edgesIn.contains(where: { !deps.contains($0.from) && counts($0) }) {
        deps.remove(dep)
        changed = true
      }
    }
  }
  return deps
}
