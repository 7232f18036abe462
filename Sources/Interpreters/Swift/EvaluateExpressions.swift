/// Expressions.
extension Evaluation {
  func value(of expression: Expression, in scope: Scope) throws(ManifestError) -> Value {
    let value = try deeper(at: expression.range.lowerBound) { () throws(ManifestError) in
      try compute(expression, in: scope)
    }
    return isOptional(expression, in: scope) ? value.asOptional : value
  }

  private func compute(_ expression: Expression, in scope: Scope) throws(ManifestError) -> Value {
    switch expression.kind {
    case .missing: return .none
    case .boolean(let value): return .boolean(value)
    case .number(let text):
      // A number with a fraction would need its type to be printed.
      guard !text.contains("."), let number = Double(text), let value = Value.integer(number),
        number == number.rounded()
      else { return unknown("uses the number `\(text)`", expression) }
      return value
    case .string(let text): return .string(text, origin: expression.range)
    case .interpolated(let segments): return try interpolate(segments, expression, in: scope)
    case .name(let name): return try lookUp(name, expression, in: scope)
    case .implicitMember(let name): return try implicitMember(name, expression)
    case .member(let base, let name, _): return try member(name, of: base, expression, in: scope)
    case .call(let callee, let arguments):
      return try call(callee, arguments, expression, in: scope)
    case .index(let base, let arguments):
      return try index(base, arguments, expression, in: scope)
    case .array(let elements):
      let values = try values(of: elements, in: scope)
      return try list(values, for: "a list", at: expression.range)
    case .dictionary(let pairs): return try dictionary(pairs, expression, in: scope)
    case .tuple(let parts):
      return try tuple(try self.arguments(parts, in: scope), at: expression.range)
    case .labelled(let labels, let inner):
      return try labelled(try value(of: inner, in: scope), labels, at: expression.range)
    case .typed(let type, let inner):
      return try typed(try value(of: inner, in: scope), as: type, at: expression.range)
    case .closure(let function): return .function(Callable(function: function, scope: scope))
    case .prefix(let symbol, let operand): return try prefix(symbol, operand, in: scope)
    case .infix(let symbol, let left, let right):
      return try infix(symbol, left, right, expression, in: scope)
    case .condition(let test, let first, let second):
      return try conditional(test, first, second, in: scope)
    case .unwrap(let inner): return try unwrap(inner, expression, in: scope)
    case .chained(let inner): return try value(of: inner, in: scope)
    case .assignment(let symbol, let target, let value):
      return try assign(symbol, target, value, expression, in: scope)
    case .statement(let statement): return try statementValue(statement, in: scope)
    case .opaque(let name): return unknown("uses `\(name)`", expression)
    }
  }

  /// Gives labels to a tuple, or to the tuples of a list.
  func labelled(
    _ value: Value, _ labels: [String], at range: Range<Int>
  ) throws(ManifestError) -> Value {
    guard !labels.isEmpty else { return value }
    let count = value.list?.elements.count ?? 0
    try spend(steps: count, bytes: 64 * count, on: "tuples", at: range)
    return value.labelled(labels)
  }

  func unknown(_ reason: String, _ expression: Expression) -> Value {
    .unknown(refusal(reason, expression.range))
  }

  func values(of expressions: [Expression], in scope: Scope) throws(ManifestError) -> [Value] {
    var result: [Value] = []
    for expression in expressions { result.append(try value(of: expression, in: scope)) }
    return result
  }

  func arguments(
    _ arguments: [Expression.Argument], in scope: Scope
  ) throws(ManifestError) -> [(label: String?, value: Value)] {
    var result: [(label: String?, value: Value)] = []
    for argument in arguments {
      result.append((argument.label, try value(of: argument.value, in: scope)))
    }
    return result
  }

