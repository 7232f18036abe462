/// A hash key that Swift can hash, so that equal keys are found without comparing all.
enum RubyKey: Hashable {
  case none
  case truth(Bool)
  case integer(Int)
  case text([UInt8])
  case symbol([UInt8])

  /// Nil for keys that only `isSameKey` can compare.
  init?(_ value: RubyValue) {
    switch value.assumed {
    case .nil: self = .none
    case .bool(let value): self = .truth(value)
    case .integer(let value): self = .integer(value)
    case .string(let cell): self = .text(Array(cell.content.text.utf8))
    case .symbol(let name): self = .symbol(Array(name.utf8))
    default: return nil
    }
  }
}

/// Pairs under construction, with a table of the plain keys.
struct RubyPairs {
  private(set) var pairs: [RubyPair] = []
  private var indices: [RubyKey: Int] = [:]
  /// The indexes of keys that aren't plain.
  private var others: [Int] = []

  /// Returns the index of a key.
  func index(of key: RubyValue) -> Int? {
    guard let plain = RubyKey(key) else {
      return others.first { RubyValue.isSameKey(pairs[$0].key, key) }
    }
    return indices[plain]
  }

  /// Sets the value of a key in place, or appends the pair.
  ///
  /// String keys are copied, as in Ruby.
  mutating func store(_ value: RubyValue, for key: RubyValue) {
    if let index = index(of: key) {
      pairs[index].value = value
      return
    }
    if let plain = RubyKey(key) { indices[plain] = pairs.count } else { others.append(pairs.count) }
    var key = key
    if case .string(let cell) = key { key = .string(RubyCell(cell.content)) }
    pairs.append(RubyPair(key: key, value: value))
  }

  subscript(index: Int) -> RubyValue {
    get { pairs[index].value }
    set { pairs[index].value = newValue }
  }
}
