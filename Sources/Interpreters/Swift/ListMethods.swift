/// Methods of arrays, sets, dictionaries and ranges that only answer.
extension Evaluation {
  func listMethod(
    _ name: String, _ list: List, _ values: [(label: String?, value: Value)],
    _ expression: Expression
  ) throws(ManifestError) -> Value? {
    try spend(steps: list.elements.count / 8, on: "`.\(name)`", at: expression.range)
    if case .function(let function)? = values.first?.value, values.count == 1 {
      return try anyOrder(isOrdered: list.isOrdered, expression) { () throws(ManifestError) in
        try closureMethod(name, list, function, expression)
      }
    }
    switch (name, values.count) {
    case ("contains", 1):
      return try contains(list.elements, values[0].value, at: expression.range).map { .boolean($0) }
    case ("joined", 0), ("joined", 1): return try joined(list, values.first?.value, expression)
    case ("sorted", 0): return try sorted(list, by: nil, expression)
    case ("reversed", 0), ("enumerated", 0), ("dropFirst", _), ("dropLast", _), ("prefix", 1),
      ("suffix", 1):
      guard list.isOrdered else { return .unknown(unordered(expression.range)) }
      return try arranged(name, list, values.first?.value, expression)
    case (_, 1) where list.order == .set:
      guard let other = try sequence(values[0].value, at: expression.range) else { return nil }
      return try setMethod(name, list, other, expression)
    default: return nil
    }
  }

  private func closureMethod(
    _ name: String, _ list: List, _ function: Callable, _ expression: Expression
  ) throws(ManifestError) -> Value? {
    switch name {
    case "map", "compactMap", "flatMap", "forEach":
      return try transform(name, list, by: function, expression)
    case "filter":
      let order = list.order
      return try filter(list.elements, by: function, keeping: true, expression) {
        elements throws(ManifestError) in
        try self.list(
          elements, order, holdsOptionals: list.holdsOptionals, for: "`.filter`",
          at: expression.range)
      }
    case "contains", "allSatisfy":
      let wanted = name == "contains"
      for element in list.elements {
        let holds = try test(element, by: function, expression)
        guard let holds = holds.boolean else { return .unknown(reason(of: holds)) }
        if holds == wanted { return .boolean(wanted) }
      }
      return .boolean(!wanted)
    case "first": return try first(of: list, where: function, expression)
    case "sorted": return try sorted(list, by: function, expression)
    default: return nil
    }
  }

  private func first(
    of list: List, where function: Callable, _ expression: Expression
  ) throws(ManifestError) -> Value {
    guard !list.holdsOptionals else { return unknown("nests optional values", expression) }
    var found: [Value] = []
    for element in list.elements {
      let holds = try test(element, by: function, expression)
      guard let holds = holds.boolean else { return .unknown(reason(of: holds)) }
      if holds { found.append(element) }
      if holds && list.isOrdered { break }
    }
    return found.count > 1 ? .unknown(unordered(expression.range)) : found.first ?? .none
  }

  private func test(
    _ element: Value, by function: Callable, _ expression: Expression
  ) throws(ManifestError) -> Value {
    try call(function, [(nil, element)].spread(for: function), at: expression)
  }

  /// Keeps the elements for which a test holds, or for which it does not.
  func filter(
    _ elements: [Value], by function: Callable, keeping wanted: Bool, _ expression: Expression,
    _ make: ([Value]) throws(ManifestError) -> Value
  ) throws(ManifestError) -> Value {
    var result: [Value] = []
    for element in elements {
      let holds = try test(element, by: function, expression)
      guard let holds = holds.boolean else { return .unknown(reason(of: holds)) }
      if holds == wanted { result.append(element) }
    }
    return try make(result)
  }

