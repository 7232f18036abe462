/// Names in the order in which they were added, with values.
struct OrderedMap<Value> {
  /// So many names are compared in less time than one is hashed; most maps have fewer.
  private static var few: Int { 8 }

  private(set) var pairs: [(name: String, value: Value)] = []
  /// The places of all names; empty if there are few.
  private var positions: [String: Int] = [:]

  var isEmpty: Bool { pairs.isEmpty }
  var names: [String] { pairs.map(\.name) }

  subscript(name: String) -> Value? {
    get { position(of: name).map { pairs[$0].value } }
    set {
      switch (position(of: name), newValue) {
      case (let position?, let value?): pairs[position].value = value
      case (let position?, nil): remove(at: position)
      case (nil, let value?): append(name, value)
      case (nil, nil): break
      }
    }
  }

  subscript(name: String, default value: Value) -> Value {
    get { self[name] ?? value }
    set { self[name] = newValue }
  }

  private func position(of name: String) -> Int? {
    pairs.count > Self.few ? positions[name] : pairs.firstIndex { $0.name == name }
  }

  private mutating func append(_ name: String, _ value: Value) {
    pairs.append((name, value))
    if pairs.count == Self.few + 1 {
      index(from: 0)
    } else if pairs.count > Self.few {
      positions[name] = pairs.count - 1
    }
  }

  private mutating func remove(at position: Int) {
    let name = pairs.remove(at: position).name
    if positions.isEmpty { return }
    if pairs.count > Self.few {
      positions[name] = nil
      index(from: position)
    } else {
      positions = [:]
    }
  }

  private mutating func index(from start: Int) {
    for position in start..<pairs.count { positions[pairs[position].name] = position }
  }
}

extension OrderedMap: Sendable where Value: Sendable {}
