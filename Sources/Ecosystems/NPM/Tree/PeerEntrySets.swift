/// Returns the sets of peers that contain a node, each with the edge from outside that led to it.
///
///     root -> x, x -> PEER(y), y -> PEER(z)
///
///     peerEntrySets(of: z)  // [(entry: root -> x, peers: x, y, z)]
func peerEntrySets(of node: Node) -> [(entry: Edge, peers: NodeSet)] {
  var result: [(entry: Edge, peers: NodeSet)] = []
  for peer in peerUnion(of: node).elements {
    for edge in peer.edgesIn.elements where edge.isValid && (!edge.isPeer || edge.from.isTop) {
      let peers = peersBroughtIn(by: peer)
      if peers.contains(node) { result.append((edge, peers)) }
    }
  }
  return result
}

/// Returns all nodes that are connected by valid peer edges in either direction.
private func peerUnion(of node: Node) -> NodeSet {
  var union = NodeSet([node])
  var index = 0
  while index < union.end {
    if let member = union[index] {
      for edge in member.edgesOut.elements where edge.isValid && edge.isPeer {
        if let to = edge.to { union.insert(to) }
      }
      for edge in member.edgesIn.elements where edge.isValid && edge.isPeer {
        union.insert(edge.from)
      }
    }
    index += 1
  }
  return union
}

private func peersBroughtIn(by peer: Node) -> NodeSet {
  var peers = NodeSet([peer])
  var index = 0
  while index < peers.end {
    for edge in peers[index]?.edgesOut.elements ?? [] where edge.isValid && edge.isPeer {
      if let to = edge.to { peers.insert(to) }
    }
    index += 1
  }
  return peers
}
