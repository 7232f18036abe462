/// Methods that change the value that they are called on.
extension Evaluation {
  /// A changed value, and what the method returns.
  private typealias Effect = (changed: Value, answer: Value)

  /// Names of such methods: one that is not run makes the value unknown.
  static let mutating: Set<String> = [
    "append", "formIntersection", "formSymmetricDifference", "formUnion", "insert", "merge",
    "negate", "partition", "popFirst", "popLast", "remove", "removeAll", "removeFirst",
    "removeLast", "removeSubrange", "removeValue", "replace", "replaceSubrange", "reverse",
    "shuffle", "sort", "subtract", "swapAt", "toggle", "trimPrefix", "update", "updateValue",
    "write",
  ]

  /// Runs such a method and stores the result; nil for any other name.
  func mutate(
    _ name: String, _ base: Expression, _ object: Value,
    _ values: [(label: String?, value: Value)], _ expression: Expression, in scope: Scope
  ) throws(ManifestError) -> Value? {
    guard Self.mutating.contains(name) else { return nil }
    let effect: Effect?
    switch object {
    case .none: return Value.none
    case .list(let list) where list.order == .slice: effect = nil
    case .list(let list): effect = try self.effect(of: name, on: list, values, expression)
    case .dictionary(let dictionary):
      effect = try self.effect(of: name, on: dictionary, values, expression)
    case .string(let text, _): effect = try self.effect(of: name, on: text, values, expression)
    case .boolean(let holds) where name == "toggle": effect = (.boolean(!holds), .none)
    default: effect = nil
    }
    guard let effect else { return nil }
    try store(effect.changed, in: base, scope)
    return effect.answer
  }

  private func effect(
    of name: String, on text: String, _ values: [(label: String?, value: Value)],
    _ expression: Expression
  ) throws(ManifestError) -> Effect? {
    guard name == "append", values.count == 1, let more = values[0].value.string else { return nil }
    try spend(bytes: text.utf8.count + more.utf8.count, on: "`.append`", at: expression.range)
    return (.string(text + more, origin: nil), .none)
  }

  private func effect(
    of name: String, on dictionary: Pairs, _ values: [(label: String?, value: Value)],
    _ expression: Expression
  ) throws(ManifestError) -> Effect? {
    switch (name, values.first?.label, values.count) {
    case ("removeValue", "forKey", 1), ("updateValue", nil, 2):
      let key = name == "removeValue" ? values[0].value : values[1].value
      guard let (rest, old) = try removing(key, from: dictionary, expression.range) else {
        return nil
      }
      guard !dictionary.holdsOptionals else { return nil }
      let new = name == "removeValue" ? [] : [(key: key, value: values[0].value)]
      return (try self.dictionary(rest + new, at: expression.range), old)
    case ("removeAll", nil, 0):
      let holdsOptionals = dictionary.holdsOptionals
      return (
        try self.dictionary([], holdsOptionals: holdsOptionals, at: expression.range), .none
      )
    default: return nil
    }
  }

  /// Splits off the value of a key; nil if it is unknown whether the key exists.
  func removing(
    _ key: Value, from dictionary: Pairs, _ range: Range<Int>
  ) throws(ManifestError) -> (rest: [(key: Value, value: Value)], old: Value)? {
    var rest: [(key: Value, value: Value)] = []
    var old = Value.none
    for pair in dictionary.pairs {
      guard let isEqual = try equal(pair.key, key, at: range) else { return nil }
      if isEqual { old = pair.value } else { rest.append(pair) }
    }
    return (rest, old)
  }

  private func effect(
    of name: String, on list: List, _ values: [(label: String?, value: Value)],
    _ expression: Expression
  ) throws(ManifestError) -> Effect? {
    if list.order == .set {
      return try setEffect(of: name, on: list, values, expression)
    }
    switch (name, values.first?.label, values.count) {
    case ("append", nil, 1):
      return try effect(list.elements + [values[0].value], like: list, expression)
    case ("append", "contentsOf", 1):
      guard let more = try sequence(values[0].value, at: expression.range) else { return nil }
      return try effect(
        list.elements + more.elements, like: more.isOrdered ? list : more, expression)
    case ("insert", _, 2) where values[1].label == "at":
      return try insertion(into: list, values, expression)
    case ("remove", "at", 1):
      guard list.isOrdered, let index = try index(values[0].value, list.elements.count, expression)
      else { return nil }
      var elements = list.elements
      let old = elements.remove(at: index)
      return (try effect(elements, like: list, expression).changed, old)
    case ("removeAll", _, 1):
      guard case .function(let test) = values[0].value else {
        guard values[0].label == "keepingCapacity" else { return nil }
        return try effect([], like: list, expression)
      }
      let rest = try anyOrder(isOrdered: list.isOrdered, expression) { () throws(ManifestError) in
        try filter(list.elements, by: test, keeping: false, expression) {
          elements throws(ManifestError) in
          try self.list(
            elements, list.order, holdsOptionals: list.holdsOptionals, for: "`.removeAll`",
            at: expression.range)
        }
      }
      return (rest, .none)
    case ("removeAll", nil, 0): return try effect([], like: list, expression)
    case ("removeFirst", nil, 0), ("removeLast", nil, 0), ("popLast", nil, 0), ("reverse", nil, 0):
      guard list.isOrdered else { return nil }
      guard name != "popLast" || !list.holdsOptionals else { return nil }
      return try end(name, of: list, expression)
    case ("sort", _, 0...1):
      guard case .function(let test)? = values.first?.value else {
        return values.isEmpty ? (try sorted(list, by: nil, expression), .none) : nil
      }
      return (try sorted(list, by: test, expression), .none)
    default: return nil
    }
  }

