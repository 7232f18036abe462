/// Returns the deepest folder, at a node or above it, in which a package of a name can be placed.
///
/// It is the first one without a peer dependency of that name, at last the root or another top.
func deepestNestingTarget(from start: Node, for name: Name) -> Node {
  var target = start
  while !target.isProjectRoot, let above = target.resolveParent {
    if target.edgesOut[name]?.isPeer != true { return target }
    target = above
  }
  return target
}