  /// Gives a value the type that is declared for it, if that makes a difference here.
  func typed(
    _ value: Value, as type: DeclaredType?, at range: Range<Int>
  ) throws(ManifestError) -> Value {
    switch (type, value.unwrapped) {
    case (.set?, .list(let list)) where list.order != .set:
      return try set(of: list.elements, for: "a set", at: range)
        ?? .unknown(refusal("makes a set of values that it cannot compare", range))
    case (.other(let name)?, .list), (.other(let name)?, .number):
      return .unknown(refusal("declares a value as \(name)", range))
    case (.unsupported(let name)?, _) where value.uncertainty == nil:
      return .unknown(refusal("declares a value as \(name)", range))
    case (.optional(let inner)?, _): return try typed(value, as: inner, at: range).asOptional
    case (.list(let inner)?, .list(let list)):
      var elements: [Value] = []
      for element in list.elements { elements.append(try typed(element, as: inner, at: range)) }
      return try self.list(
        elements, list.order, holdsOptionals: list.holdsOptionals || inner.isOptional,
        for: "a list", at: range)
    case (.dictionary(let inner)?, .dictionary(let dictionary)):
      var pairs: [(key: Value, value: Value)] = []
      for pair in dictionary.pairs {
        pairs.append((pair.key, try typed(pair.value, as: inner, at: range)))
      }
      return try self.dictionary(
        pairs, holdsOptionals: dictionary.holdsOptionals || inner.isOptional, at: range)
    case (.tuple(let types)?, .tuple(let tuple)) where types.count == tuple.parts.count:
      var parts: [(label: String?, value: Value)] = []
      for (part, type) in zip(tuple.parts, types) {
        parts.append((part.label, try typed(part.value, as: type, at: range)))
      }
      return try self.tuple(parts, at: range)
    default: return value
    }
  }

  private func dictionary(
    _ pairs: [(key: Expression, value: Expression)], _ expression: Expression, in scope: Scope
  ) throws(ManifestError) -> Value {
    var result: [(key: Value, value: Value)] = []
    for pair in pairs {
      result.append((try value(of: pair.key, in: scope), try value(of: pair.value, in: scope)))
    }
    return try dictionary(result, at: expression.range)
  }

  private func interpolate(
    _ segments: [Expression.Segment], _ expression: Expression, in scope: Scope
  ) throws(ManifestError) -> Value {
    var text = ""
    for segment in segments {
      switch segment {
      case .text(let part):
        try spend(bytes: part.utf8.count, on: "an interpolation", at: expression.range)
        text += part
      case .value(let part):
        let value = try value(of: part, in: scope)
        guard !value.isOptional else {
          return .unknown(
            value.uncertainty ?? refusal("interpolates an optional value", part.range))
        }
        guard let part = value.description else {
          return .unknown(value.uncertainty ?? refusal("interpolates a value", expression.range))
        }
        try spend(bytes: part.utf8.count, on: "an interpolation", at: expression.range)
        text += part
      }
    }
    return .string(text, origin: nil)
  }

  private func lookUp(
    _ name: String, _ expression: Expression, in scope: Scope
  ) throws(ManifestError) -> Value {
    if meansMember(name, in: scope, { $0.parameters.isEmpty }) {
      return try member(name, of: .this(expression), expression, in: scope)
    }
    if case .computed(let callable)? = scope[name] { return try call(callable, [], at: expression) }
    if let value = scope[name] { return value }
    switch name {
    case "nil": return .none
    case "self": return scope["self"] ?? .type("Self")
    case "_": return .none
    case _ where name.first?.isUppercase == true: return .type(name)
    default: return unknown("uses `\(name)`, which is not defined here", expression)
    }
  }

  /// `.name`: a static member that the file defines, or a case of the package description.
  private func implicitMember(
    _ name: String, _ expression: Expression
  ) throws(ManifestError) -> Value {
    if let own = try ownMember(name, of: nil, [], expression) { return own }
    guard name != "none" else { return unknown("uses `.none`", expression) }
    return .made(make(name, [], at: expression.range))
  }

  /// A static value or function that the file adds to a type, called with some arguments.
  ///
  /// Where several types have one of that name, it stays open until a type is expected.
  ///
  /// The type may be nil: any. The answer is nil where the file adds none that fits.
  func ownMember(
    _ name: String, of type: String?, _ values: [(label: String?, value: Value)],
    _ expression: Expression
  ) throws(ManifestError) -> Value? {
    let fitting = (members[name] ?? []).filter { member in
      member.callable.function.takes(values.map(\.label)) && !isRunning(member.callable)
        && type.map { member.type.isType($0) } != false
    }
    guard let first = fitting.first else { return nil }
    if fitting.count == 1 { return try call(first.callable, values, at: expression) }
    let open = make(name, values, at: expression.range)
    open.candidates = fitting
    return .made(open)
  }

