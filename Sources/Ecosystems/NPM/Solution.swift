/// The lock that a resolution came to, and the tree that it describes.
struct Solution {
  let lock: [UInt8]
  private let root: Node
  private let arena: Arena

  init(lock: [UInt8], of tree: IdealTree) {
    self.lock = lock
    root = tree.root
    arena = tree.arena
  }

  /// Looks at the tree, which lives as long as the solution: what is found leaves as a value, since
  /// nodes come apart with the last solution that holds them.
  ///
  ///     solution.read { root in root.inventory.count }
  func read<Finding>(_ look: (Node) -> Finding) -> Finding {
    withExtendedLifetime(arena) { look(root) }
  }
}
