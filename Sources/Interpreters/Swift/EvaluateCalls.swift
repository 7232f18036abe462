/// Calls: of the file's own functions, of the package description, and of the standard library.
extension Evaluation {
  func call(
    _ callee: Expression, _ arguments: [Expression.Argument], _ expression: Expression,
    in scope: Scope
  ) throws(ManifestError) -> Value {
    switch callee.kind {
    case .name(let name):
      return try callNamed(name, arguments, expression, in: scope)
    case .implicitMember(let name):
      let values = try self.arguments(arguments, in: scope)
      return try construct(name, values, arguments, expression)
    case .member(let base, let name, let isOptional):
      return try callMember(name, of: base, isOptional, arguments, expression, in: scope)
    // An array or a dictionary can't be called: the brackets are a type.
    case .array(let types) where types.count == 1 && arguments.isEmpty:
      return try typed(
        try list([], for: "a list", at: expression.range), as: types[0].elementType?.inList,
        at: expression.range)
    case .dictionary(let types) where types.count == 1 && arguments.isEmpty:
      return try typed(
        try dictionary([], at: expression.range),
        as: types[0].value.elementType?.inDictionary, at: expression.range)
    default:
      let function = try value(of: callee, in: scope).unwrapped
      let values = try self.arguments(arguments, in: scope)
      guard case .function(let callable) = function else {
        return .unknown(function.uncertainty ?? refusal("calls a value", expression.range))
      }
      return try call(callable, values, at: expression)
    }
  }

  private func callNamed(
    _ name: String, _ arguments: [Expression.Argument], _ expression: Expression,
    in scope: Scope
  ) throws(ManifestError) -> Value {
    let labels = arguments.map(\.label)
    if meansMember(name, in: scope, { $0.takes(labels) }) {
      return try callMember(
        name, of: .this(expression), false, arguments, expression, in: scope)
    }
    let values = try self.arguments(arguments, in: scope)
    if case .unknown(let reason)? = scope[name] {
      for (_, value) in values { try markUncertain(value, because: reason) }
      return .unknown(reason)
    }
    if let callable = function(named: name, for: values, in: scope) {
      return try call(callable, values, at: expression)
    }
    switch name {
    case "print", "debugPrint", "fputs": return .none
    case "assert", "precondition":
      guard values.first?.value.boolean != false else {
        throw ManifestError(.malformed, "stops with `\(name)`", at: expression.range.lowerBound)
      }
      return .none
    case "setenv", "putenv", "unsetenv":
      environmentUncertainty = refusal("calls `\(name)`", expression.range)
      return .none
    case "getenv":
      if let environmentUncertainty { return .unknown(environmentUncertainty) }
      assumptions.insert(values.first?.value.string ?? "")
      return .none
    case "fatalError", "preconditionFailure", "exit":
      throw ManifestError(.malformed, "stops with `\(name)`", at: expression.range.lowerBound)
    case "Set", "Array": return try collect(name, values, expression)
    case "String":
      guard values.first?.value.isOptional != true else {
        return unknown("makes a `String` of an optional value", expression)
      }
      return try convert(values, expression)
    default: break
    }
    if let made = try instance(of: name, values, arguments, expression, in: scope) { return made }
    let reason = refusal("calls `\(name)`, which is not known here", expression.range)
    for (_, value) in values { try markUncertain(value, because: reason) }
    return .unknown(reason)
  }

  private func convert(
    _ values: [(label: String?, value: Value)], _ expression: Expression
  ) throws(ManifestError) -> Value {
    guard values.count == 1, [nil, "describing"].contains(values[0].label),
      let text = values[0].value.description
    else {
      return .unknown(
        values.first?.value.uncertainty
          ?? refusal("makes a `String` of a value that is not evaluated", expression.range))
    }
    try spend(bytes: text.utf8.count, on: "`String`", at: expression.range)
    return .string(text, origin: nil)
  }

  /// `Array(list)` and `Set(list)`; with a label they are made of something else.
  private func collect(
    _ type: String, _ values: [(label: String?, value: Value)], _ expression: Expression
  ) throws(ManifestError) -> Value {
    let range = expression.range
    let order: List.Order = type == "Set" ? .set : .array
    guard let only = values.first else { return try list([], order, for: "a list", at: range) }
    guard values.count == 1, only.label == nil, let found = try sequence(only.value, at: range)
    else {
      let what = type == "Set" ? "makes a set" : "makes a list"
      return .unknown(only.value.uncertainty ?? refusal(what, range))
    }
    if type == "Set" {
      return try set(of: found.elements, for: "`Set`", at: range)
        ?? .unknown(refusal("makes a set of values that it cannot compare", range))
    }
    let kept: List.Order = found.isOrdered ? .array : .unordered
    return try list(
      found.elements, kept, holdsOptionals: found.holdsOptionals, for: "`Array`", at: range)
  }

