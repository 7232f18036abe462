/// The edges to a node, in the order in which they resolved to it.
///
/// An edge leads to one node at a time, so it stores its place here itself.
struct EdgesIn {
  private var slots: [Edge?] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// The present edges in order.
  var elements: [Edge] { slots.compactMap { $0 } }

  mutating func insert(_ edge: Edge) {
    if slots.count > 2 * count + 8 { compact() }
    edge.slot = slots.count
    slots.append(edge)
    count += 1
  }

  mutating func remove(_ edge: Edge) {
    guard edge.slot >= 0, edge.slot < slots.count, slots[edge.slot] === edge else { return }
    slots[edge.slot] = nil
    edge.slot = -1
    count -= 1
  }

  mutating func removeAll() { self = EdgesIn() }

  /// Whether the body is true for any edge; it must not change the set.
  @inline(__always)
  func contains(where body: (Edge) -> Bool) -> Bool {
    for slot in slots {
      if let slot, body(slot) { return true }
    }
    return false
  }

  private mutating func compact() {
    slots = slots.filter { $0 != nil }
    for (slot, edge) in slots.enumerated() { edge?.slot = slot }
  }
}
