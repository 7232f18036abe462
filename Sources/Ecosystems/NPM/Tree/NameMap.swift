/// A map from names to nodes or edges, in the order of JavaScript's `Map`.
///
/// Setting a name again moves it to the end, as in Arborist's case-insensitive map. Small maps are
/// searched linearly, large ones have an index by the names' keys, which are consecutive numbers.
struct NameMap<Element: AnyObject> {
  private static var small: Int { 8 }
  private var keys: [Int] = []
  private var slots: [Element?] = []
  /// The slot by key, -1 for none; empty in small maps.
  private var index: [Int32] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// The present elements in order.
  var elements: [Element] { slots.compactMap { $0 } }

  subscript(name: Name) -> Element? {
    guard let slot = slot(of: name.key) else { return nil }
    return slots[slot]
  }

  /// Returns the position of an element; nil if the name has another one.
  func place(of element: Element, named name: Name) -> Int? {
    guard let slot = slot(of: name.key), slots[slot] === element else { return nil }
    return slot
  }

  mutating func set(_ name: Name, _ element: Element) {
    remove(name)
    if slots.count > 2 * count + 8 { compact() }
    keys.append(name.key)
    slots.append(element)
    count += 1
    if !index.isEmpty || slots.count > Self.small { addToIndex(name.key, at: slots.count - 1) }
  }

  mutating func remove(_ name: Name) {
    guard let slot = slot(of: name.key) else { return }
    keys[slot] = -1
    slots[slot] = nil
    count -= 1
    if !index.isEmpty { index[name.key] = -1 }
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
    if !index.isEmpty {
      guard key < index.count, index[key] >= 0 else { return nil }
      return Int(index[key])
    }
    for slot in 0..<keys.count where keys[slot] == key { return slot }
    return nil
  }

  private mutating func compact() {
    let kept = slots.indices.filter { slots[$0] != nil }
    keys = kept.map { keys[$0] }
    slots = kept.map { slots[$0] }
    if index.isEmpty { return }
    index = []
    for slot in slots.indices { enter(keys[slot], at: slot) }
  }

  /// Adds a slot to the index; the first time, all earlier ones too.
  private mutating func addToIndex(_ key: Int, at slot: Int) {
    if index.isEmpty {
      for earlier in 0..<slot where slots[earlier] != nil { enter(keys[earlier], at: earlier) }
    }
    enter(key, at: slot)
  }

  private mutating func enter(_ key: Int, at slot: Int) {
    if key >= index.count { index += repeatElement(-1, count: key + 1 - index.count) }
    index[key] = Int32(slot)
  }
}
