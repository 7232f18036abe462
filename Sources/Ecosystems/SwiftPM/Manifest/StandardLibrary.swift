/// The part of the standard library and of Foundation that manifests are seen to use.
extension Evaluation {
  func member(
    _ name: String, of base: Expression, _ expression: Expression, in scope: Scope
  ) throws(ManifestError) -> Value {
    let object = try value(of: base, in: scope)
    if name == "self" { return object }
    if object.isModule {
      return try value(
        of: Expression(kind: .name(name), range: expression.range, height: 1), in: scope)
    }
    switch object {
    case .none: return .none
    case .type(let type): return try staticMember(name, of: type, expression)
    case .made(let made): return try field(name, of: made, expression)
    case .tuple(let parts):
      let index = Int(name)
      return parts.enumerated().first { $0.element.label == name || $0.offset == index }?
        .element.value ?? unknown("uses `.\(name)`", expression)
    case .unknown(let reason): return .unknown(reason)
    default:
      return property(name, of: object) ?? unknown("uses `.\(name)`", expression)
    }
  }

  private func staticMember(
    _ name: String, of type: String, _ expression: Expression
  ) throws(ManifestError) -> Value {
    switch (type, name) {
    case ("ProcessInfo", "processInfo"): return .type("ProcessInfo")
    case ("ProcessInfo", "environment"), ("Context", "environment"): return .environment
    case ("Context", _), ("FileManager", _), ("ProcessInfo", _), ("Bundle", _):
      return unknown("uses `\(type).\(name)`", expression)
    case _ where name.first?.isUppercase == true: return .type(name)
    case (_, "self"): return .type(type)
    default:
      let own = type == "Self" ? nil : type
      if let value = try ownMember(name, of: own, [], expression) { return value }
      return .made(Made(name, [], at: expression.range))
    }
  }

  private static let kinds = [
    "testTarget": "test", "target": "regular", "executableTarget": "executable",
    "binaryTarget": "binary", "systemLibrary": "system",
  ]

  private func field(
    _ name: String, of made: Made, _ expression: Expression
  ) throws(ManifestError) -> Value {
    if let value = made[name] { return value }
    if name == "type", Self.kinds[made.name] != nil || made.name == "macro" || made.name == "plugin"
    {
      return .made(Made(Self.kinds[made.name] ?? made.name, [], at: made.range))
    }
    if name == "rawValue" { return unknown("uses `.rawValue`", expression) }
    for member in members[name] ?? [] where member.callable.function.parameters.isEmpty {
      return try call(member.callable, on: .made(made), [], at: expression)
    }
    if let doubt = made.doubt { return .unknown(doubt) }
    return ["dependencies", "targets", "products"].contains(name) ? .array([]) : .none
  }

  private func property(_ name: String, of value: Value) -> Value? {
    switch (value, name) {
    case (.array(let elements), "isEmpty"): .boolean(elements.isEmpty)
    case (.array(let elements), "count"): .number(Double(elements.count))
    case (.array(let elements), "first"): elements.first ?? Value.none
    case (.array(let elements), "last"): elements.last ?? Value.none
    case (.array(let elements), "indices"):
      .array(elements.indices.map { .number(Double($0)) })
    case (.dictionary(let pairs), "keys"): .array(pairs.map(\.key))
    case (.dictionary(let pairs), "values"): .array(pairs.map(\.value))
    case (.dictionary(let pairs), "isEmpty"): .boolean(pairs.isEmpty)
    case (.environment, "keys"): .environment
    case (.string(let text, _), "isEmpty"): .boolean(text.isEmpty)
    case (.string(let text, _), "count"): .number(Double(text.count))
    default: nil
    }
  }

  /// Methods that change the value they are called on; nil where the name is none of them.
  func mutate(
    _ name: String, _ base: Expression, _ object: Value,
    _ values: [(label: String?, value: Value)], in scope: Scope
  ) throws(ManifestError) -> Value? {
    guard let elements = object.elements ?? (object.isNone ? [] : nil),
      let changed = try Self.changed(elements, by: name, values, in: self)
    else { return nil }
    if object.isNone { return Value.none }
    try store(changed, in: base, scope)
    return Value.none
  }

  private static func changed(
    _ elements: [Value], by name: String, _ values: [(label: String?, value: Value)],
    in evaluation: Evaluation
  ) throws(ManifestError) -> Value? {
    switch (name, values.first?.label, values.first?.value) {
    case ("append", nil, let value?): return .array(elements + [value])
    case ("append", "contentsOf", let value?), ("formUnion", nil, let value?):
      return .array(elements + (value.elements ?? [value.asDoubt]))
    case ("insert", nil, let value?):
      return .array(values.count > 1 ? [value] + elements : elements + [value])
    case ("insert", "contentsOf", let value?):
      return .array((value.elements ?? [value.asDoubt]) + elements)
    case ("removeAll", nil, nil): return .array([])
    case ("removeAll", _, .function(let test)?):
      return try evaluation.filter(elements, by: test, keeping: false)
    case ("removeLast", nil, nil): return .array(Array(elements.dropLast()))
    case ("removeFirst", nil, nil): return .array(Array(elements.dropFirst()))
    case ("sort", _, _), ("reverse", _, _): return .array(elements)
    default: return nil
    }
  }

