/// A set of objects in the order of JavaScript's `Set`: first come, first kept.
struct ObjectSet<Element: AnyObject> {
  private var slots: [Element?] = []
  private var places: [ObjectIdentifier: Int] = [:]

  init() {}

  init(_ elements: some Sequence<Element>) {
    for element in elements { insert(element) }
  }

  var count: Int { places.count }
  var isEmpty: Bool { places.isEmpty }

  /// The elements at this moment, in order.
  var elements: [Element] { slots.compactMap { $0 } }

  /// How many places were ever taken: a loop up to this number meets elements that are added
  /// while it runs, as loops over a `Set` in JavaScript do.
  var end: Int { slots.count }

  /// The element at a place, nil where it was removed.
  subscript(place: Int) -> Element? { slots[place] }

  /// Where an element stands in the order.
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