  private func transform(
    _ name: String, _ list: List, by function: Callable, _ expression: Expression
  ) throws(ManifestError) -> Value? {
    var result: [Value] = []
    var isOrdered = list.isOrdered
    for element in list.elements {
      let value = try test(element, by: function, expression)
      switch (name, value) {
      case ("forEach", _): continue
      case ("map", _): result.append(value)
      case (_, .unknown(let reason)): return .unknown(reason)
      case (_, .none): continue
      case (_, .optional(let value)): result.append(value)
      case ("flatMap", .list(let inner)):
        isOrdered = isOrdered && inner.isOrdered
        try spend(bytes: 16 * inner.elements.count, on: "`.flatMap`", at: expression.range)
        result += inner.elements
      case ("flatMap", .string), ("flatMap", .dictionary), ("flatMap", .range): return nil
      default: result.append(value)
      }
    }
    if name == "forEach" { return Value.none }
    return try self.list(
      result, isOrdered ? .array : .unordered,
      holdsOptionals: name == "map" && returnsOptional(function),
      for: "`.\(name)`", at: expression.range)
  }

  private func joined(
    _ list: List, _ separator: Value?, _ expression: Expression
  ) throws(ManifestError) -> Value? {
    guard list.isOrdered else { return .unknown(unordered(expression.range)) }
    if let first = list.elements.first, first.list != nil, separator == nil {
      return try flattened(list, expression)
    }
    let texts = list.elements.compactMap(\.string)
    let mark = separator == nil ? "" : separator?.string
    if let unknown = list.elements.first(where: { $0.uncertainty != nil }) { return unknown }
    guard let mark, texts.count == list.elements.count, separator != nil || !texts.isEmpty else {
      return nil
    }
    let size = texts.reduce(mark.utf8.count * max(0, texts.count - 1)) { $0 + $1.utf8.count }
    try spend(bytes: size, on: "`.joined`", at: expression.range)
    return .string(texts.joined(separator: mark), origin: nil)
  }

  private func flattened(
    _ list: List, _ expression: Expression
  ) throws(ManifestError) -> Value? {
    var result: [Value] = []
    var isOrdered = true
    for element in list.elements {
      guard let inner = element.list else { return nil }
      try spend(bytes: 16 * inner.elements.count, on: "`.joined`", at: expression.range)
      result += inner.elements
      isOrdered = isOrdered && inner.isOrdered
    }
    return try self.list(
      result, isOrdered ? .array : .unordered, for: "`.joined`", at: expression.range)
  }

  private func arranged(
    _ name: String, _ list: List, _ argument: Value?, _ expression: Expression
  ) throws(ManifestError) -> Value? {
    let elements = list.elements
    var count = 1
    if let argument {
      guard case .number(let number) = argument.unwrapped, let exact = Int(exactly: number),
        exact >= 0
      else {
        return nil
      }
      count = exact
    }
    let result: [Value]
    let isSlice = name == "dropFirst" || name == "suffix"
    switch name {
    case "reversed": result = elements.reversed()
    case "dropFirst": result = Array(elements.dropFirst(count))
    case "dropLast": result = Array(elements.dropLast(count))
    case "prefix": result = Array(elements.prefix(count))
    case "suffix": result = Array(elements.suffix(count))
    default:
      var pairs: [Value] = []
      for (offset, element) in elements.enumerated() {
        let parts: [(label: String?, value: Value)] = [
          ("offset", .number(Double(offset))), ("element", element),
        ]
        pairs.append(try tuple(parts, at: expression.range))
      }
      result = pairs
    }
    return try self.list(
      result, isSlice ? .slice : .array,
      holdsOptionals: list.holdsOptionals && name != "enumerated", for: "`.\(name)`",
      at: expression.range)
  }