  /// Resolves an implicit member by the type that is expected in its place.
  package func settled(_ value: Value, as type: String) throws(ManifestError) -> Value {
    guard let made = value.made, !made.candidates.isEmpty else { return value }
    let missing = Expression(kind: .missing, range: made.range, height: 1)
    let fitting = made.candidates.filter { $0.type.isType(type) }
    guard let only = fitting.first, fitting.count == 1 else {
      return unknown("uses `.\(made.name)`, which several types define", missing)
    }
    return try call(only.callable, made.fields, at: missing)
  }

  private func prefix(
    _ symbol: String, _ operand: Expression, in scope: Scope
  ) throws(ManifestError) -> Value {
    let value = try value(of: operand, in: scope).unwrapped
    switch (symbol, value) {
    case ("!", .boolean(let holds)): return .boolean(!holds)
    case ("-", .number(let number)): return .number(-number)
    case ("+", .number): return value
    case ("&", _):
      // The function may change the variable, and what it makes of it is not followed.
      try markUncertain(
        operand.range, because: refusal("passes a variable by `&`", operand.range), in: scope)
      return value
    default: return .unknown(value.uncertainty ?? refusal("negates a value", operand.range))
    }
  }

  private func conditional(
    _ test: Expression, _ first: Expression, _ second: Expression, in scope: Scope
  ) throws(ManifestError) -> Value {
    let holds = try value(of: test, in: scope)
    guard let holds = holds.boolean else { return .unknown(reason(of: holds)) }
    return try value(of: holds ? first : second, in: scope)
  }

  private func unwrap(
    _ inner: Expression, _ expression: Expression, in scope: Scope
  ) throws(ManifestError) -> Value {
    let value = try value(of: inner, in: scope)
    return value.isNone ? unknown("unwraps what is not there", expression) : value.unwrapped
  }

  private func statementValue(
    _ statement: Statement, in scope: Scope
  ) throws(ManifestError) -> Value {
    let last = statement.valued
    switch try run([last], in: Scope(in: scope)) {
    case .returned(let value): return value
    case .uncertain(let reason): return .unknown(reason)
    case .next, .jumped: break
    }
    return .unknown(refusal("uses a statement as a value", statement.range))
  }

  private func index(
    _ base: Expression, _ arguments: [Expression.Argument], _ expression: Expression,
    in scope: Scope
  ) throws(ManifestError) -> Value {
    let base = try value(of: base, in: scope).unwrapped
    let keys = try self.arguments(arguments, in: scope)
    guard let key = keys.first?.value.unwrapped else {
      return unknown("uses a subscript", expression)
    }
    switch (base, key) {
    case (.environment, .string(let name, _)) where environmentUncertainty == nil:
      assumptions.insert(name)
      return keys.first { $0.label == "default" }?.value ?? .none
    case (.list(let list), .number(let number)):
      guard list.isOrdered, list.order != .set else { return .unknown(unordered(expression.range)) }
      guard list.order != .slice else { return unknown("uses an index of a slice", expression) }
      let elements = list.elements
      guard let position = Int(exactly: number), elements.indices.contains(position) else {
        throw ManifestError(.malformed, "reaches past an array", at: expression.range.lowerBound)
      }
      return elements[position]
    case (.dictionary(let dictionary), _) where dictionary.holdsOptionals:
      return unknown("uses an element of a dictionary with optional values", expression)
    case (.dictionary(let dictionary), _):
      guard let (_, found) = try removing(key, from: dictionary, expression.range) else {
        return unknown("uses a subscript", expression)
      }
      return found.isNone ? keys.first { $0.label == "default" }?.value ?? .none : found
    case (.none, _): return .none
    default: return .unknown(base.uncertainty ?? refusal("uses a subscript", expression.range))
    }
  }
}

extension String {
  /// Whether a type's name means another one, which may be written with more before it.
  fileprivate func isType(_ type: String) -> Bool {
    self == type || hasSuffix("." + type)
  }
}

extension Statement {
  /// The statement with the last expression of each branch returned, as `if` expressions mean it.
  fileprivate var valued: Statement {
    switch kind {
    case .condition(let clauses, let then, let otherwise):
      Statement(
        kind: .condition(clauses, then: then.valued, otherwise: otherwise.valued), range: range)
    case .choice(let subject, let cases):
      Statement(
        kind: .choice(
          subject, cases.map { Case(patterns: $0.patterns, body: $0.body.valued) }),
        range: range)
    case .expression(let expression): Statement(kind: .return(expression), range: range)
    default: self
    }
  }
}

extension [Statement] {
  /// The block with its last expression returned.
  fileprivate var valued: [Statement] { dropLast() + suffix(1).map(\.valued) }
}