  /// The file's function of that name whose labels fit.
  private func function(
    named name: String, for values: [(label: String?, value: Value)], in scope: Scope
  ) -> Callable? {
    if case .function(let callable)? = scope[name]?.unwrapped { return callable }
    let labels = values.map(\.label)
    let fitting = (members[name] ?? []).filter { $0.callable.function.takes(labels) }
    return fitting.count == 1 ? fitting[0].callable : nil
  }

  /// Whether a name in a method means a member of its object, which hides names outside of the type.
  func meansMember(_ name: String, in scope: Scope, _ fits: (Function) -> Bool) -> Bool {
    guard scope.isOutsideMethod(name), let object = scope["self"] else { return false }
    return !ownMembers(name, of: object, fits).isEmpty
  }

  /// The file's methods and computed properties of a name that a value may have.
  ///
  /// Of an object of a type in the file, these are the type's own, if it has some. Constraints and
  /// protocols aren't evaluated, so several are possible.
  func ownMembers(
    _ name: String, of value: Value, _ fits: (Function) -> Bool
  ) -> [Member] {
    let fitting = (members[name] ?? []).filter { member in
      fits(member.callable.function) && !value.isOfAnotherType(than: member.type)
    }
    guard let made = value.made else { return fitting }
    let own = fitting.filter { $0.type.lastComponent == made.name }
    return own.isEmpty ? fitting : own
  }

  /// An object of the package description, or of a structure that the file defines.
  private func instance(
    of name: String, _ values: [(label: String?, value: Value)],
    _ arguments: [Expression.Argument], _ expression: Expression, in scope: Scope
  ) throws(ManifestError) -> Value? {
    guard name.first?.isUppercase == true else { return nil }
    if let value = standard(name, values, expression) { return value }
    guard Self.described.contains(name) || structures[name] != nil else { return nil }
    let made = self.made(
      name, try fields(values, of: name, at: expression.range), arguments, expression)
    if name == "Package" { packages.append(made) }
    if name == "Project" { projects.append(made) }
    if initialized.contains(name) {
      made.uncertainty = refusal("uses an initializer of `\(name)`", expression.range)
    }
    for statement in structures[name] ?? [] {
      guard case .binding(let names, let value) = statement.kind, made[names[0]] == nil else {
        continue
      }
      made[names[0]] = try self.value(of: value, in: scope)
    }
    return .made(made)
  }

  private func made(
    _ name: String, _ values: [(label: String?, value: Value)],
    _ arguments: [Expression.Argument], _ expression: Expression
  ) -> Made {
    let made = make(name, values, at: expression.range)
    if let first = arguments.first, let last = arguments.last {
      made.arguments = first.value.range.lowerBound..<last.value.range.upperBound
    }
    return made
  }

  /// `.name(...)`: the file's own static function, or a constructor of the package description.
  private func construct(
    _ name: String, of type: String? = nil, _ values: [(label: String?, value: Value)],
    _ arguments: [Expression.Argument], _ expression: Expression
  ) throws(ManifestError) -> Value {
    if let own = try ownMember(name, of: type, values, expression) { return own }
    guard name != "some" else { return unknown("uses `.some`", expression) }
    let bare = values.map { ($0.label, $0.value.unwrapped) }
    return .made(made(name, bare, arguments, expression))
  }

  /// The arguments of an initializer as values of the types that the fields have.
  private func fields(
    _ values: [(label: String?, value: Value)], of type: String, at range: Range<Int>
  ) throws(ManifestError) -> [(label: String?, value: Value)] {
    guard structures[type] != nil else { return values.map { ($0.label, $0.value.unwrapped) } }
    var result: [(label: String?, value: Value)] = []
    for (label, value) in values {
      let declared = label.flatMap { declaredType(of: $0, in: type) }
      result.append((label, try typed(value, as: declared, at: range)))
    }
    return result
  }

