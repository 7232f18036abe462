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

  /// Whether a package of the tree doesn't have what it requires, such as a peer.
  var hasInvalidEdges: Bool {
    read { root in
      root.inventory.nodes.contains { node in
        node.edgesOut.elements.contains { !$0.isValid && $0.type != .peerOptional }
      }
    }
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
