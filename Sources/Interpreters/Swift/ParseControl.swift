/// Conditions, loops and choices.
extension Parser {
  mutating func condition() throws(ManifestError) -> Statement.Kind {
    advance()
    let clauses = try clauses()
    let body = try block()
    guard consume(word: "else") else { return .condition(clauses, then: body, otherwise: []) }
    guard token.kind == .identifier("if") else {
      return .condition(clauses, then: body, otherwise: try block())
    }
    let start = token.range.lowerBound
    let next = try nested { parser throws(ManifestError) in try parser.condition() }
    let statement = Statement(kind: next, range: start..<lastEnd)
    return .condition(clauses, then: body, otherwise: [statement])
  }

  /// `do` with what it catches left out, as nothing throws here.
  mutating func doStatement() throws(ManifestError) -> Statement.Kind {
    advance()
    let body = try block()
    while consume(word: "catch") {
      while token.kind != .mark("{") {
        guard token.kind != .end else { throw unexpected("`{`") }
        advance()
      }
      _ = try block()
    }
    return .condition([], then: body, otherwise: [])
  }

  mutating func guardStatement() throws(ManifestError) -> Statement.Kind {
    advance()
    let clauses = try clauses()
    guard consume(word: "else") else { throw unexpected("`else`") }
    return .guard(clauses, otherwise: try block())
  }

  private mutating func clauses() throws(ManifestError) -> [Statement.Clause] {
    var result: [Statement.Clause] = []
    repeat { result.append(try clause()) } while consume(.mark(","))
    return result
  }

  private mutating func clause() throws(ManifestError) -> Statement.Clause {
    if case .directive(let name) = token.kind {
      advance()
      if consume(.mark("(")) { try skipBalanced() }
      return .opaque("#\(name)")
    }
    if consume(word: "case") {
      try skipPattern()
      _ = try conditionExpression()
      return .opaque("case")
    }
    guard token.kind == .identifier("let") || token.kind == .identifier("var") else {
      return .test(try conditionExpression())
    }
    advance()
    let names = try pattern()
    if consume(.mark(":")) { try skipType() }
    guard consume(.symbol("=")) else {
      let range = lastEnd..<lastEnd
      return .binding(names, Expression(kind: .name(names[0]), range: range, height: 1))
    }
    return .binding(names, try conditionExpression())
  }

  /// Passes over a pattern and the equal sign after it.
  private mutating func skipPattern() throws(ManifestError) {
    while !consume(.symbol("=")) {
      switch token.kind {
      case .mark("("), .mark("["):
        advance()
        try skipBalanced()
      case .mark("{"), .mark("}"), .end: throw unexpected("`=`")
      default: advance()
      }
    }
  }

  private mutating func conditionExpression() throws(ManifestError) -> Expression {
    try nested { parser throws(ManifestError) in
      parser.blocksFollow = true
      return try parser.expression()
    }
  }

  mutating func loop() throws(ManifestError) -> Statement.Kind {
    let start = index
    advance()
    if token.kind == .identifier("case") || token.kind == .identifier("try") {
      index = start
      return try opaque("for")
    }
    if token.kind == .identifier("var") { advance() }
    let names = try pattern()
    guard consume(word: "in") else { throw unexpected("`in`") }
    let sequence = try conditionExpression()
    let filter = consume(word: "where") ? try conditionExpression() : nil
    return .loop(names, sequence, filter: filter, try block())
  }

  mutating func choice() throws(ManifestError) -> Statement.Kind {
    advance()
    let subject = try conditionExpression()
    return try nested { parser throws(ManifestError) in
      parser.blocksFollow = false
      try parser.expect(.mark("{"), "`{`")
      var cases: [Statement.Case] = []
      while !parser.consume(.mark("}")) { cases.append(try parser.branch()) }
      return .choice(subject, cases)
    }
  }

  private mutating func branch() throws(ManifestError) -> Statement.Case {
    var patterns: [Expression] = []
    if consume(.mark("@")) { advance() }
    if consume(word: "case") {
      repeat { patterns.append(try casePattern()) } while consume(.mark(","))
    } else {
      guard consume(word: "default") else { throw unexpected("`case`") }
    }
    try expect(.mark(":"), "`:`")
    var body: [Statement] = []
    while !isBranchEnd {
      if case .end = token.kind { throw unexpected("`}`") }
      if !consume(.mark(";")) { try appendStatement(to: &body) }
    }
    return Statement.Case(patterns: patterns, body: body)
  }

  /// Parses a pattern of a `case`; one that is not a plain value is kept by name.
  private mutating func casePattern() throws(ManifestError) -> Expression {
    let start = index
    let offset = token.range.lowerBound
    var depth = 0
    var isValue = true
    while depth > 0 || ![.mark(":"), .mark(",")].contains(token.kind) {
      switch token.kind {
      case .mark("("), .mark("["), .mark("{"): depth += 1
      case .mark(")"), .mark("]"), .mark("}"): depth -= 1
      case .identifier(let word) where ["let", "var", "is", "where", "as"].contains(word):
        isValue = false
      case .symbol("?") where !token.followsSpace: isValue = false
      case .end: throw unexpected("`:`")
      default: break
      }
      advance()
    }
    guard isValue else { return try make(.opaque("a pattern"), from: offset, over: []) }
    index = start
    return try expression()
  }

  private var isBranchEnd: Bool {
    token.kind == .identifier("case") || token.kind == .identifier("default")
      || token.kind == .mark("}")
      || (token.kind == .mark("@") && peek().kind == .identifier("unknown"))
  }

  mutating func compilation() throws(ManifestError) -> Statement.Kind {
    var branches: [(condition: CompilationCondition, body: [Statement])] = []
    var condition = try directiveCondition()
    while true {
      let body = try nested { parser throws(ManifestError) in
        try parser.statements(until: .directive("endif"))
      }
      branches.append((condition, body))
      if consume(.directive("endif")) { return .compilation(branches) }
      if token.kind == .directive("elseif") {
        condition = try directiveCondition()
      } else {
        try expect(.directive("else"), "`#endif`")
        condition = .always
      }
    }
  }

  /// The condition after `#if` or `#elseif`, which ends with its line.
  mutating func directiveCondition() throws(ManifestError) -> CompilationCondition {
    advance()
    let condition = try disjunction()
    guard token.startsLine || token.kind == .end else { throw unexpected("the end of the line") }
    return condition
  }

  private mutating func disjunction() throws(ManifestError) -> CompilationCondition {
    var parts = [try conjunction()]
    while !token.startsLine, consume(.symbol("||")) { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() throws(ManifestError) -> CompilationCondition {
    var parts = [try negation()]
    while !token.startsLine, consume(.symbol("&&")) { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func negation() throws(ManifestError) -> CompilationCondition {
    if consume(.symbol("!")) {
      return .not(try nested { parser throws(ManifestError) in try parser.negation() })
    }
    if consume(.mark("(")) {
      let inner = try nested { parser throws(ManifestError) in try parser.disjunction() }
      try expect(.mark(")"), "`)`")
      return inner
    }
    let name = try identifier("a condition")
    guard !token.startsLine, consume(.mark("(")) else { return .flag(name) }
    let start = index
    try skipBalanced()
    return .call(name, spelling(of: start..<max(start, index - 1)))
  }

  /// The tokens' texts without white space.
  private func spelling(of range: Range<Int>) -> String {
    tokens[range].map { token in
      switch token.kind {
      case .identifier(let text), .number(let text), .symbol(let text): text
      case .mark(let mark): String(mark)
      default: ""
      }
    }.joined()
  }
}
