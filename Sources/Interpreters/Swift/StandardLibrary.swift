/// Members of values: the part of the standard library and of Foundation that manifests use.
///
/// Every answer is the one that Swift gives. A member that is not known here, or that depends on
/// the order of a set or a dictionary, makes the result unknown.
extension Evaluation {
  func member(
    _ name: String, of base: Expression, _ expression: Expression, in scope: Scope
  ) throws(ManifestError) -> Value {
    let object = try value(of: base, in: scope)
    if name == "self" { return object }
    guard !mayExtendOptional(name) else {
      return unknown("uses `.\(name)`, which the file defines for optional values", expression)
    }
    return try member(name, ofUnwrapped: object.unwrapped, expression, in: scope)
  }

  private func member(
    _ name: String, ofUnwrapped object: Value, _ expression: Expression, in scope: Scope
  ) throws(ManifestError) -> Value {
    if object.isModule {
      return try value(
        of: Expression(kind: .name(name), range: expression.range, height: 1), in: scope)
    }
    switch object {
    case .none: return .none
    case .type(let type): return try staticMember(name, of: type, expression)
    case .made(let made): return try field(name, of: made, expression)
    case .tuple(let tuple):
      let index = Int(name)
      return tuple.parts.enumerated().first { $0.element.label == name || $0.offset == index }?
        .element.value ?? unknown("uses `.\(name)`", expression)
    case .unknown(let reason): return .unknown(reason)
    default:
      guard ownMembers(name, of: object, { $0.parameters.isEmpty }).isEmpty else {
        return unknown("uses `.\(name)`, which the file defines", expression)
      }
      return try property(name, of: object, expression) ?? unknown("uses `.\(name)`", expression)
    }
  }

  private func staticMember(
    _ name: String, of type: String, _ expression: Expression
  ) throws(ManifestError) -> Value {
    switch (type, name) {
    case ("ProcessInfo", "processInfo"): return .type("ProcessInfo")
    case ("ProcessInfo", "environment"), ("Context", "environment"):
      return environmentUncertainty.map { .unknown($0) } ?? .environment
    case ("Context", _), ("FileManager", _), ("ProcessInfo", _), ("Bundle", _):
      return unknown("uses `\(type).\(name)`", expression)
    case _ where name.first?.isUppercase == true: return .type(name)
    case (_, "self"): return .type(type)
    case ("Optional", _): return unknown("uses `Optional.\(name)`", expression)
    default:
      let own = type == "Self" ? nil : type
      if let value = try ownMember(name, of: own, [], expression) { return value }
      return .made(make(name, [], at: expression.range))
    }
  }

  private static let kinds = [
    "testTarget": "test", "target": "regular", "executableTarget": "executable",
    "binaryTarget": "binary", "systemLibrary": "system",
  ]

  private func field(
    _ name: String, of made: Made, _ expression: Expression
  ) throws(ManifestError) -> Value {
    if let value = made.property(name) { return value }
    if name == "type", Self.kinds[made.name] != nil || made.name == "macro" || made.name == "plugin"
    {
      return .made(make(Self.kinds[made.name] ?? made.name, [], at: made.range))
    }
    let own = ownMembers(name, of: .made(made)) { $0.parameters.isEmpty }
    guard own.count < 2 else {
      return unknown("uses `.\(name)`, which the file defines more than once", expression)
    }
    if let only = own.first { return try call(only.callable, on: made, [], at: expression) }
    if let uncertainty = made.uncertainty { return .unknown(uncertainty) }
    return unknown("uses `.\(name)`", expression)
  }

  private func property(
    _ name: String, of value: Value, _ expression: Expression
  ) throws(ManifestError) -> Value? {
    switch value {
    case .list(let list): return try property(name, of: list, expression)
    case .dictionary(let dictionary):
      let pairs = dictionary.pairs
      switch name {
      case "isEmpty": return .boolean(pairs.isEmpty)
      case "count": return .number(Double(pairs.count))
      case "keys":
        return try list(pairs.map(\.key), .unordered, for: "`.keys`", at: expression.range)
      case "values":
        return try list(
          pairs.map(\.value), .unordered, holdsOptionals: dictionary.holdsOptionals,
          for: "`.values`", at: expression.range)
      default: return nil
      }
    case .string(let text, _):
      switch name {
      case "isEmpty": return .boolean(text.isEmpty)
      case "count":
        try spend(steps: text.utf8.count / 64, on: "`.count`", at: expression.range)
        return .number(Double(text.count))
      default: return nil
      }
    case .environment where name == "keys": return .environment
    default: return nil
    }
  }

