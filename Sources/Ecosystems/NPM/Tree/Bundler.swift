extension Node {
  /// The package whose `bundleDependencies` contain this node, directly or through other packages.
  var bundler: Node? {
    guard liesInBundler else { return nil }
    var seen: Set<ObjectIdentifier> = []
    return bundler(&seen, depth: 0)
  }

  /// Whether a package above bundles dependencies; otherwise the node cannot be bundled.
  private var liesInBundler: Bool {
    var above = ownParent
    while let here = above {
      if here.package.isBundler { return true }
      above = here.ownParent
    }
    return false
  }

  private func bundler(_ seen: inout Set<ObjectIdentifier>, depth: Int) -> Node? {
    guard seen.insert(ObjectIdentifier(self)).inserted, let parent = ownParent else { return nil }
    if depth > 400 {
      arena.refuse("bundles dependencies in chains of more than 400", subject: name.text)
      return nil
    }
    if let above = parent.bundler(&seen, depth: depth + 1) { return above }
    if parent.package.bundleDependencies.contains(name.text) { return parent }
    for edge in edgesIn.elements where edge.from.liesInBundler {
      if let other = edge.from.bundler(&seen, depth: depth + 1), other === parent { return other }
    }
    return nil
  }
}