  /// Evaluates the methods of sets that take a sequence; nil if it is unknown which elements are equal.
  private func setMethod(
    _ name: String, _ list: List, _ other: List, _ expression: Expression
  ) throws(ManifestError) -> Value? {
    let range = expression.range
    switch name {
    case "union": return try set(of: list.elements + other.elements, for: "`.union`", at: range)
    case "intersection", "subtracting":
      guard let parts = try split(list.elements, by: other.elements, range) else { return nil }
      let rest = name == "intersection" ? parts.inside : parts.outside
      return try self.list(rest, .set, for: "`.\(name)`", at: range)
    case "symmetricDifference":
      guard let mine = try split(list.elements, by: other.elements, range),
        let theirs = try split(other.elements, by: list.elements, range)
      else { return nil }
      return try set(of: mine.outside + theirs.outside, for: "`.\(name)`", at: range)
    case "isSubset":
      return try split(list.elements, by: other.elements, range).map {
        .boolean($0.outside.isEmpty)
      }
    case "isSuperset":
      return try split(other.elements, by: list.elements, range).map {
        .boolean($0.outside.isEmpty)
      }
    case "isDisjoint":
      return try split(list.elements, by: other.elements, range).map { .boolean($0.inside.isEmpty) }
    default: return nil
    }
  }

  private func split(
    _ elements: [Value], by others: [Value], _ range: Range<Int>
  ) throws(ManifestError) -> (inside: [Value], outside: [Value])? {
    var parts: (inside: [Value], outside: [Value]) = ([], [])
    for element in elements {
      guard let isInside = try contains(others, element, at: range) else { return nil }
      if isInside { parts.inside.append(element) } else { parts.outside.append(element) }
    }
    return parts
  }
}

/// Sorting, stable as Swift's is.
extension Evaluation {
  func sorted(
    _ list: List, by function: Callable?, _ expression: Expression
  ) throws(ManifestError) -> Value {
    var before: ManifestError?
    let precedes = { (left: Value, right: Value) throws(ManifestError) -> Bool in
      try self.spend(steps: 1, on: "`.sorted`", at: expression.range)
      let answer: Bool?
      if let function {
        answer = try self.call(function, [(nil, left), (nil, right)], at: expression).boolean
      } else {
        answer = self.precedes(left, right)
      }
      if let answer { return answer }
      before = before ?? self.refusal("sorts values that it cannot compare", expression.range)
      return false
    }
    let result = try merged(list.elements, precedes)
    // The sort is stable: equal elements keep their order.
    for (one, other) in zip(result, result.dropFirst()) {
      if try precedes(other, one) {
        before = before ?? refusal("sorts by a predicate that is not an order", expression.range)
      }
      if !list.isOrdered, try !precedes(one, other) {
        before = before ?? unordered(expression.range)
      }
    }
    if let before { return .unknown(before) }
    return try self.list(
      result, holdsOptionals: list.holdsOptionals, for: "`.sorted`", at: expression.range)
  }

  private func merged(
    _ values: [Value], _ precedes: (Value, Value) throws(ManifestError) -> Bool
  ) throws(ManifestError) -> [Value] {
    guard values.count > 1 else { return values }
    let middle = values.count / 2
    var left = try merged(Array(values[..<middle]), precedes)[...]
    var right = try merged(Array(values[middle...]), precedes)[...]
    var result: [Value] = []
    result.reserveCapacity(values.count)
    while let one = left.first, let other = right.first {
      if try precedes(other, one) {
        result.append(other)
        right.removeFirst()
      } else {
        result.append(one)
        left.removeFirst()
      }
    }
    return result + left + right
  }

  /// Whether Swift orders a value before another; nil if their type is not known.
  ///
  /// A text may stand for a version, which is compared by its numbers.
  func precedes(_ left: Value, _ right: Value) -> Bool? {
    switch (left.unwrapped, right.unwrapped) {
    case (.number(let one), .number(let other)): one < other
    case (.string(let one, _), .string(let other, _)):
      surroundings.isVersion(one) && surroundings.isVersion(other) ? nil : one < other
    default: nil
    }
  }
}

extension [(label: String?, value: Value)] {
  /// Takes a pair apart if a closure names its parts.
  func spread(for function: Callable) -> Self {
    guard count == 1, case .tuple(let tuple) = self[0].value,
      function.function.parameters.count == tuple.parts.count, tuple.parts.count > 1
    else { return self }
    return tuple.parts.map { (nil, $0.value) }
  }
}
