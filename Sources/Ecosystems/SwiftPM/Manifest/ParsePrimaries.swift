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
      if token.kind == .symbol("<"), !token.followsSpace { skipTypeArguments() }
      return try make(.name(name), from: start, over: [])
    }
  }

  /// Takes `<...>` after a name where it closes before a call or a member, as in `Set<String>()`.
  private mutating func skipTypeArguments() {
    let start = index
    var copy = self
    if (try? copy.skipGenerics(atMost: 64)) != nil,
      copy.token.kind == .mark("(") || copy.token.kind == .symbol(".")
    {
      index = copy.index
    } else {
      index = start
    }
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
    return try make(.name("$\(number)"), from: start, over: [])
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
      let parameters = try parser.signature()
      let body = try parser.statements(until: .mark("}"))
      try parser.expect(.mark("}"), "`}`")
      let function = Function(parameters: parameters, result: nil, body: body)
      return try parser.make(.closure(function), from: start, over: [])
    }
  }

  /// The parameters before `in`, if a closure names them.
  private mutating func signature() throws(ManifestError) -> [Function.Parameter] {
    let start = index
    let captures = consume(.mark("[")) ? try skippedCaptures() : []
    let isBracketed = consume(.mark("("))
    var names: [String] = []
    while case .identifier(let name) = token.kind, name != "in" {
      advance()
      names.append(name)
      if consume(.mark(":")) { try skipType() }
      if !consume(.mark(",")) { break }
    }
    if isBracketed, !consume(.mark(")")) { return rewind(to: start) }
    try skipEffects()
    if consume(.symbol("->")) { try skipType() }
    guard consume(word: "in") else { return rewind(to: start) }
    // A capture list copies values when the closure is made; the evaluation shares variables.
    guard captures.isSubset(of: ["self", "weak", "unowned", "safe", "unsafe"]) else {
      throw ManifestError(
        .refused, "has a closure with a capture list", at: tokens[start].range.lowerBound)
    }
    return names.map {
      Function.Parameter(label: nil, name: $0, isVariadic: false, fallback: nil)
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

  private mutating func rewind(to start: Int) -> [Function.Parameter] {
    index = start
    return []
  }
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
    var isFirst = true
    for token in tokens[range] {
      guard case .identifier(let name) = token.kind else {
        isFirst = isFirst && token.kind == .symbol(".")
        continue
      }
      if name == "Set" { return isFirst ? .set : .other("a type with a set inside") }
      if Self.fractions.contains(name) || aliases.contains(name) { return .other("`\(name)`") }
      isFirst = isFirst && ["inout", "Swift"].contains(name)
    }
    return isOptional(range) ? .optional : nil
  }

  private func isOptional(_ type: Range<Int>) -> Bool {
    guard let first = tokens[type].first, let last = tokens[type].last else { return false }
    return last.kind == .symbol("?") || last.kind == .symbol("??")
      || first.kind == .identifier("Optional")
  }

  /// Types that a literal without a fraction may have, and print with one.
  private static let fractions: Set<String> = [
    "Double", "Float", "Float16", "Float32", "Float64", "Float80", "CGFloat", "Decimal",
    "TimeInterval",
  ]

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
  fileprivate var startsTypeName: Bool {
    switch kind {
    case .identifier, .mark("["), .mark("("): true
    default: false
    }
  }
}
