/// The nodes of a root by location, in the order of their insertion.
final class Inventory {
  private var slotsByLocation: [String: Int] = [:]
  private var slots: [Node?] = []
  /// The root itself, after its insertion.
  private var top: Node?
  /// Computed on first use.
  private var byName: [ObjectIdentifier: [Node]]?
  private(set) var links = NodeSet()

  var count: Int { slotsByLocation.count }

  /// The present nodes in order.
  var nodes: [Node] { slots.compactMap { $0 } }

  subscript(location: String) -> Node? {
    location.isEmpty ? top : slotsByLocation[location].flatMap { slots[$0] }
  }

  /// Returns the present nodes of a name in order.
  func named(_ name: Name) -> [Node] {
    let known = byName ?? Dictionary(grouping: nodes) { ObjectIdentifier($0.name) }
    byName = known
    return known[ObjectIdentifier(name)] ?? []
  }

  func add(_ node: Node) {
    if let top, node.root !== top, node.root !== top.root { return }
    if let current = self[node.location] {
      if current === node { return }
      remove(current)
    }
    slotsByLocation[node.location] = slots.count
    slots.append(node)
    if node.location.isEmpty { top = node }
    byName?[ObjectIdentifier(node.name), default: []].append(node)
    if node.isLink { links.insert(node) }
  }

  func remove(_ node: Node) {
    guard let slot = slotsByLocation[node.location], slots[slot] === node else { return }
    slotsByLocation[node.location] = nil
    slots[slot] = nil
    if node.location.isEmpty { top = nil }
    byName?[ObjectIdentifier(node.name)]?.removeAll { $0 === node }
    if node.isLink { links.remove(node) }
  }
}
