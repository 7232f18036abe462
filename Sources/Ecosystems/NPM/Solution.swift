/// The result of a resolution: the lock and its tree.
struct Solution {
  let lock: [UInt8]
  private let root: Node
  private let arena: Arena

  init(lock: [UInt8], of tree: IdealTree) {
    self.lock = lock
    root = tree.root
    arena = tree.arena
  }

  /// Reads the tree, which exists as long as the solution.
  ///
  /// The result must not contain nodes: they are dissolved with the last copy of the solution.
  ///
  ///     solution.read { root in root.inventory.count }
  func read<Finding>(_ look: (Node) -> Finding) -> Finding {
    withExtendedLifetime(arena) { look(root) }
  }
}
