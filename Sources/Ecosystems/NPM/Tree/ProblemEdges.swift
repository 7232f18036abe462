extension IdealTree {
  /// The edges of a node for which something has to be found.
  func problemEdges(of node: Node) -> [Edge] {
    let bundled = node.isOwn ? [] : node.package.bundleDependencies
    return node.edgesOut.elements.filter { edge in
      if bundled.contains(edge.name.text) { return false }
      guard let to = edge.to else { return edge.type != .peerOptional }
      if loadFailures.contains(to) || to.isInShrinkwrap { return false }
      if !edge.isValid { return true }
      if to.isWorkspace { return false }
      return placing.updateNames.contains(edge.name.text)
    }
  }
}