  /// Methods that only answer; nil where the name is none of them.
  func method(
    _ name: String, of object: Value, _ values: [(label: String?, value: Value)],
    _ expression: Expression
  ) throws(ManifestError) -> Value? {
    let first = values.first?.value
    switch object {
    case .array(let elements):
      return try arrayMethod(name, elements, first, expression)
    case .string(let text, _):
      return textMethod(name, text, values)
    case .dictionary(let pairs):
      let parts: [Value] = pairs.map { .tuple([("key", $0.key), ("value", $0.value)]) }
      return try arrayMethod(name, parts, first, expression)
    case .none: return Value.none
    case .environment where name == "contains":
      assumptions.insert(first?.string ?? "")
      return .boolean(false)
    case .range:
      guard let elements = object.iterated else { return nil }
      return try arrayMethod(name, elements, first, expression)
    default:
      guard name == "map" || name == "flatMap", case .function(let function)? = first else {
        return nil
      }
      return try call(function, [(nil, object)], at: expression)
    }
  }

  private func arrayMethod(
    _ name: String, _ elements: [Value], _ argument: Value?, _ expression: Expression
  ) throws(ManifestError) -> Value? {
    switch (name, argument) {
    case ("map", .function(let function)?), ("compactMap", .function(let function)?),
      ("flatMap", .function(let function)?), ("forEach", .function(let function)?):
      return try transform(name, elements, by: function, expression)
    case ("filter", .function(let function)?):
      return try filter(elements, by: function, keeping: true)
    case ("contains", .function(let function)?):
      return try filter(elements, by: function, keeping: true).elements.map {
        .boolean(!$0.isEmpty)
      }
    case ("first", .function(let function)?):
      return try filter(elements, by: function, keeping: true).elements.map {
        $0.first ?? Value.none
      }
    case ("contains", let element?): return contains(elements, element)
    case ("joined", nil): return .array(elements.flatMap { $0.elements ?? [$0] })
    case ("joined", .string(let separator, _)?): return joined(elements, by: separator)
    case ("sorted", _), ("shuffled", nil): return .array(elements)
    case ("reversed", nil): return .array(elements.reversed())
    case ("union", .array(let others)?): return .array(elements + others)
    case ("enumerated", nil):
      return .array(
        elements.enumerated().map {
          .tuple([("offset", .number(Double($0.offset))), ("element", $0.element)])
        })
    default: return nil
    }
  }

  private func contains(_ elements: [Value], _ element: Value) -> Value? {
    let answers = elements.map { $0.equals(element) }
    if answers.contains(true) { return .boolean(true) }
    return answers.contains { $0 == nil } ? nil : .boolean(false)
  }

  private func joined(_ elements: [Value], by separator: String) -> Value? {
    let texts = elements.compactMap(\.description)
    guard texts.count == elements.count else { return nil }
    return .string(texts.joined(separator: separator), origin: nil)
  }

  private func transform(
    _ name: String, _ elements: [Value], by function: Callable, _ expression: Expression
  ) throws(ManifestError) -> Value {
    var result: [Value] = []
    for element in elements {
      let value = try call(function, [(nil, element)].spread(for: function), at: expression)
      switch (name, value) {
      case ("compactMap", .none), ("flatMap", .none): continue
      case ("flatMap", .array(let inner)): result += inner
      default: result.append(value)
      }
    }
    return name == "forEach" ? .none : .array(result)
  }

  func filter(
    _ elements: [Value], by function: Callable, keeping wanted: Bool
  ) throws(ManifestError) -> Value {
    var result: [Value] = []
    for element in elements {
      let place = Expression(kind: .missing, range: 0..<0, height: 1)
      let value = try call(function, [(nil, element)], at: place)
      guard let holds = value.boolean else { return .unknown(reason(of: value)) }
      if holds == wanted { result.append(element) }
    }
    return .array(result)
  }

  private func textMethod(
    _ name: String, _ text: String, _ values: [(label: String?, value: Value)]
  ) -> Value? {
    let argument = values.first?.value.string
    switch (name, argument) {
    case ("hasPrefix", let part?): return .boolean(text.hasPrefix(part))
    case ("hasSuffix", let part?): return .boolean(text.hasSuffix(part))
    case ("contains", let part?):
      return .boolean(Array(text.utf8).firstRange(of: Array(part.utf8)) != nil || part.isEmpty)
    case ("lowercased", nil): return .string(text.lowercased(), origin: nil)
    case ("uppercased", nil): return .string(text.uppercased(), origin: nil)
    case ("appending", let part?): return .string(text + part, origin: nil)
    default: return nil
    }
  }
}

extension Value {
  /// The value as one that is not known.
  fileprivate var asDoubt: Value {
    .unknown(doubt ?? ManifestError(.refused, "adds values that are not evaluated", at: 0))
  }
}

extension [(label: String?, value: Value)] {
  /// Takes a pair apart where a closure names its parts.
  fileprivate func spread(for function: Callable) -> Self {
    guard count == 1, case .tuple(let parts) = self[0].value,
      function.function.parameters.count == parts.count, parts.count > 1
    else { return self }
    return parts.map { (nil, $0.value) }
  }
}
