/// Returns the nodes to remove with an optional one that could not be loaded.
///
/// These are its dependents up to the nearest optional edges, and the packages that only those need.
func optionalSet(of node: Node) -> NodeSet {
  guard node.optional else { return NodeSet() }
  var set = NodeSet([node])
  var place = 0
  while place < set.end {
    for edge in set[place]?.edgesIn.elements ?? [] where !edge.isOptional { set.insert(edge.from) }
    place += 1
  }
  return gatherDepSet(set.elements) { !$0.isOptional }
}
