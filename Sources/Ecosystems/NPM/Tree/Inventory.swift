/// The nodes under a root by their location, in the order in which they came to lie there.
final class Inventory {
  private var places: [String: Int] = [:]
  private var slots: [Node?] = []
  private var byName: [ObjectIdentifier: [Node]] = [:]
  private(set) var links = NodeSet()

  var count: Int { places.count }

  /// The nodes at this moment, in order.
  var nodes: [Node] { slots.compactMap { $0 } }

  subscript(location: String) -> Node? { places[location].flatMap { slots[$0] } }

  /// The nodes of a name at this moment, in order.
  func named(_ name: Name) -> [Node] { byName[ObjectIdentifier(name)] ?? [] }

  func add(_ node: Node) {
    if let root = self[""], node.root !== root, node.root !== root.root { return }
    if let current = self[node.location] {
      if current === node { return }
      remove(current)
    }
    places[node.location] = slots.count
    slots.append(node)
    byName[ObjectIdentifier(node.name), default: []].append(node)
    if node.isLink { links.insert(node) }
  }

  func remove(_ node: Node) {
    guard let place = places[node.location], slots[place] === node else { return }
    places[node.location] = nil
    slots[place] = nil
    byName[ObjectIdentifier(node.name)]?.removeAll { $0 === node }
    if node.isLink { links.remove(node) }
  }
}
