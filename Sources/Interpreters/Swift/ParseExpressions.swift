/// Expressions, by precedence climbing.
extension Parser {
  mutating func expression() throws(ManifestError) -> Expression {
    try nested { parser throws(ManifestError) in try parser.assignment() }
  }

  private mutating func assignment() throws(ManifestError) -> Expression {
    let target = try conditional()
    guard case .symbol(let symbol) = token.kind, Self.assignments.contains(symbol) else {
      return target
    }
    advance()
    let value = try expression()
    return try make(.assignment(symbol, target, value), from: target, over: [target, value])
  }

  private mutating func conditional() throws(ManifestError) -> Expression {
    let test = try infix(above: 0)
    guard token.kind == .symbol("?"), token.followsSpace else { return test }
    advance()
    let outer = blocksFollow
    let first = try expression()
    try expect(.mark(":"), "`:`")
    let second = try expression()
    blocksFollow = outer
    return try make(.condition(test, first, second), from: test, over: [test, first, second])
  }

  /// The operators of the standard library: *Operator Declarations* in its documentation.
  private static let precedence: [String: Int] = [
    "||": 1, "&&": 2, "==": 3, "!=": 3, "<": 3, ">": 3, "<=": 3, ">=": 3, "===": 3, "!==": 3,
    "~=": 3, "??": 4, "...": 5, "..<": 5, "+": 6, "-": 6, "|": 6, "^": 6, "&+": 6, "&-": 6,
    "*": 7, "/": 7, "%": 7, "&": 7, "&*": 7, "<<": 8, ">>": 8, "&<<": 8, "&>>": 8,
  ]

  private static let assignments: Set<String> = [
    "=", "+=", "-=", "*=", "/=", "%=", "|=", "^=", "&=", "<<=", ">>=", "&+=", "&-=", "&*=",
  ]

  private mutating func infix(above floor: Int) throws(ManifestError) -> Expression {
    var left = try prefix()
    while true {
      if let cast = try cast(of: left) {
        left = cast
        continue
      }
      guard case .symbol(let symbol) = token.kind, isInfix, try !endsOperands(symbol),
        let rank = Self.precedence[symbol], rank > floor
      else { return left }
      advance()
      let ends: [Token.Kind] = [.mark(","), .mark(")"), .mark("]"), .mark("}"), .mark(":")]
      let endsHere = ends.contains(token.kind)
      if symbol == "...", endsHere || token.startsLine {
        left = try make(.opaque("a range without an end"), from: left, over: [left])
        continue
      }
      // `??` groups to the right, all others to the left.
      let right = try infix(above: symbol == "??" ? rank - 1 : rank)
      left = try make(.infix(symbol, left, right), from: left, over: [left, right])
    }
  }

  /// Whether an operator has white space on both sides, or on neither.
  private var isInfix: Bool {
    guard case .symbol(let symbol) = token.kind else { return false }
    if symbol == "..." || symbol == "..<" { return true }
    return token.followsSpace == peek().followsSpace || !token.followsSpace
  }

  /// Whether an operator belongs to something else than the operands before it: an assignment or `?:`.
  ///
  /// - Throws: a refusal for an operator that the file defines, whose precedence is not read.
  private func endsOperands(_ symbol: String) throws(ManifestError) -> Bool {
    guard isOwnOperator(symbol) else { return Self.precedence[symbol] == nil }
    throw ManifestError(
      .refused, "uses the operator `\(symbol)`", at: token.range.lowerBound)
  }

  /// Whether an operator is not one of the standard library.
  func isOwnOperator(_ symbol: String) -> Bool {
    Self.precedence[symbol] == nil && !Self.assignments.contains(symbol)
      && !["?", "->", ".", "!", "~"].contains(symbol)
  }

  /// Parses `as Type`, `as? Type` or `is Type` after a value; nil if something else follows.
  ///
  /// Types are not evaluated, so whether a conditional cast succeeds is unknown.
  private mutating func cast(of value: Expression) throws(ManifestError) -> Expression? {
    guard !token.startsLine, case .identifier(let word) = token.kind, ["as", "is"].contains(word)
    else { return nil }
    advance()
    let isConditional = consume(.symbol("?"))
    if !isConditional, token.kind == .symbol("!") { advance() }
    let type = try skipType()
    guard word == "as", !isConditional else {
      let name = isConditional ? "as?" : word
      return try make(.opaque(name), from: value, over: [value])
    }
    guard let type else { return value }
    return try make(.typed(type, value), from: value, over: [value])
  }

  private mutating func prefix() throws(ManifestError) -> Expression {
    let start = token.range.lowerBound
    switch token.kind {
    case .symbol(let symbol) where ["...", "..<"].contains(symbol):
      advance()
      let bound = try nested { parser throws(ManifestError) in try parser.infix(above: 5) }
      return try make(.opaque("a range without a start"), from: start, over: [bound])
    case .symbol(let symbol) where ["!", "-", "+", "&", "~"].contains(symbol):
      advance()
      let isBracketed = token.kind == .mark("(")
      let operand = try nested { parser throws(ManifestError) in try parser.prefix() }
      // Swift 6.3.1 infers an optional type for `x ?? -(5)`, and `Int` for `x ?? -5`.
      if isBracketed, case .number = operand.kind {
        throw ManifestError(.refused, "has `\(symbol)` before a number in parentheses", at: start)
      }
      return try make(.prefix(symbol, operand), from: start, over: [operand])
    case .identifier("try"), .identifier("await"):
      advance()
      let isOptional = consume(.symbol("?"))
      if !isOptional, token.kind == .symbol("!") { advance() }
      let value = try nested { parser throws(ManifestError) in try parser.prefix() }
      return isOptional
        ? try make(.typed(.optional(nil), value), from: start, over: [value]) : value
    default: return try postfix()
    }
  }

