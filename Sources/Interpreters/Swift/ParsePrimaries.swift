/// Literals, names, brackets and closures, and the types that are passed over.
extension Parser {
  mutating func primary() throws(ManifestError) -> Expression {
    let start = token.range.lowerBound
    let kind = token.kind
    switch kind {
    case .number(let text):
      advance()
      return try make(.number(text), from: start, over: [])
    case .string(let segments):
      advance()
      return try string(segments, from: start)
    case .identifier(let name): return try named(name, from: start)
    case .symbol("."):
      advance()
      return try make(.implicitMember(try identifier("a member")), from: start, over: [])
    case .mark("["): return try bracketed()
    case .mark("("):
      advance()
      return try tuple(from: start)
    case .mark("{"): return try closure()
    case .mark("$"): return try shorthand(from: start)
    case .mark("\\"): return try keyPath(from: start)
    case .directive(let name):
      advance()
      if consume(.mark("(")) { try skipBalanced() }
      return try make(.opaque("#\(name)"), from: start, over: [])
    case .regex:
      advance()
      return try make(.opaque("a regular expression"), from: start, over: [])
    case .symbol(let symbol) where symbol.hasPrefix("/"):
      throw ManifestError(.refused, "has a regular expression", at: start)
    case .symbol("<<<<<<<"):
      throw ManifestError(.malformed, "has the markers of a merge conflict", at: start)
    case .symbol(let symbol) where isOwnOperator(symbol):
      throw ManifestError(.refused, "uses the operator `\(symbol)`", at: start)
    default: throw unexpected("an expression")
    }
  }

  private mutating func named(_ name: String, from start: Int) throws(ManifestError) -> Expression {
    switch name {
    case "true", "false":
      advance()
      return try make(.boolean(name == "true"), from: start, over: [])
    case "if", "switch":
      let kind = name == "if" ? try condition() : try choice()
      let statement = Statement(kind: kind, range: start..<lastEnd)
      return try make(.statement(statement), from: start, over: [])
    default:
      advance()
      guard token.kind == .symbol("<"), !token.followsSpace, skipsOptionalTypes() else {
        return try make(.name(name), from: start, over: [])
      }
      return try make(.opaque("\(name) of optional values"), from: start, over: [])
    }
  }

  /// Takes `<...>` after a name where it closes before a call or a member, as in `Set<String>()`.
  ///
  /// - Returns: whether one of the types is optional.
  private mutating func skipsOptionalTypes() -> Bool {
    let start = index
    var copy = self
    if (try? copy.skipGenerics(atMost: 64)) != nil,
      copy.token.kind == .mark("(") || copy.token.kind == .symbol(".")
    {
      index = copy.index
      return tokens[start..<index].contains(where: \.makesOptional)
    }
    index = start
    return false
  }

  private func string(
    _ segments: [Token.Segment], from start: Int
  ) throws(ManifestError) -> Expression {
    if segments.count == 1, case .text(let text) = segments[0] {
      return try make(.string(text), from: start, over: [])
    }
    var parts: [Expression.Segment] = []
    var values: [Expression] = []
    for segment in segments {
      switch segment {
      case .text(let text): parts.append(.text(text))
      case .interpolation(let tokens):
        let value = try interpolated(tokens, at: start)
        values.append(value)
        parts.append(.value(value))
      }
    }
    return try make(.interpolated(parts), from: start, over: values)
  }

  private func interpolated(_ tokens: [Token], at start: Int) throws(ManifestError) -> Expression {
    guard depth < Self.depthLimit, let last = tokens.last else {
      throw ManifestError(.refused, "nests too deep", at: start)
    }
    let end = Token(
      kind: .end, range: last.range.upperBound..<last.range.upperBound, startsLine: true,
      followsSpace: true)
    var inner = Parser(tokens: tokens + [end])
    inner.depth = depth + 1
    return try inner.expression()
  }

  private mutating func bracketed() throws(ManifestError) -> Expression {
    let start = token.range.lowerBound
    advance()
    return try nested { parser throws(ManifestError) in
      parser.blocksFollow = false
      if parser.consume(.mark(":")) {
        try parser.expect(.mark("]"), "`]`")
        return try parser.make(.dictionary([]), from: start, over: [])
      }
      return try parser.elements(from: start)
    }
  }

