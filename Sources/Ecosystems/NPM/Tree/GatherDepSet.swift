/// Finds the dependencies of some nodes that nobody but they and their dependencies need.
///
/// Loops meet members that are added meanwhile, as Arborist's loops over a JavaScript `Set` do.
///
/// - Parameters:
///   - nodes: where to start; they too leave the set where somebody outside needs them.
///   - counts: which edges count; all others are as if they were not there.
/// - Returns: the set in the order in which it was found.
func gatherDepSet(_ nodes: [Node], counting counts: (Edge) -> Bool) -> NodeSet {
  var deps = NodeSet(nodes)
  var place = 0
  while place < deps.end {
    if let node = deps[place] {
      node.edgesOut.forEach { edge in
        if let to = edge.to, counts(edge) { deps.insert(to) }
      }
    }
    place += 1
  }
  var changed = true
  while changed, !deps.isEmpty {
    changed = false
    for place in 0..<deps.end {
      guard let dep = deps[place] else { continue }
      if dep.edgesIn.contains(where: { !deps.contains($0.from) && counts($0) }) {
        deps.remove(dep)
        changed = true
      }
    }
  }
  return deps
}
