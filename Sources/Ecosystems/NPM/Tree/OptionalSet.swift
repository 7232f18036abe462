/// Returns the nodes to remove with an optional one that could not be loaded.
///
/// These are its dependents up to the nearest optional edges, and the packages that only those need.
func optionalSet(of node: Node) -> NodeSet {
  guard node.optional else { return NodeSet() }
  var set = NodeSet([node])
  var index = 0
  while index < set.end {
    for edge in set[index]?.edgesIn.elements ?? [] where !edge.isOptional { set.insert(edge.from) }
    index += 1
  }
  return gatherDepSet(set.elements) { !$0.isOptional }
}
