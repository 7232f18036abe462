/// Operators, and assignments to variables, fields and elements.
extension Evaluation {
  func infix(
    _ symbol: String, _ left: Expression, _ right: Expression, _ expression: Expression,
    in scope: Scope
  ) throws(ManifestError) -> Value {
    let first = try value(of: left, in: scope)
    guard members[symbol] == nil, scope[symbol] == nil else {
      return unknown("computes with `\(symbol)`, which the file defines", expression)
    }
    switch symbol {
    case "&&", "||": return try logic(symbol, first, right, in: scope)
    case "??": return try first.isNone ? value(of: right, in: scope) : first.unwrapped
    default:
      let second = try value(of: right, in: scope)
      return try combine(symbol, first, second, at: expression.range)
        ?? .unknown(
          first.uncertainty ?? second.uncertainty
            ?? refusal("computes with `\(symbol)`", expression.range))
    }
  }

  private func logic(
    _ symbol: String, _ first: Value, _ right: Expression, in scope: Scope
  ) throws(ManifestError) -> Value {
    let decisive = symbol == "||"
    if first.boolean == decisive { return first }
    let second = try value(of: right, in: scope)
    if second.boolean == decisive { return second }
    guard first.boolean != nil else { return .unknown(reason(of: first)) }
    return second
  }

  func combine(
    _ symbol: String, _ left: Value, _ right: Value, at range: Range<Int>
  ) throws(ManifestError) -> Value? {
    let (left, right) = (left.unwrapped, right.unwrapped)
    switch (symbol, left, right) {
    case ("==", _, _): return try equal(left, right, at: range).map { .boolean($0) }
    case ("!=", _, _): return try equal(left, right, at: range).map { .boolean(!$0) }
    case ("+", .string(let one, _), .string(let other, _)):
      try spend(bytes: one.utf8.count + other.utf8.count, on: "`+`", at: range)
      return .string(one + other, origin: nil)
    case ("+", .list(let one), .list(let other)): return try joined(one, other, at: range)
    case ("+", .number(let one), .number(let other)): return Value.integer(one + other)
    case ("-", .number(let one), .number(let other)): return Value.integer(one - other)
    case ("*", .number(let one), .number(let other)): return Value.integer(one * other)
    case ("/", .number, .number(0)), ("%", .number, .number(0)):
      throw ManifestError(.malformed, "divides by zero", at: range.lowerBound)
    case ("/", .number(let one), .number(let other)):
      return Value.integer((one / other).rounded(.towardZero))
    case ("%", .number(let one), .number(let other)):
      return Value.integer(one.truncatingRemainder(dividingBy: other))
    case ("..<", _, _), ("...", _, _):
      return left.mayBound && right.mayBound
        ? .range(left, right, isClosed: symbol == "...") : nil
    case ("<", _, _): return precedes(left, right).map { .boolean($0) }
    case (">", _, _): return precedes(right, left).map { .boolean($0) }
    case ("<=", _, _): return precedes(right, left).map { .boolean(!$0) }
    case (">=", _, _): return precedes(left, right).map { .boolean(!$0) }
    default: return nil
    }
  }

  private func joined(
    _ left: List, _ right: List, at range: Range<Int>
  ) throws(ManifestError) -> Value? {
    guard left.order != .set else { return nil }
    let order: List.Order = left.isOrdered && right.isOrdered ? .array : .unordered
    try spend(bytes: 16 * (left.elements.count + right.elements.count), on: "`+`", at: range)
    return try list(
      left.elements + right.elements, order,
      holdsOptionals: left.holdsOptionals || right.holdsOptionals, for: "`+`", at: range)
  }

  func assign(
    _ symbol: String, _ target: Expression, _ value: Expression, _ expression: Expression,
    in scope: Scope
  ) throws(ManifestError) -> Value {
    let new = try self.value(of: value, in: scope)
    guard symbol != "=" else {
      try store(new, in: target, scope)
      return .none
    }
    let old = try self.value(of: target, in: scope)
    let joined =
      members[symbol] == nil && scope[symbol] == nil
      ? try combine(String(symbol.dropLast()), old, new, at: expression.range) : nil
    let result =
      old.isNone
      ? new
      : joined
        ?? .unknown(
          old.uncertainty ?? new.uncertainty
            ?? refusal("computes with `\(symbol)`", expression.range))
    try store(result, in: target, scope)
    return .none
  }