  private func property(
    _ name: String, of list: List, _ expression: Expression
  ) throws(ManifestError) -> Value? {
    let elements = list.elements
    switch name {
    case "isEmpty": return .boolean(elements.isEmpty)
    case "count": return .number(Double(elements.count))
    case "first", "last":
      guard list.isOrdered else { return .unknown(unordered(expression.range)) }
      guard !list.holdsOptionals else { return unknown("nests optional values", expression) }
      return (name == "first" ? elements.first : elements.last) ?? Value.none
    case "indices" where list.order == .array:
      return try self.list(
        elements.indices.map { .number(Double($0)) }, for: "`.indices`", at: expression.range)
    default: return nil
    }
  }

  /// Methods that do not change the value; returns nil for other names.
  func method(
    _ name: String, of object: Value, _ values: [(label: String?, value: Value)],
    _ expression: Expression
  ) throws(ManifestError) -> Value? {
    let first = values.first?.value
    switch object {
    case .string(let text, _): return try textMethod(name, text, values, expression)
    case .dictionary(let dictionary) where name == "filter":
      return try filter(dictionary, by: first, expression)
    case .list, .dictionary, .range:
      guard let list = try sequence(object, at: expression.range) else { return nil }
      return try listMethod(name, list, values, expression)
    case .none: return Value.none
    case .environment where name == "contains":
      assumptions.insert(first?.string ?? "")
      return .boolean(false)
    default: return nil
    }
  }

  private func textMethod(
    _ name: String, _ text: String, _ values: [(label: String?, value: Value)],
    _ expression: Expression
  ) throws(ManifestError) -> Value? {
    let argument = values.first?.value.string
    let range = expression.range
    try spend(steps: text.utf8.count / 64, on: "`.\(name)`", at: range)
    switch (name, argument) {
    case ("hasPrefix", let part?): return .boolean(text.hasPrefix(part))
    case ("hasSuffix", let part?): return .boolean(text.hasSuffix(part))
    case ("contains", let part?):
      // Beyond ASCII, characters of several scalars decide, which bytes do not show.
      // No text contains an empty one for Foundation, and every text does without it.
      guard text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }),
        part.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }), !part.isEmpty
      else { return nil }
      try spend(steps: text.utf8.count * part.utf8.count / 64, on: "`.contains`", at: range)
      return .boolean(Array(text.utf8).firstRange(of: Array(part.utf8)) != nil)
    case ("lowercased", nil), ("uppercased", nil):
      try spend(bytes: 3 * text.utf8.count, on: "`.\(name)`", at: range)
      return .string(name == "lowercased" ? text.lowercased() : text.uppercased(), origin: nil)
    case ("appending", let part?):
      try spend(bytes: text.utf8.count + part.utf8.count, on: "`.appending`", at: range)
      return .string(text + part, origin: nil)
    default: return nil
    }
  }

  private func filter(
    _ dictionary: Pairs, by argument: Value?, _ expression: Expression
  ) throws(ManifestError) -> Value? {
    guard case .function(let function)? = argument else { return nil }
    var kept: [(key: Value, value: Value)] = []
    try anyOrder(isOrdered: dictionary.pairs.count < 2, expression) { () throws(ManifestError) in
      for pair in dictionary.pairs {
        let parts = try tuple([("key", pair.key), ("value", pair.value)], at: expression.range)
        let holds = try call(function, [(nil, parts)].spread(for: function), at: expression)
        guard let holds = holds.boolean else { throw reason(of: holds) }
        if holds { kept.append(pair) }
      }
    }
    return try self.dictionary(
      kept, holdsOptionals: dictionary.holdsOptionals, at: expression.range)
  }

  /// Runs a step that goes through elements.
  ///
  /// - Throws: a refusal if the elements have no order and the step changes anything.
  func anyOrder<T>(
    isOrdered: Bool, _ expression: Expression, _ step: () throws(ManifestError) -> T
  ) throws(ManifestError) -> T {
    let before = writes
    let result = try step()
    guard isOrdered || writes == before else { throw unordered(expression.range) }
    return result
  }
}
