/// Which values have an optional type, as far as the file shows.
///
/// The evaluation doesn't wrap values, so `nil` and a value stand for themselves. The type matters where
/// Swift prints a value (`Optional("a")`), and for methods that both optionals and collections have.
extension Evaluation {
  private static let members: Set<String> = ["first", "last"]
  private static let methods: Set<String> = [
    "first", "firstIndex", "last", "lastIndex", "max", "min", "popFirst", "popLast",
    "randomElement", "removeValue", "updateValue",
  ]
  private static let failing: Set<String> = [
    "Int", "Double", "Float", "Bool", "UInt", "URL", "Version", "Optional", "getenv",
  ]

  /// Whether an expression may have an optional type.
  func isOptional(_ expression: Expression, in scope: Scope) -> Bool {
    switch expression.kind {
    case .name(let name): scope.isOptional(name)
    case .member(let base, let name, let isChained):
      isChained || Self.members.contains(name) || optionalMembers.contains(name)
        || isOptional(base, in: scope)
    case .call(let callee, _): returnsOptional(callee, in: scope)
    case .index(let base, let arguments): isOptionalElement(of: base, arguments, in: scope)
    case .typed(let type, let inner): type == .optional || isOptional(inner, in: scope)
    case .condition(_, let first, let second):
      isOptional(first, in: scope) || isOptional(second, in: scope)
    case .infix("??", _, let fallback): isOptional(fallback, in: scope)
    default: false
    }
  }

  private func returnsOptional(_ callee: Expression, in scope: Scope) -> Bool {
    switch callee.kind {
    case .name(let name): optionalMembers.contains(name) || Self.failing.contains(name)
    case .member(let base, let name, let isChained):
      isChained || Self.methods.contains(name) || optionalMembers.contains(name)
        || isOptional(base, in: scope)
    default: false
    }
  }

  /// The element of a dictionary is optional, unless a default is given; that of an array isn't.
  private func isOptionalElement(
    of base: Expression, _ arguments: [Expression.Argument], in scope: Scope
  ) -> Bool {
    guard !arguments.contains(where: { $0.label == "default" }) else { return false }
    if case .name(let name) = base.kind, let value = scope[name] { return value.list == nil }
    if case .number? = arguments.first?.value.kind { return isOptional(base, in: scope) }
    return true
  }

  /// Whether a method is called on a collection that may be absent: `map` would then get all of it.
  func mapsOptional(
    _ name: String, _ object: Value, _ base: Expression, in scope: Scope
  ) -> Bool {
    guard ["map", "flatMap"].contains(name), isOptional(base, in: scope) else { return false }
    switch object {
    case .list, .dictionary, .string, .range: return true
    default: return false
    }
  }

  /// Records the names of properties and functions that are declared with an optional type.
  func noteOptional(_ statement: Statement) {
    switch statement.kind {
    case .binding(let names, let value):
      if case .typed(.optional, _) = value.kind { optionalMembers.formUnion(names) }
    case .function(let name, let function), .computed(let name, let function):
      if function.result == .optional { optionalMembers.insert(name) }
    default: break
    }
  }
}

extension Expression {
  /// Whether a variable is declared without a value.
  var isMissing: Bool {
    switch kind {
    case .missing: true
    case .typed(.optional, let inner), .labelled(_, let inner): inner.isMissing
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
    switch self {
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
    if case .number = self, ["Double", "Int"].contains(type) { return false }
    if case .number = self { return Self.standardTypes.contains(type) }
    guard let standardType, Self.standardTypes.contains(type) else { return false }
    return standardType != type
  }
}
