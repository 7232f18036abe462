extension IdealTree {
  /// Returns the edges of a node that need a new package: missing, invalid or to be updated.
  func problemEdges(of node: Node) -> [Edge] {
    let bundled = node.isOwn ? [] : node.package.bundleDependencies
    return node.edgesOut.elements.filter { edge in
      if bundled.contains(edge.name.text) { return false }
      guard let to = edge.to else { return edge.type != .peerOptional }
      if loadFailures.contains(to) || to.isInShrinkwrap { return false }
      if !edge.isValid { return !isTolerated(edge) }
      if to.isWorkspace { return false }
      return placing.updateNames.contains(edge.name.text)
    }
  }
}
