/// Finds the deepest folder at or above a node where a package of this name could go.
///
/// That is the first that has no peer edge of the name; the root, or a top outside it, at last.
func deepestNestingTarget(from start: Node, for name: Name) -> Node {
  var target = start
  while !target.isProjectRoot, let above = target.resolveParent {
    if target.edgesOut[name]?.isPeer != true { return target }
    target = above
  }
  return target
}
