/// Finds what has to go with an optional node that could not be loaded: everything that needs it
/// up to the nearest optional edges, and what only those need.
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