  private func callMember(
    _ name: String, of base: Expression, _ isOptional: Bool, _ arguments: [Expression.Argument],
    _ expression: Expression, in scope: Scope
  ) throws(ManifestError) -> Value {
    let whole = try value(of: base, in: scope)
    let object = whole.unwrapped
    if object.isModule {
      return try callNamed(name, arguments, expression, in: scope)
    }
    let values = try self.arguments(arguments, in: scope)
    guard !mayExtendOptional(name) else {
      return unknown("calls `.\(name)`, which the file defines for optional values", expression)
    }
    if case .none = object { return .none }
    if case .type(let type) = object {
      if let made = name == "init"
        ? try instance(of: type, values, arguments, expression, in: scope) : nil
      {
        return made
      }
      return try callStatic(name, of: type, values, arguments, expression)
    }
    let labels = values.map(\.label)
    let own = ownMembers(name, of: object) { $0.takes(labels) }
    guard own.count < 2 else {
      return unknown("calls `.\(name)`, which the file defines more than once", expression)
    }
    if let only = own.first {
      let isUnwrapped = isOptional || base.isChained
      return try call(
        only.callable, on: isUnwrapped ? object : whole, base, values, expression, in: scope)
    }
    if !isOptional, case .optional = whole, ["map", "flatMap"].contains(name) {
      return try mapOptional(name, object, base, values, expression)
    }
    if let result = try mutate(name, base, object, values, expression, in: scope) {
      return result
    }
    if let result = try method(name, of: object, values, expression) { return result }
    let reason = object.uncertainty ?? refusal("calls `.\(name)`", expression.range)
    try markUncertain(object, because: reason)
    for (_, value) in values { try markUncertain(value, because: reason) }
    if Self.mutating.contains(name) { try store(.unknown(reason), in: base, scope) }
    return .unknown(reason)
  }

  /// Evaluates `map` or `flatMap` of a value that may be absent, and is not.
  private func mapOptional(
    _ name: String, _ object: Value, _ base: Expression,
    _ values: [(label: String?, value: Value)], _ expression: Expression
  ) throws(ManifestError) -> Value {
    guard !base.isChained, values.count == 1, case .function(let function) = values[0].value else {
      return unknown("calls `.\(name)` of an optional value", expression)
    }
    let result = try call(function, [(nil, object)], at: expression)
    guard name == "flatMap" || !result.isOptional else {
      return unknown("nests optional values", expression)
    }
    return result.asOptional
  }

  /// Makes an object, which lives as long as the evaluation.
  func make(
    _ name: String, _ fields: [(label: String?, value: Value)], at range: Range<Int>
  ) -> Made {
    let made = Made(name, fields, at: range)
    objects.append(made)
    return made
  }

  /// Runs one of the file's methods on a value; a structure that it changes is a copy.
  private func call(
    _ callable: Callable, on object: Value, _ base: Expression,
    _ values: [(label: String?, value: Value)], _ expression: Expression, in scope: Scope
  ) throws(ManifestError) -> Value {
    let before = (all: writes, own: selfWrites)
    guard let made = object.made else {
      let bound = Scope(in: callable.scope)
      bound.declare("self", object)
      let method = Callable(function: callable.function, scope: bound)
      let result = try call(method, values, at: expression)
      guard selfWrites == before.own else {
        let reason = refusal("changes a value in a method", expression.range)
        try markUncertain(base.range, because: reason, in: scope)
        return .unknown(reason)
      }
      return result
    }
    guard valueTypes.contains(made.name), !base.isSelf else {
      return try call(callable, on: made, values, at: expression)
    }
    let copy = made.copy()
    objects.append(copy)
    let result = try call(callable, on: copy, values, at: expression)
    if writes != before.all { try store(.made(copy), in: base, scope) }
    return result
  }

  /// Runs a method: the object's properties are names in it.
  func call(
    _ callable: Callable, on made: Made, _ values: [(label: String?, value: Value)],
    at expression: Expression
  ) throws(ManifestError) -> Value {
    let bound = Scope(in: callable.scope)
    bound.object = made
    bound.declare("self", .made(made))
    let method = Callable(function: callable.function, scope: bound)
    return try call(method, values, at: expression)
  }

  private func callStatic(
    _ name: String, of type: String, _ values: [(label: String?, value: Value)],
    _ arguments: [Expression.Argument], _ expression: Expression
  ) throws(ManifestError) -> Value {
    guard Self.described.contains(type) || members[name] != nil else {
      return unknown("calls `\(type).\(name)`", expression)
    }
    return try construct(
      name, of: type == "Self" ? nil : type, values, arguments, expression)
  }

  /// Whether a function is being run, so that its own name in it means what it stands for.
  func isRunning(_ callable: Callable) -> Bool {
    callable.function.body.first.map { running.contains($0.range) } ?? false
  }

