/// Reads what the tokens of a type say about its values.
struct TypeReader {
  private static let depthLimit = 16

  let tokens: [Token]
  /// Names of the file for types that change what a literal is.
  let aliases: [String: DeclaredType]
  private var index = 0
  private var depth = 0

  init(tokens: [Token], aliases: [String: DeclaredType]) {
    self.tokens = tokens.flatMap(\.symbols)
    self.aliases = aliases
  }

  /// Returns what the type makes of a literal; nil if it is what the literal alone would be.
  func type() -> DeclaredType? {
    if tokens.contains(where: { $0.kind == .symbol("->") }) { return functionType() }
    var reader = self
    let result = reader.parsed()
    guard reader.isComplete, reader.index == tokens.count else {
      return hasOptional ? .unsupported("a type with optional values") : nil
    }
    return result
  }

  private var isComplete = true
  private var hasOptional: Bool { tokens.contains(where: \.makesOptional) }

  /// A function's type ends with that of its result.
  private func functionType() -> DeclaredType? {
    guard hasOptional else { return nil }
    let isBracketed = tokens.first?.kind == .mark("[")
    guard !isBracketed, tokens.last?.makesOptional == true else {
      return .unsupported("a function with optional values")
    }
    return .optional(nil)
  }

  private var kind: Token.Kind { index < tokens.count ? tokens[index].kind : .end }

  private mutating func consume(_ expected: Token.Kind) -> Bool {
    guard kind == expected else { return false }
    index += 1
    return true
  }

  private mutating func parsed() -> DeclaredType? {
    guard depth < Self.depthLimit else {
      isComplete = false
      return nil
    }
    depth += 1
    defer { depth -= 1 }
    var result = primary()
    while case .symbol(let symbol) = kind, ["?", "!"].contains(symbol) {
      index += 1
      result =
        result?.isOptional == true
        ? .unsupported("an optional of an optional value") : .optional(result)
    }
    return result
  }

  private mutating func primary() -> DeclaredType? {
    switch kind {
    case .mark("["): return bracketed()
    case .mark("("): return tuple()
    case .mark("@"):
      index += 2
      return primary()
    case .identifier: return named()
    default:
      isComplete = false
      return nil
    }
  }

  private mutating func bracketed() -> DeclaredType? {
    index += 1
    let first = parsed()
    let isDictionary = consume(.mark(":"))
    let value = isDictionary ? parsed() : nil
    if !consume(.mark("]")) { isComplete = false }
    guard isDictionary else { return first.map { .list($0) } }
    return dictionary(first, value)
  }

  private func dictionary(_ key: DeclaredType?, _ value: DeclaredType?) -> DeclaredType? {
    key == nil
      ? value.map { .dictionary($0) } : .unsupported("a dictionary whose keys have such a type")
  }

  private mutating func tuple() -> DeclaredType? {
    index += 1
    var parts: [DeclaredType?] = []
    while isComplete, !consume(.mark(")")) {
      skipLabel()
      parts.append(parsed())
      if !consume(.mark(",")), kind != .mark(")") { isComplete = false }
    }
    if parts.count == 1 { return parts[0] }
    return parts.contains { $0 != nil } ? .tuple(parts) : nil
  }

  private mutating func skipLabel() {
    guard case .identifier = kind else { return }
    let next = index + 1 < tokens.count ? tokens[index + 1].kind : .end
    if next == .mark(":") { index += 2 }
  }

  private mutating func named() -> DeclaredType? {
    var name = ""
    while case .identifier(let word) = kind {
      index += 1
      name = word
      _ = consume(.symbol("."))
    }
    let arguments = kind == .symbol("<") ? arguments() : []
    switch (name, arguments.count) {
    case ("Optional", 1):
      let isNested = arguments[0]?.isOptional == true
      return isNested ? .unsupported("an optional of an optional value") : .optional(arguments[0])
    case ("Array", 1): return arguments[0].map { .list($0) }
    case ("Dictionary", 2): return dictionary(arguments[0], arguments[1])
    case ("Set", _): return arguments.first.map { $0 == nil } == false ? nestedSet : .set
    default: break
    }
    if Self.fractions.contains(name) { return .other("`\(name)`") }
    if let alias = aliases[name] { return alias }
    return arguments.contains { $0 != nil } ? .unsupported("`\(name)` of such values") : nil
  }

  private var nestedSet: DeclaredType { .unsupported("a set of such values") }

  private mutating func arguments() -> [DeclaredType?] {
    index += 1
    var result: [DeclaredType?] = []
    while isComplete {
      result.append(parsed())
      if consume(.symbol(">")) { break }
      if !consume(.mark(",")) { isComplete = false }
    }
    return result
  }

  /// Types that a literal without a fraction may have, and print with one.
  private static let fractions: Set<String> = [
    "Double", "Float", "Float16", "Float32", "Float64", "Float80", "CGFloat", "Decimal",
    "TimeInterval",
  ]
}

extension Token {
  /// The symbols of types in an operator such as `>?`, which the lexer takes as one.
  fileprivate var symbols: [Token] {
    guard case .symbol(let text) = kind, text.allSatisfy({ "<>?!&".contains($0) }) else {
      return [self]
    }
    return text.map { symbol in
      Token(
        kind: .symbol(String(symbol)), range: range, startsLine: startsLine,
        followsSpace: followsSpace)
    }
  }
}

extension DeclaredType {
  /// A type with optional values at a place that is not read.
  static let unsupportedOptional = DeclaredType.unsupported("a type with optional values")

  /// The type of an array of such values, which is not evaluated if they aren't.
  var inList: DeclaredType {
    if case .unsupported = self { self } else { .list(self) }
  }

  /// The type of a dictionary of such values, which is not evaluated if they aren't.
  var inDictionary: DeclaredType {
    if case .unsupported = self { self } else { .dictionary(self) }
  }

  /// What a name of the file for the type says about values.
  func named(_ name: String) -> DeclaredType {
    switch self {
    case .set, .other: .other("`\(name)`")
    default: .unsupported("`\(name)`")
    }
  }
}
