/// Names in the order in which they were added, with values.
struct OrderedMap<Value> {
  /// So many names are compared in less time than one is hashed; most maps have fewer.
  private static var few: Int { 8 }

  private(set) var pairs: [(name: String, value: Value)] = []
  /// The places of all names; empty if there are few.
  private var places: [String: Int] = [:]

  var isEmpty: Bool { pairs.isEmpty }
  var names: [String] { pairs.map(\.name) }

  subscript(name: String) -> Value? {
    get { place(of: name).map { pairs[$0].value } }
    set {
      switch (place(of: name), newValue) {
      case (let place?, let value?): pairs[place].value = value
      case (let place?, nil): remove(at: place)
      case (nil, let value?): append(name, value)
      case (nil, nil): break
      }
    }
  }

  subscript(name: String, default value: Value) -> Value {
    get { self[name] ?? value }
    set { self[name] = newValue }
  }

  private func place(of name: String) -> Int? {
    pairs.count > Self.few ? places[name] : pairs.firstIndex { $0.name == name }
  }

  private mutating func append(_ name: String, _ value: Value) {
    pairs.append((name, value))
    if pairs.count == Self.few + 1 {
      index(from: 0)
    } else if pairs.count > Self.few {
      places[name] = pairs.count - 1
    }
  }

  private mutating func remove(at place: Int) {
    let name = pairs.remove(at: place).name
    if places.isEmpty { return }
    if pairs.count > Self.few {
      places[name] = nil
      index(from: place)
    } else {
      places = [:]
    }
  }

  private mutating func index(from start: Int) {
    for place in start..<pairs.count { places[pairs[place].name] = place }
  }
}

extension OrderedMap: Sendable where Value: Sendable {}