  private mutating func elements(from start: Int) throws(ManifestError) -> Expression {
    var elements: [Expression] = []
    var pairs: [(key: Expression, value: Expression)] = []
    while !consume(.mark("]")) {
      let element = try expression()
      if consume(.mark(":")) {
        pairs.append((element, try expression()))
      } else {
        elements.append(element)
      }
      guard consume(.mark(",")) || token.kind == .mark("]") else { throw unexpected("`,` or `]`") }
    }
    guard pairs.isEmpty else {
      let parts = pairs.map(\.key) + pairs.map(\.value)
      return try make(.dictionary(pairs), from: start, over: parts)
    }
    return try make(.array(elements), from: start, over: elements)
  }

  private mutating func tuple(from start: Int) throws(ManifestError) -> Expression {
    let parts = try arguments(until: .mark(")"))
    if parts.count == 1, parts[0].label == nil { return parts[0].value }
    return try make(.tuple(parts), from: start, over: parts.map(\.value))
  }

  private mutating func shorthand(from start: Int) throws(ManifestError) -> Expression {
    advance()
    guard case .number(let number) = token.kind else { throw unexpected("a number") }
    advance()
    // The lexer takes `$0.1` as a number after `$`.
    let parts = number.split(separator: ".").map(String.init)
    var value = try make(.name("$\(parts[0])"), from: start, over: [])
    for part in parts.dropFirst() {
      value = try make(.member(value, part, isOptional: false), from: start, over: [value])
    }
    return value
  }

  private mutating func keyPath(from start: Int) throws(ManifestError) -> Expression {
    advance()
    if case .identifier = token.kind { advance() }
    guard consume(.symbol(".")) else { throw unexpected("a key path") }
    let name = try identifier("a member")
    let parameter = Expression(kind: .name("$0"), range: start..<lastEnd, height: 1)
    let member = try make(
      .member(parameter, name, isOptional: false), from: start, over: [parameter])
    let body = Statement(kind: .expression(member), range: member.range)
    return try make(
      .closure(Function(parameters: [], result: nil, body: [body])), from: start, over: [member])
  }

  /// An operator that is passed as a function: `sorted(by: <)`.
  mutating func operatorFunction(_ symbol: String) throws(ManifestError) -> Expression {
    let start = token.range.lowerBound
    advance()
    let operands = ["$0", "$1"].map {
      Expression(kind: .name($0), range: start..<lastEnd, height: 1)
    }
    let value = try make(.infix(symbol, operands[0], operands[1]), from: start, over: operands)
    let body = Statement(kind: .expression(value), range: value.range)
    return try make(
      .closure(Function(parameters: [], result: nil, body: [body])), from: start, over: [value])
  }

  mutating func closure() throws(ManifestError) -> Expression {
    let start = token.range.lowerBound
    return try nested { parser throws(ManifestError) in
      parser.blocksFollow = false
      try parser.refuseAccessors(after: parser.index)
      try parser.expect(.mark("{"), "`{`")
      let signature = try parser.signature()
      let first = parser.index
      let body = try parser.statements(until: .mark("}"))
      try parser.expect(.mark("}"), "`}`")
      var function = Function(
        parameters: signature.parameters, result: signature.result, body: body)
      function.mayReturnNil =
        signature.result == nil && parser.mayProduceNil(first..<parser.index)
      return try parser.make(.closure(function), from: start, over: [])
    }
  }

  /// The parameters before `in`, if a closure names them.
  private mutating func signature() throws(ManifestError) -> Signature {
    let start = index
    let captures = consume(.mark("[")) ? try skippedCaptures() : []
    let isBracketed = consume(.mark("("))
    var parameters: [Function.Parameter] = []
    while case .identifier(let name) = token.kind, name != "in" {
      advance()
      let type = consume(.mark(":")) ? try skipType() : nil
      parameters.append(
        Function.Parameter(label: nil, name: name, isVariadic: false, fallback: nil, type: type))
      if !consume(.mark(",")) { break }
    }
    if isBracketed, !consume(.mark(")")) { return rewind(to: start) }
    try skipEffects()
    let result = consume(.symbol("->")) ? try skipType() : nil
    guard consume(word: "in") else { return rewind(to: start) }
    // A capture list copies values when the closure is made; the evaluation shares variables.
    guard captures.isSubset(of: ["self", "weak", "unowned", "safe", "unsafe"]) else {
      throw ManifestError(
        .refused, "has a closure with a capture list", at: tokens[start].range.lowerBound)
    }
    return Signature(parameters: parameters, result: result)
  }

