/// A set of objects in the order of JavaScript's `Set`: that of insertion.
struct ObjectSet<Element: AnyObject> {
  private var slots: [Element?] = []
  private var slotsByID: [ObjectIdentifier: Int] = [:]

  init() {}

  init(_ elements: some Sequence<Element>) {
    for element in elements { insert(element) }
  }

  var count: Int { slotsByID.count }
  var isEmpty: Bool { slotsByID.isEmpty }

  /// The present elements in order.
  var elements: [Element] { slots.compactMap { $0 } }

  /// The number of places so far.
  ///
  /// A loop that reads it each time visits elements that are added during the loop, like loops over a
  /// JavaScript `Set`.
  var end: Int { slots.count }

  /// The element at a place; nil if it was removed.
  subscript(slot: Int) -> Element? { slots[slot] }

  /// Returns the place of an element.
  func slot(of element: Element) -> Int? { slotsByID[ObjectIdentifier(element)] }

  func contains(_ element: Element) -> Bool { slotsByID[ObjectIdentifier(element)] != nil }

  mutating func insert(_ element: Element) {
    let id = ObjectIdentifier(element)
    guard slotsByID[id] == nil else { return }
    slotsByID[id] = slots.count
    slots.append(element)
  }

  mutating func remove(_ element: Element) {
    if slotsByID.isEmpty { return }
    guard let slot = slotsByID.removeValue(forKey: ObjectIdentifier(element)) else { return }
    slots[slot] = nil
  }

  mutating func removeAll() { self = ObjectSet() }
}

typealias NodeSet = ObjectSet<Node>
