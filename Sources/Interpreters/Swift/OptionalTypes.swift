/// Which expressions have an optional type, as far as the file shows.
///
/// A value of such an expression becomes `Value.optional`. The type matters where Swift prints a value
/// (`Optional("a")`), and for methods that both optionals and collections have. A value may be marked
/// that isn't optional in Swift; whatever Swift allows only for other values then takes it as it is.
extension Evaluation {
  private static let members: Set<String> = ["first", "last"]
  private static let methods: Set<String> = [
    "first", "firstIndex", "last", "lastIndex", "max", "min", "popFirst", "popLast",
    "randomElement", "removeValue", "updateValue",
  ]
  private static let failing: Set<String> = [
    "Int", "Double", "Float", "Bool", "UInt", "URL", "Version", "Optional", "getenv",
  ]

  /// How many parts of an expression are looked at; a larger one may be optional.
  private static let partLimit = 100

  /// Whether an expression may have an optional type.
  func isOptional(_ expression: Expression, in scope: Scope) -> Bool {
    var rest = Self.partLimit
    return isOptional(expression, in: scope, &rest)
  }

  private func isOptional(_ expression: Expression, in scope: Scope, _ rest: inout Int) -> Bool {
    rest -= 1
    guard rest > 0 else { return true }
    switch expression.kind {
    case .name(let name): return name == "nil" || scope.isOptional(name)
    case .chained: return true
    case .member(let base, let name, let isChained):
      return isChained || Self.members.contains(name) || optionalMembers.contains(name)
        || isOptional(base, in: scope, &rest)
    case .call(let callee, _): return returnsOptional(callee, in: scope, &rest)
    case .index(let base, let arguments):
      return isOptionalElement(of: base, arguments, in: scope, &rest)
    case .typed(let type, let inner): return type.isOptional || isOptional(inner, in: scope, &rest)
    case .condition(_, let first, let second):
      return isOptional(first, in: scope, &rest) || isOptional(second, in: scope, &rest)
    case .infix("??", _, let fallback): return isOptional(fallback, in: scope, &rest)
    default: return false
    }
  }

  private func returnsOptional(
    _ callee: Expression, in scope: Scope, _ rest: inout Int
  ) -> Bool {
    switch callee.kind {
    case .name(let name):
      optionalMembers.contains(name) || Self.failing.contains(name) || scope.isOptional(name)
    case .chained: true
    case .member(let base, let name, let isChained):
      isChained || Self.methods.contains(name) || optionalMembers.contains(name)
        || isOptional(base, in: scope, &rest)
    default: false
    }
  }

  /// Whether the result of a closure or function has an optional type, as far as that is known before
  /// it runs.
  func returnsOptional(_ callable: Callable) -> Bool {
    let function = callable.function
    if let result = function.result { return result.isOptional }
    guard !function.mayReturnNil else { return true }
    guard function.body.count == 1, case .expression(let only) = function.body[0].kind else {
      return false
    }
    return isOptional(only, in: callable.scope)
  }

  /// The element of a dictionary is optional, unless a default is given; that of an array isn't.
  private func isOptionalElement(
    of base: Expression, _ arguments: [Expression.Argument], in scope: Scope, _ rest: inout Int
  ) -> Bool {
    if case .chained = base.kind { return true }
    guard !arguments.contains(where: { $0.label == "default" }) else { return false }
    if case .name(let name) = base.kind, let value = scope[name] { return value.list == nil }
    if case .number? = arguments.first?.value.kind { return isOptional(base, in: scope, &rest) }
    return true
  }

  /// Whether the file adds a member of a name to optional values, or to a protocol or the like.
  func mayExtendOptional(_ name: String) -> Bool {
    members[name]?.contains { $0.type.lastComponent == "Optional" } == true
  }

  /// Records the names of properties and functions that are declared with an optional type.
  func noteOptional(_ statement: Statement) {
    switch statement.kind {
    case .binding(let names, let value):
      if case .typed(.optional, _) = value.kind { optionalMembers.formUnion(names) }
    case .function(let name, let function), .computed(let name, let function):
      if function.result?.isOptional == true { optionalMembers.insert(name) }
    default: break
    }
  }
}

extension Expression {
  /// Whether a variable is declared without a value.
  var isMissing: Bool {
    switch kind {
    case .missing: true
    case .typed(_, let inner), .labelled(_, let inner): inner.isMissing
    default: false
    }
  }

  /// Whether it contains `?.`, so that a method after it may be one of what is unwrapped.
  var isChained: Bool {
    switch kind {
    case .chained: true
    case .member(let base, _, let isOptional): isOptional || base.isChained
    case .call(let base, _), .index(let base, _): base.isChained
    default: false
    }
  }
}

extension Value {
  private static let standardTypes: Set<String> = [
    "Array", "Bool", "Dictionary", "Double", "Int", "Set", "String",
  ]

  /// The standard library's type of the value; nil for values that can have several.
  private var standardType: String? {
    switch unwrapped {
    case .string: "String"
    case .boolean: "Bool"
    case .list(let list) where list.order == .array: "Array"
    case .dictionary: "Dictionary"
    default: nil
    }
  }

  /// Whether members that the file adds to a type can't be those of this value.
  func isOfAnotherType(than type: String) -> Bool {
    let type = type.lastComponent
    if made != nil { return Self.standardTypes.contains(type) }
    if case .number = unwrapped, ["Double", "Int"].contains(type) { return false }
    if case .number = unwrapped { return Self.standardTypes.contains(type) }
    guard let standardType, Self.standardTypes.contains(type) else { return false }
    return standardType != type
  }
}