  /// Whether tokens have a `nil` that is not only compared.
  private func mayProduceNil(_ range: Range<Int>) -> Bool {
    let comparisons: [Token.Kind] = [.symbol("=="), .symbol("!=")]
    return range.contains { index in
      tokens[index].kind == .identifier("nil") && !comparisons.contains(tokens[index - 1].kind)
        && !comparisons.contains(tokens[min(index + 1, tokens.count - 1)].kind)
    }
  }

  /// Passes over a capture list, or over what begins like one.
  ///
  /// - Returns: the names in it.
  private mutating func skippedCaptures() throws(ManifestError) -> Set<String> {
    let start = index
    try skipBalanced()
    return mentions(from: start)
  }

  private mutating func rewind(to start: Int) -> Signature {
    index = start
    return Signature()
  }
}

/// The parameters and the result of a closure, as it declares them before `in`.
private struct Signature {
  var parameters: [Function.Parameter] = []
  var result: DeclaredType?
}

/// Skips types: the values of a manifest show their type.
extension Parser {
  @discardableResult
  mutating func skipType() throws(ManifestError) -> DeclaredType? {
    let start = index
    try nested { parser throws(ManifestError) in try parser.skipTypeBody() }
    return declaredType(start..<index)
  }

  /// What a type makes of a literal, if it is not what the literal alone would be.
  private func declaredType(_ range: Range<Int>) -> DeclaredType? {
    TypeReader(tokens: Array(tokens[range]), aliases: aliases).type()
  }

  private mutating func skipTypeBody() throws(ManifestError) {
    while token.kind == .mark("@") || isTypeModifier { advance() }
    switch token.kind {
    case .mark("["), .mark("("):
      advance()
      try skipBalanced()
    case .identifier: advance()
    default: throw unexpected("a type")
    }
    try skipTypeSuffixes()
  }

  private var isTypeModifier: Bool {
    guard case .identifier(let word) = token.kind else { return false }
    return Self.typeModifiers.contains(word) && peek().startsTypeName
  }

  private static let typeModifiers: Set<String> = [
    "any", "some", "inout", "escaping", "Sendable", "isolated", "sending", "borrowing", "consuming",
    "each", "repeat", "nonisolated", "autoclosure", "MainActor",
  ]

  private mutating func skipTypeSuffixes() throws(ManifestError) {
    while true {
      switch token.kind {
      case .symbol("."), .symbol("&"):
        advance()
        _ = try identifier("a type")
      case .symbol("<"): try skipGenerics()
      case .symbol("?"), .symbol("!"), .symbol("??"): advance()
      case .symbol("->"):
        advance()
        try skipType()
      default: return
      }
    }
  }

  mutating func skipGenerics(atMost limit: Int = .max) throws(ManifestError) {
    let start = index
    advance()
    var open = 1
    while open > 0 {
      guard index - start <= limit else { throw unexpected("`>`") }
      guard case .symbol(let symbol) = token.kind else {
        if token.kind == .end || token.kind == .mark("{") { throw unexpected("`>`") }
        advance()
        continue
      }
      if symbol == "->" {
        advance()
        continue
      }
      open += symbol.filter { $0 == "<" }.count - symbol.filter { $0 == ">" }.count
      advance()
    }
  }
}

extension Token {
  /// Whether it stands for an optional type in the name of a type.
  var makesOptional: Bool {
    switch kind {
    case .symbol(let symbol): symbol.contains("?")
    case .identifier(let name): name == "Optional"
    default: false
    }
  }

  fileprivate var startsTypeName: Bool {
    switch kind {
    case .identifier, .mark("["), .mark("("): true
    default: false
    }
  }
}