  /// Writes a value to where an expression points.
  func store(_ value: Value, in target: Expression, _ scope: Scope) throws(ManifestError) {
    writes += 1
    switch target.kind {
    case .name(let name):
      if name == "self" { selfWrites += 1 }
      if let object = scope.object(with: name) {
        object[name] = try fieldValue(value, name, of: object, target)
        return
      }
      let typed = try typed(
        value.keepingType(of: scope[name]), as: scope.type(of: name), at: target.range)
      scope.assign(name, try labelled(typed, scope.labels(of: name), at: target.range))
    case .unwrap(let inner), .chained(let inner): try store(value, in: inner, scope)
    case .member(let base, let name, _):
      try storeField(value, name, of: base, target, scope)
    case .index(let base, let arguments):
      try storeElement(value, in: base, arguments, scope)
    default:
      try markUncertain(
        target.range, because: refusal("assigns to a value", target.range), in: scope)
    }
  }

  /// Changes an object in place; a structure is copied first, as Swift does.
  private func storeField(
    _ value: Value, _ name: String, of base: Expression, _ target: Expression, _ scope: Scope
  ) throws(ManifestError) {
    let object = try self.value(of: base, in: scope)
    guard let made = object.made else {
      if object.isNone { return }
      if case .type(let type) = object {
        throw refusal("assigns to `\(type).\(name)`", target.range)
      }
      return try markUncertain(
        target.range, because: refusal("assigns to `.\(name)`", target.range), in: scope)
    }
    if valueTypes.contains(made.name), !base.isSelf {
      let copy = made.copy()
      objects.append(copy)
      copy[name] = try fieldValue(value, name, of: made, target)
      return try store(.made(copy), in: base, scope)
    }
    made[name] = try fieldValue(value, name, of: made, target)
  }

  /// The value as one of the type that the field has.
  private func fieldValue(
    _ value: Value, _ name: String, of made: Made, _ target: Expression
  ) throws(ManifestError) -> Value {
    guard structures[made.name] != nil else { return value.unwrapped }
    return try typed(
      value.keepingType(of: made[name]), as: declaredType(of: name, in: made.name),
      at: target.range)
  }

  /// The declared type of a stored property, as far as it changes values.
  func declaredType(of name: String, in type: String) -> DeclaredType? {
    for statement in structures[type] ?? [] {
      guard case .binding(let names, let value) = statement.kind, names.contains(name) else {
        continue
      }
      return value.declaredType
    }
    return nil
  }

  private func storeElement(
    _ value: Value, in base: Expression, _ arguments: [Expression.Argument], _ scope: Scope
  ) throws(ManifestError) {
    let container = try self.value(of: base, in: scope).unwrapped
    let key = try self.arguments(arguments, in: scope).first?.value.unwrapped ?? .none
    switch (container, key) {
    case (.list(let list), .number(let number)) where list.isOrdered && list.order != .set:
      var elements = list.elements
      guard let index = Int(exactly: number), elements.indices.contains(index) else {
        throw ManifestError(.malformed, "reaches past an array", at: base.range.lowerBound)
      }
      elements[index] = value
      let changed = try self.list(
        elements, holdsOptionals: list.holdsOptionals, for: "a list", at: base.range)
      try store(changed, in: base, scope)
    case (.dictionary(let dictionary), _) where !dictionary.holdsOptionals:
      guard let (others, _) = try removing(key, from: dictionary, base.range) else {
        return try markElementUncertain(of: container, base, scope)
      }
      let new = value.isNone ? [] : [(key: key, value: value.unwrapped)]
      try store(try self.dictionary(others + new, at: base.range), in: base, scope)
    default: try markElementUncertain(of: container, base, scope)
    }
  }

  private func markElementUncertain(
    of container: Value, _ base: Expression, _ scope: Scope
  ) throws(ManifestError) {
    let reason = refusal("assigns to an element", base.range)
    try markUncertain(container, because: reason)
    try markUncertain(base.range, because: reason, in: scope)
  }
}

extension Expression {
  var isSelf: Bool {
    if case .name("self") = kind { true } else { false }
  }
}

extension Value {
  /// The value with elements that are optional where those of the variable's old value are.
  func keepingType(of old: Value?) -> Value {
    switch (self, old?.unwrapped) {
    case (.list(let list), .list(let old)?) where old.holdsOptionals && !list.holdsOptionals:
      .list(List(elements: list.elements, order: list.order, holdsOptionals: true))
    case (.dictionary(let pairs), .dictionary(let old)?)
    where old.holdsOptionals && !pairs.holdsOptionals:
      .dictionary(Pairs(pairs: pairs.pairs, holdsOptionals: true))
    default: self
    }
  }

  /// A number that Swift holds as an `Int` and that is exact here.
  static func integer(_ number: Double) -> Value? {
    abs(number) < 9_007_199_254_740_992 ? .number(number) : nil
  }

  /// Whether a range may end with it.
  fileprivate var mayBound: Bool {
    switch self {
    case .number, .string, .made: true
    default: false
    }
  }
}
