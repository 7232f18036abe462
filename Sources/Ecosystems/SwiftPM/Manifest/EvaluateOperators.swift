/// Operators, and assignments to variables, fields and elements.
extension Evaluation {
  func infix(
    _ symbol: String, _ left: Expression, _ right: Expression, _ expression: Expression,
    in scope: Scope
  ) throws(ManifestError) -> Value {
    let first = try value(of: left, in: scope)
    switch symbol {
    case "&&", "||": return try logic(symbol, first, right, in: scope)
    case "??": return try first.isNone ? value(of: right, in: scope) : first
    default:
      let second = try value(of: right, in: scope)
      return combine(symbol, first, second)
        ?? .unknown(
          first.doubt ?? second.doubt ?? refusal("computes with `\(symbol)`", expression.range))
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

  func combine(_ symbol: String, _ left: Value, _ right: Value) -> Value? {
    switch (symbol, left, right) {
    case ("==", _, _): left.equals(right).map { .boolean($0) }
    case ("!=", _, _): left.equals(right).map { .boolean(!$0) }
    case ("+", .string(let one, _), .string(let other, _)): .string(one + other, origin: nil)
    case ("+", .array(let one), .array(let other)): .array(one + other)
    case ("+", .array(let one), .unknown): .array(one + [right])
    case ("+", .unknown, .array(let other)): .array([left] + other)
    case ("+", .number(let one), .number(let other)): .number(one + other)
    case ("-", .number(let one), .number(let other)): .number(one - other)
    case ("..<", _, _): .range(left, right, isClosed: false)
    case ("...", _, _): .range(left, right, isClosed: true)
    case ("<", .number(let one), .number(let other)): .boolean(one < other)
    case (">", .number(let one), .number(let other)): .boolean(one > other)
    case ("<=", .number(let one), .number(let other)): .boolean(one <= other)
    case (">=", .number(let one), .number(let other)): .boolean(one >= other)
    default: nil
    }
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
    let joined = combine(symbol == "+=" ? "+" : "-", old, new)
    let result =
      old.isNone
      ? new
      : joined
        ?? .unknown(
          old.doubt ?? new.doubt ?? refusal("computes with `\(symbol)`", expression.range))
    try store(result, in: target, scope)
    return .none
  }

  /// Writes a value to where an expression points.
  func store(_ value: Value, in target: Expression, _ scope: Scope) throws(ManifestError) {
    switch target.kind {
    case .name(let name): scope.assign(name, value)
    case .unwrap(let inner): try store(value, in: inner, scope)
    case .member(let base, let name, _):
      let object = try self.value(of: base, in: scope)
      object.made?[name] = value
    case .index(let base, let arguments):
      try storeElement(value, in: base, arguments, scope)
    default: doubt(target.range, because: refusal("assigns to a value", target.range), in: scope)
    }
  }

  private func storeElement(
    _ value: Value, in base: Expression, _ arguments: [Expression.Argument], _ scope: Scope
  ) throws(ManifestError) {
    let container = try self.value(of: base, in: scope)
    let key = try self.arguments(arguments, in: scope).first?.value ?? .none
    switch (container, key) {
    case (.array(var elements), .number(let number)):
      guard let index = Int(exactly: number), elements.indices.contains(index) else { return }
      elements[index] = value
      try store(.array(elements), in: base, scope)
    case (.dictionary(let pairs), _):
      let others = pairs.filter { $0.key.equals(key) != true }
      try store(.dictionary(others + [(key, value)]), in: base, scope)
    default:
      doubt(base.range, because: refusal("assigns to an element", base.range), in: scope)
    }
  }
}
