import Gems

extension RubyValue {
  /// Ruby's `==`.
  static func equal(_ left: RubyValue, _ right: RubyValue) -> Bool {
    switch (left.assumed, right.assumed) {
    case (.nil, .nil): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.float(let left), .float(let right)): left == right
    case (.integer(let left), .float(let right)): Double(left) == right
    case (.float(let left), .integer(let right)): left == Double(right)
    case (.string(let left), .string(let right)): isSame(left.content.text, right.content.text)
    case (.symbol(let left), .symbol(let right)): isSame(left, right)
    case (.path(let left), .path(let right)): isSame(left, right)
    case (.module(let left), .module(let right)), (.object(let left), .object(let right)):
      left == right
    case (.closure(let left), .closure(let right)): left == right
    case (.regex(let left), .regex(let right)): left == right
    case (.version(let left), .version(let right)): left == right
    case (.version(let left), .string(let right)): left == GemVersion(right.content.text)
    case (.requirement(let left), .requirement(let right)): left == right
    case (.range(let from, let to, let isOpen), .range(let other, let end, let isOther)):
      isOpen == isOther && equal(from, other) && equal(to, end)
    case (.array(let left), .array(let right)):
      left === right
        || left.content.count == right.content.count
          && zip(left.content, right.content).allSatisfy { equal($0, $1) }
    case (.hash(let left), .hash(let right)):
      left === right || isSame(left.content, right.content)
    default: false
    }
  }

  /// Compares texts by bytes, as Ruby does: Swift's `==` ignores differences of normalization.
  private static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }

  private static func isSame(_ left: [RubyPair], _ right: [RubyPair]) -> Bool {
    guard left.count == right.count else { return false }
    var known = RubyPairs()
    for pair in right { known.store(pair.value, for: pair.key) }
    return left.allSatisfy { pair in
      known.index(of: pair.key).map { equal(pair.value, known[$0]) } ?? false
    }
  }

  /// Ruby's `eql?`, the equality of hash keys: an integer never equals a float.
  static func isSameKey(_ left: RubyValue, _ right: RubyValue) -> Bool {
    switch (left.assumed, right.assumed) {
    case (.integer, .float), (.float, .integer), (.version, .string): false
    default: equal(left, right)
    }
  }

  /// Ruby's `<=>`: negative, zero or positive; nil for values that can't be compared.
  static func compare(_ left: RubyValue, _ right: RubyValue) -> Int? {
    switch (left.assumed, right.assumed) {
    case (.integer(let left), .integer(let right)): order(left, right)
    case (.integer(let left), .float(let right)): order(Double(left), right)
    case (.float(let left), .integer(let right)): order(left, Double(right))
    case (.float(let left), .float(let right)): order(left, right)
    case (.string(let left), .string(let right)): order(left.content.text, right.content.text)
    case (.symbol(let left), .symbol(let right)): order(left, right)
    case (.version(let left), .version(let right)): order(left, right)
    case (.version(let left), .string(let right)):
      GemVersion(right.content.text).map { order(left, $0) }
    case (.array(let left), .array(let right)): order(left.content, right.content)
    default: nil
    }
  }

  /// Sorts values; returns nil if two of them can't be compared.
  static func sorted<Element>(
    _ elements: [Element], by key: (Element) -> RubyValue
  ) -> [Element]? {
    guard let first = elements.first else { return [] }
    guard elements.allSatisfy({ compare(key(first), key($0)) != nil }) else { return nil }
    return elements.sorted { (compare(key($0), key($1)) ?? 0) < 0 }
  }

  /// Returns the first of the highest or lowest elements.
  ///
  /// Nil if two can't be compared, and for an empty array.
  static func extreme<Element>(
    _ elements: [Element], isHighest: Bool, by key: (Element) -> RubyValue
  ) -> Element? {
    guard var best = elements.first else { return nil }
    for element in elements.dropFirst() {
      guard let order = compare(key(element), key(best)) else { return nil }
      if isHighest ? order > 0 : order < 0 { best = element }
    }
    return best
  }

  /// Whether Ruby's order of sorted values is known: values with equal keys are the same.
  static func isDefinite<Element>(
    _ sorted: [Element], by key: (Element) -> RubyValue, _ value: (Element) -> RubyValue
  ) -> Bool {
    zip(sorted, sorted.dropFirst()).allSatisfy { one, other in
      compare(key(one), key(other)) != 0
        || isSameKey(value(one), value(other)) && value(one).printed == value(other).printed
    }
  }

  /// Whether it has `<` and the like: arrays only have `<=>`.
  var isComparable: Bool {
    switch assumed {
    case .integer, .float, .string, .symbol, .version: true
    default: false
    }
  }

  private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left < right ? -1 : left == right ? 0 : 1
  }

  private static func order(_ left: String, _ right: String) -> Int {
    if isSame(left, right) { return 0 }
    return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
  }

  private static func order(_ left: [RubyValue], _ right: [RubyValue]) -> Int? {
    for (one, other) in zip(left, right) {
      guard let order = compare(one, other) else { return nil }
      if order != 0 { return order }
    }
    return order(left.count, right.count)
  }
}
