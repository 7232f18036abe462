import JavaScript

/// The nodes whose dependencies have to be checked, ordered by depth, then by path.
struct DepsQueue {
  private struct Item {
    var node: Node
    var depth: Int
    var path: String
    var number: Int

    static func < (left: Item, right: Item) -> Bool {
      if left.depth != right.depth { return left.depth < right.depth }
      let order = Collation.compare(left.path, right.path)
      return order == 0 ? left.number < right.number : order < 0
    }
  }

  private var heap: [Item] = []
  private var members: Set<ObjectIdentifier> = []
  private var pushed = 0

  var isEmpty: Bool { heap.isEmpty }

  mutating func push(_ node: Node) {
    guard members.insert(ObjectIdentifier(node)).inserted else { return }
    pushed += 1
    heap.append(Item(node: node, depth: node.depth, path: node.path ?? "", number: pushed))
    var child = heap.count - 1
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func pop() -> Node? {
    guard let first = heap.first else { return nil }
    members.remove(ObjectIdentifier(first.node))
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sink()
    }
    return first.node
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child] < heap[least] { least = child }
      }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
