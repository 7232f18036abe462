/// A set of objects in the order of JavaScript's `Set`: that of insertion.
struct ObjectSet<Element: AnyObject> {
  private var slots: [Element?] = []
  private var places: [ObjectIdentifier: Int] = [:]

  init() {}

  init(_ elements: some Sequence<Element>) {
    for element in elements { insert(element) }
  }

  var count: Int { places.count }
  var isEmpty: Bool { places.isEmpty }

  /// The present elements in order.
  var elements: [Element] { slots.compactMap { $0 } }

  /// The number of places so far.
  ///
  /// A loop that reads it each time visits elements that are added during the loop, like loops over a
  /// JavaScript `Set`.
  var end: Int { slots.count }

  /// The element at a place; nil if it was removed.
  subscript(place: Int) -> Element? { slots[place] }

  /// Returns the place of an element.
  func place(of element: Element) -> Int? { places[ObjectIdentifier(element)] }

  func contains(_ element: Element) -> Bool { places[ObjectIdentifier(element)] != nil }

  mutating func insert(_ element: Element) {
    let id = ObjectIdentifier(element)
    guard places[id] == nil else { return }
    places[id] = slots.count
    slots.append(element)
  }

  mutating func remove(_ element: Element) {
    if places.isEmpty { return }
    guard let place = places.removeValue(forKey: ObjectIdentifier(element)) else { return }
    slots[place] = nil
  }

  mutating func removeAll() { self = ObjectSet() }
}

typealias NodeSet = ObjectSet<Node>
