/// A map from names to nodes or edges, in the order of JavaScript's `Map`.
///
/// Setting a name again moves it to the end, as in Arborist's case-insensitive map. Small maps are
/// searched linearly, large ones have a hash table, whose size depends on the map's own elements
/// and not on the number of names in the tree.
struct NameMap<Element: AnyObject> {
  private static var small: Int { 8 }
  private var keys: [Int] = []
  private var slots: [Element?] = []
  /// Slots by key with open addressing, -1 for none; empty in small maps.
  ///
  /// Its size is a power of two, and it is at most half full. The slot of a removed element keeps
  /// its entry.
  private var index: [Int32] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// The number of entries for which there is memory.
  var capacity: Int { slots.capacity + index.capacity }

  /// The present elements in order.
  var elements: [Element] { slots.compactMap { $0 } }

  subscript(name: Name) -> Element? {
    guard let slot = slot(of: name.key) else { return nil }
    return slots[slot]
  }

  /// Returns the position of an element; nil if the name has another one.
  func slot(of element: Element, named name: Name) -> Int? {
    guard let slot = slot(of: name.key), slots[slot] === element else { return nil }
    return slot
  }

  mutating func set(_ name: Name, _ element: Element) {
    remove(name)
    if slots.count > 2 * count + 8 { compact() }
    keys.append(name.key)
    slots.append(element)
    count += 1
    if slots.count > Self.small { addToIndex(name.key, at: slots.count - 1) }
  }

  mutating func remove(_ name: Name) {
    guard let slot = slot(of: name.key) else { return }
    keys[slot] = -1
    slots[slot] = nil
    count -= 1
  }

  mutating func removeAll() { self = NameMap() }

  /// Calls the body for each element in order; it must not change the map.
  @inline(__always)
  func forEach(_ body: (Element) -> Void) {
    for slot in slots {
      if let slot { body(slot) }
    }
  }

  private func slot(of key: Int) -> Int? {
    guard !index.isEmpty else {
      for slot in 0..<keys.count where keys[slot] == key { return slot }
      return nil
    }
    var cell = key & (index.count - 1)
    while index[cell] >= 0 {
      let slot = Int(index[cell])
      if keys[slot] == key { return slot }
      cell = (cell + 1) & (index.count - 1)
    }
    return nil
  }

  private mutating func compact() {
    let kept = slots.indices.filter { slots[$0] != nil }
    keys = kept.map { keys[$0] }
    slots = kept.map { slots[$0] }
    index = []
  }

  /// Adds a slot to the index, which is built again if it is missing or half full.
  private mutating func addToIndex(_ key: Int, at slot: Int) {
    if 2 * slots.count <= index.count { return enter(key, at: slot) }
    var size = 4 * Self.small
    while size < 4 * slots.count { size *= 2 }
    index = Array(repeating: -1, count: size)
    for slot in slots.indices where slots[slot] != nil { enter(keys[slot], at: slot) }
  }

  private mutating func enter(_ key: Int, at slot: Int) {
    var cell = key & (index.count - 1)
    while index[cell] >= 0 { cell = (cell + 1) & (index.count - 1) }
    index[cell] = Int32(slot)
  }
}