  private mutating func postfix() throws(ManifestError) -> Expression {
    var base = try primary()
    while let next = try suffix(of: base) { base = next }
    return base
  }

  private mutating func suffix(of base: Expression) throws(ManifestError) -> Expression? {
    switch token.kind {
    case .symbol("."):
      advance()
      return try memberSuffix(of: base, isOptional: false)
    case .symbol("?") where !token.followsSpace:
      advance()
      guard token.kind == .symbol("."), !token.followsSpace else {
        return try make(.chained(base), from: base, over: [base])
      }
      advance()
      return try memberSuffix(of: base, isOptional: true)
    case .symbol("!") where !token.followsSpace:
      advance()
      return try make(.unwrap(base), from: base, over: [base])
    case .mark("(") where !token.startsLine:
      advance()
      let arguments = try arguments(until: .mark(")"))
      let closures = try trailingClosures()
      return try call(base, arguments + closures)
    case .mark("[") where !token.startsLine:
      advance()
      let arguments = try arguments(until: .mark("]"))
      return try make(.index(base, arguments), from: base, over: [base] + arguments.map(\.value))
    case .mark("{") where !blocksFollow && !token.startsLine && base.mayBeCalled:
      return try call(base, try trailingClosures())
    default: return nil
    }
  }

  private mutating func memberSuffix(
    of base: Expression, isOptional: Bool
  ) throws(ManifestError) -> Expression {
    if case .number(let number) = token.kind {
      advance()
      // The lexer takes the `0.1` of `pair.0.1` as one number.
      let parts = number.split(separator: ".").map(String.init)
      var member = base
      for (index, part) in parts.enumerated() {
        member = try make(
          .member(member, part, isOptional: isOptional && index == 0), from: base, over: [member])
      }
      return member
    }
    let name = try identifier("a member's name")
    return try make(.member(base, name, isOptional: isOptional), from: base, over: [base])
  }

  private func call(
    _ base: Expression, _ arguments: [Expression.Argument]
  ) throws(ManifestError) -> Expression {
    try make(.call(base, arguments), from: base, over: [base] + arguments.map(\.value))
  }

  private mutating func trailingClosures() throws(ManifestError) -> [Expression.Argument] {
    guard token.kind == .mark("{"), !blocksFollow, !token.startsLine else { return [] }
    var result = [Expression.Argument(label: nil, value: try closure())]
    while case .identifier(let label) = token.kind, !token.startsLine, peek().kind == .mark(":"),
      peek(2).kind == .mark("{")
    {
      advance()
      advance()
      result.append(Expression.Argument(label: label, value: try closure()))
    }
    return result
  }

  mutating func arguments(
    until end: Token.Kind
  ) throws(ManifestError) -> [Expression.Argument] {
    try nested { parser throws(ManifestError) in
      parser.blocksFollow = false
      var result: [Expression.Argument] = []
      while !parser.consume(end) {
        result.append(try parser.argument())
        guard parser.consume(.mark(",")) || parser.token.kind == end else {
          throw parser.unexpected("`,`")
        }
      }
      return result
    }
  }

  private mutating func argument() throws(ManifestError) -> Expression.Argument {
    var name: String?
    if case .identifier(let label) = token.kind, peek().kind == .mark(":") {
      name = label
      advance()
      advance()
    }
    if case .symbol(let symbol) = token.kind, Self.precedence[symbol] != nil,
      [.mark(","), .mark(")")].contains(peek().kind)
    {
      return Expression.Argument(label: name, value: try operatorFunction(symbol))
    }
    let isLabelsAlone =
      name != nil && (token.kind == .mark(")") || (token.isIdentifier && peek().kind == .mark(":")))
    guard !isLabelsAlone else {
      throw ManifestError(
        .refused, "names a function with its labels", at: token.range.lowerBound)
    }
    return Expression.Argument(label: name, value: try expression())
  }

  func make(
    _ kind: Expression.Kind, from base: Expression, over parts: [Expression]
  ) throws(ManifestError) -> Expression {
    try make(kind, from: base.range.lowerBound, over: parts)
  }

  func make(
    _ kind: Expression.Kind, from start: Int, over parts: [Expression]
  ) throws(ManifestError) -> Expression {
    let height = 1 + (parts.map(\.height).max() ?? 0)
    guard height <= Self.heightLimit else {
      throw ManifestError(.refused, "has an expression of too many steps", at: start)
    }
    return Expression(kind: kind, range: start..<max(start, lastEnd), height: height)
  }
}

extension Expression {
  /// Whether a brace after it may be a trailing closure.
  fileprivate var mayBeCalled: Bool {
    switch kind {
    case .name, .member, .implicitMember, .call: true
    default: false
    }
  }
}
