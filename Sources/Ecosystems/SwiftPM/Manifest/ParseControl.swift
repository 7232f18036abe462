/// Conditions, loops and choices.
extension Parser {
  mutating func condition() throws(ManifestError) -> Statement.Kind {
    advance()
    let clauses = try clauses()
    let body = try block()
    guard take(word: "else") else { return .condition(clauses, then: body, otherwise: []) }
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
    while take(word: "catch") {
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
    guard take(word: "else") else { throw unexpected("`else`") }
    return .guard(clauses, otherwise: try block())
  }

  private mutating func clauses() throws(ManifestError) -> [Statement.Clause] {
    var result: [Statement.Clause] = []
    repeat { result.append(try clause()) } while take(.mark(","))
    return result
  }

  private mutating func clause() throws(ManifestError) -> Statement.Clause {
    if case .directive(let name) = token.kind {
      advance()
      if take(.mark("(")) { try skipBalanced() }
      return .opaque("#\(name)")
    }
    if take(word: "case") {
      try skipPattern()
      _ = try conditionExpression()
      return .opaque("case")
    }
    guard token.kind == .identifier("let") || token.kind == .identifier("var") else {
      return .test(try conditionExpression())
    }
    advance()
    let names = try pattern()
    if take(.mark(":")) { try skipType() }
    guard take(.symbol("=")) else {
      let place = lastEnd..<lastEnd
      return .binding(names, Expression(kind: .name(names[0]), range: place, height: 1))
    }
    return .binding(names, try conditionExpression())
  }

  /// Passes over a pattern and the equal sign after it.
  private mutating func skipPattern() throws(ManifestError) {
    while !take(.symbol("=")) {
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
    let names = try pattern()
    guard take(word: "in") else { throw unexpected("`in`") }
    let sequence = try conditionExpression()
    let filter = take(word: "where") ? try conditionExpression() : nil
    return .loop(names, sequence, filter: filter, try block())
  }

  mutating func choice() throws(ManifestError) -> Statement.Kind {
    advance()
    let subject = try conditionExpression()
    return try nested { parser throws(ManifestError) in
      parser.blocksFollow = false
      try parser.expect(.mark("{"), "`{`")
      var cases: [Statement.Case] = []
      while !parser.take(.mark("}")) { cases.append(try parser.branch()) }
      return .choice(subject, cases)
    }
  }

  private mutating func branch() throws(ManifestError) -> Statement.Case {
    var patterns: [Expression] = []
    if take(.mark("@")) { advance() }
    if take(word: "case") {
      repeat { patterns.append(try expression()) } while take(.mark(","))
    } else {
      guard take(word: "default") else { throw unexpected("`case`") }
    }
    try expect(.mark(":"), "`:`")
    var body: [Statement] = []
    while !isBranchEnd {
      if case .end = token.kind { throw unexpected("`}`") }
      if !take(.mark(";")) { body.append(try statement()) }
    }
    return Statement.Case(patterns: patterns, body: body)
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
      if take(.directive("endif")) { return .compilation(branches) }
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
    while !token.startsLine, take(.symbol("||")) { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() throws(ManifestError) -> CompilationCondition {
    var parts = [try negation()]
    while !token.startsLine, take(.symbol("&&")) { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func negation() throws(ManifestError) -> CompilationCondition {
    if take(.symbol("!")) {
      return .not(try nested { parser throws(ManifestError) in try parser.negation() })
    }
    if take(.mark("(")) {
      let inner = try nested { parser throws(ManifestError) in try parser.disjunction() }
      try expect(.mark(")"), "`)`")
      return inner
    }
    let name = try identifier("a condition")
    guard !token.startsLine, take(.mark("(")) else { return .flag(name) }
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