  private func effect(
    _ elements: [Value], like list: List, _ expression: Expression
  ) throws(ManifestError) -> Effect {
    let order: List.Order = list.isOrdered ? .array : .unordered
    let changed = try self.list(
      elements, order, holdsOptionals: list.holdsOptionals, for: "a list", at: expression.range)
    return (changed, .none)
  }

  private func insertion(
    into list: List, _ values: [(label: String?, value: Value)], _ expression: Expression
  ) throws(ManifestError) -> Effect? {
    guard list.isOrdered,
      let index = try index(values[1].value, list.elements.count + 1, expression)
    else { return nil }
    var more = [values[0].value]
    if values[0].label == "contentsOf" {
      guard let inner = try sequence(values[0].value, at: expression.range), inner.isOrdered else {
        return nil
      }
      more = inner.elements
    } else if values[0].label != nil {
      return nil
    }
    var elements = list.elements
    elements.insert(contentsOf: more, at: index)
    let changed = try self.list(
      elements, holdsOptionals: list.holdsOptionals, for: "`.insert`", at: expression.range)
    return (changed, .none)
  }

  /// The position that a value stands for; nil if that is not known.
  private func index(
    _ value: Value, _ count: Int, _ expression: Expression
  ) throws(ManifestError) -> Int? {
    guard case .number(let number) = value.unwrapped, let index = Int(exactly: number) else {
      return nil
    }
    guard (0..<count).contains(index) else {
      throw ManifestError(.malformed, "reaches past an array", at: expression.range.lowerBound)
    }
    return index
  }

  private func end(
    _ name: String, of list: List, _ expression: Expression
  ) throws(ManifestError) -> Effect {
    var rest = list.elements
    var answer = Value.none
    switch name {
    case "reverse": rest.reverse()
    case "popLast": answer = rest.popLast() ?? .none
    default:
      guard !rest.isEmpty else {
        throw ManifestError(.malformed, "reaches past an array", at: expression.range.lowerBound)
      }
      answer = name == "removeFirst" ? rest.removeFirst() : rest.removeLast()
    }
    return (try effect(rest, like: list, expression).changed, answer)
  }

  private func setEffect(
    of name: String, on list: List, _ values: [(label: String?, value: Value)],
    _ expression: Expression
  ) throws(ManifestError) -> Effect? {
    let range = expression.range
    switch (name, values.first?.label, values.count) {
    case ("insert", nil, 1):
      let element = values[0].value
      guard let isKnown = try contains(list.elements, element, at: range) else { return nil }
      let answer = try tuple(
        [("inserted", .boolean(!isKnown)), ("memberAfterInsert", element)], at: range)
      let elements = isKnown ? list.elements : list.elements + [element]
      return (try self.list(elements, .set, for: "`.insert`", at: range), answer)
    case ("remove", nil, 1):
      let element = values[0].value
      var rest: [Value] = []
      for other in list.elements {
        guard let isEqual = try equal(other, element, at: range) else { return nil }
        if !isEqual { rest.append(other) }
      }
      let answer = rest.count < list.elements.count ? element : .none
      return (try self.list(rest, .set, for: "`.remove`", at: range), answer)
    case ("removeAll", nil, 0): return (try self.list([], .set, for: "a set", at: range), .none)
    case ("formUnion", nil, 1), ("formIntersection", nil, 1), ("subtract", nil, 1),
      ("formSymmetricDifference", nil, 1):
      let names = [
        "formUnion": "union", "formIntersection": "intersection", "subtract": "subtracting",
        "formSymmetricDifference": "symmetricDifference",
      ]
      guard let answering = names[name],
        let changed = try listMethod(answering, list, values, expression)
      else { return nil }
      return (changed, .none)
    default: return nil
    }
  }
}