  /// Runs one of the file's own functions.
  func call(
    _ callable: Callable, _ values: [(label: String?, value: Value)], at expression: Expression
  ) throws(ManifestError) -> Value {
    try spend(bytes: 256, on: "a call", at: expression.range)
    let scope = Scope(in: callable.scope)
    let function = callable.function
    guard try bind(function.parameters, to: values, expression, in: scope) else {
      return unknown("calls a function with other arguments", expression)
    }
    for parameter in function.parameters where scope.isUnbound(parameter.name) {
      guard let fallback = parameter.fallback else { continue }
      let value = try typed(
        try value(of: fallback, in: callable.scope), as: parameter.type, at: fallback.range)
      declare(parameter, value, in: scope)
    }
    if let first = function.body.first { running.append(first.range) }
    defer { if !function.body.isEmpty { running.removeLast() } }
    if function.body.count == 1, case .expression(let only) = function.body[0].kind {
      return try result(try value(of: only, in: scope), of: function, at: expression.range)
    }
    let body = function.body.count == 1 ? function.body.map(\.returned) : function.body
    switch try run(body, in: scope) {
    case .returned(let value): return try result(value, of: function, at: expression.range)
    case .uncertain(let reason): return .unknown(reason)
    case .next, .jumped: return .none
    }
  }

  private func result(
    _ value: Value, of function: Function, at range: Range<Int>
  ) throws(ManifestError) -> Value {
    let typed = try typed(value, as: function.result, at: range)
    return function.mayReturnNil ? typed.asOptional : typed
  }

  private func declare(_ parameter: Function.Parameter, _ value: Value, in scope: Scope) {
    scope.declare(parameter.name, value)
    if let type = parameter.type, !parameter.isVariadic { scope.type(parameter.name, type) }
    if parameter.type?.isOptional == true, !parameter.isVariadic {
      scope.markOptional(parameter.name)
    }
  }

  private func bind(
    _ parameters: [Function.Parameter], to values: [(label: String?, value: Value)],
    _ expression: Expression, in scope: Scope
  ) throws(ManifestError) -> Bool {
    if parameters.isEmpty {
      for (index, argument) in values.enumerated() {
        scope.declare("$\(index)", argument.value)
      }
      return true
    }
    var rest = values[...]
    for parameter in parameters {
      if parameter.isVariadic {
        let list = try self.list(rest.map(\.value), for: "a call", at: expression.range)
        declare(
          parameter,
          try typed(list, as: parameter.type.map { .list($0) }, at: expression.range), in: scope)
        rest = []
      } else if let next = rest.first, next.label == parameter.label {
        let value = try typed(next.value, as: parameter.type, at: expression.range)
        declare(parameter, value, in: scope)
        rest = rest.dropFirst()
      } else if parameter.fallback == nil {
        return false
      } else {
        scope.declare(parameter.name, Scope.unbound)
      }
    }
    return rest.isEmpty
  }
}

extension Expression {
  /// Its type as the element of a list or dictionary that is created empty, if that is optional.
  fileprivate var elementType: DeclaredType? {
    switch kind {
    case .chained: .optional(nil)
    case .array(let types): types.contains { $0.elementType != nil } ? .unsupportedOptional : nil
    case .dictionary(let types):
      types.contains { $0.value.elementType != nil } ? .unsupportedOptional : nil
    case .tuple(let types):
      types.contains { $0.value.elementType != nil } ? .unsupportedOptional : nil
    case .opaque: .unsupportedOptional
    default: nil
    }
  }

  /// The object of a method, in the place of another expression.
  static func this(_ expression: Expression) -> Expression {
    Expression(kind: .name("self"), range: expression.range, height: 1)
  }
}

extension Scope {
  /// Stands for a parameter that takes its default.
  static let unboundName = "(default)"
  static var unbound: Value { .type(unboundName) }

  func isUnbound(_ name: String) -> Bool {
    if case .type(Self.unboundName)? = self[name] { true } else { false }
  }
}

extension Function {
  /// Whether a call with these labels may mean it.
  func takes(_ labels: [String?]) -> Bool {
    var rest = labels[...]
    for parameter in parameters {
      if parameter.isVariadic { return true }
      if let next = rest.first, next == parameter.label {
        rest = rest.dropFirst()
      } else if parameter.fallback == nil {
        return false
      }
    }
    return rest.isEmpty
  }
}

extension Statement {
  /// A block's only statement, which stands for its value.
  fileprivate var returned: Statement {
    switch kind {
    case .condition, .choice:
      Statement(
        kind: .return(Expression(kind: .statement(self), range: range, height: 1)), range: range)
    default: self
    }
  }
}
