/// Parses statements: bodies, modifiers, `if`, `case`, `begin`, definitions.
extension RubyParser {
  /// Parses statements up to one of the keywords, `}` or the end, which aren't consumed.
  mutating func statements(until stops: Set<String>) throws(RubyStop) -> [RubyNode] {
    try enclosed { parser throws(RubyStop) in
      var body: [RubyNode] = []
      while true {
        parser.skipSeparators()
        if case .keyword(let word) = parser.current.kind, stops.contains(word) { return body }
        if parser.current.kind == .end || parser.current.isOperation("}") { return body }
        body.append(try parser.statement())
        guard parser.endsStatement(stops) else { throw parser.unexpected() }
      }
    }
  }

  private func endsStatement(_ stops: Set<String>) -> Bool {
    switch current.kind {
    case .newline, .end, .operation("}"): true
    case .keyword(let word): stops.contains(word)
    default: false
    }
  }

  /// Parses a statement with its modifiers.
  mutating func statement() throws(RubyStop) -> RubyNode {
    try deeper { parser throws(RubyStop) in
      let outer = parser.statementDepth
      parser.statementDepth = parser.depth
      defer { parser.statementDepth = outer }
      let start = parser.current.range.lowerBound
      var result = try parser.clause()
      while case .keyword(let word) = parser.current.kind,
        ["if", "unless", "while", "until", "rescue"].contains(word)
      {
        _ = parser.advance()
        let other = try parser.clause()
        result = parser.node(Self.modified(result, word, other), from: start)
      }
      return result
    }
  }

  private static func modified(_ body: RubyNode, _ word: String, _ other: RubyNode) -> RubyForm {
    switch word {
    case "if": .conditional(condition: other, then: [body], else: [])
    case "unless": .conditional(condition: other, then: [], else: [body])
    case "rescue": .begin(body: [body], rescue: [other], ensure: [])
    default: .unsupported("a loop")
    }
  }

  /// Parses expressions joined by `and`, `or` and `not`.
  mutating func clause() throws(RubyStop) -> RubyNode {
    let start = current.range.lowerBound
    var left = try negatable()
    while case .keyword(let word) = current.kind, word == "and" || word == "or" {
      _ = advance()
      skipNewlines()
      let right = try negatable()
      left = node(word == "and" ? .and(left, right) : .or(left, right), from: start)
    }
    return left
  }

  /// Parses an expression or `not` before one, which binds tighter than `and` and `or`.
  private mutating func negatable() throws(RubyStop) -> RubyNode {
    let start = current.range.lowerBound
    let isCall = peek().isOperation("(") && !peek().hasSpaceBefore
    guard current.isKeyword("not"), !isCall else { return try expression() }
    _ = advance()
    // Ruby takes a brace after `not` for a block.
    guard !current.isOperation("{") else { throw unexpected() }
    let operand = try deeper { parser throws(RubyStop) in try parser.negatable() }
    return node(.not(operand), from: start)
  }

  /// Parses `if` or `unless` after its keyword.
  mutating func conditional(from start: Int, negated: Bool) throws(RubyStop) -> RubyNode {
    let condition = try clause()
    try expectThen()
    let body = try statements(until: negated ? ["else", "end"] : ["elsif", "else", "end"])
    var other: [RubyNode] = []
    let next = current.range.lowerBound
    if !negated, accept(keyword: "elsif") {
      other = [
        try deeper { parser throws(RubyStop) in try parser.conditional(from: next, negated: false) }
      ]
    } else {
      if accept(keyword: "else") { other = try statements(until: ["end"]) }
      try expect(keyword: "end")
    }
    let form: RubyForm =
      negated
      ? .conditional(condition: condition, then: other, else: body)
      : .conditional(condition: condition, then: body, else: other)
    return node(form, from: start)
  }

  /// Parses what separates a condition from its body.
  private mutating func expectThen() throws(RubyStop) {
    let isOnNextLine = current.kind == .newline
    skipSeparators()
    guard accept(keyword: "then") || isOnNextLine else { throw unexpected() }
  }

  /// Parses a value after `when`, or a `*list` of them.
  private mutating func pattern() throws(RubyStop) -> RubyArgument {
    accept(operation: "*") ? .splat(try expression()) : .value(try expression())
  }

  /// Parses `case` after its keyword.
  mutating func match(from start: Int) throws(RubyStop) -> RubyNode {
    let subject = current.kind == .newline ? nil : try clause()
    skipSeparators()
    guard current.isKeyword("when") else { throw unexpected() }
    var branches: [RubyBranch] = []
    while accept(keyword: "when") {
      var patterns = [try pattern()]
      while accept(operation: ",") {
        skipNewlines()
        patterns.append(try pattern())
      }
      try expectThen()
      let body = try statements(until: ["when", "else", "end"])
      branches.append(RubyBranch(patterns: patterns, body: body))
    }
    let other = accept(keyword: "else") ? try statements(until: ["end"]) : []
    try expect(keyword: "end")
    return node(.match(subject: subject, branches: branches, else: other), from: start)
  }

  /// Parses a body with `rescue`, `else`, `ensure` and `end`.
  mutating func bodyWithRescue(from start: Int) throws(RubyStop) -> RubyNode {
    var body = try statements(until: ["rescue", "else", "ensure", "end"])
    var rescued: [RubyNode] = []
    while accept(keyword: "rescue") {
      while current.kind != .newline, current.kind != .end, !current.isKeyword("then") {
        _ = advance()
      }
      _ = accept(keyword: "then")
      let marker = node(.nil, from: current.range.lowerBound)
      rescued += [marker] + (try statements(until: ["rescue", "else", "ensure", "end"]))
    }
    if accept(keyword: "else") { body += try statements(until: ["ensure", "end"]) }
    let last = accept(keyword: "ensure") ? try statements(until: ["end"]) : []
    try expect(keyword: "end")
    if rescued.isEmpty, last.isEmpty { return node(.sequence(body), from: start) }
    return node(.begin(body: body, rescue: rescued, ensure: last), from: start)
  }

  /// Parses `def` after its keyword.
  mutating func definition(from start: Int) throws(RubyStop) -> RubyNode {
    let (receiver, name) = try methodName()
    let outer = (locals, isInMethod)
    (locals, isInMethod) = ([], true)
    defer { (locals, isInMethod) = outer }
    var parameters: [RubyBlock.Parameter] = []
    if accept(operation: "(") {
      parameters = try self.parameters(until: ")")
    } else if current.kind != .newline, !current.isOperation("=") {
      parameters = try self.parameters(until: nil)
    }
    let body: [RubyNode]
    if accept(operation: "=") {
      skipNewlines()
      body = [try statement()]
    } else {
      body = [try bodyWithRescue(from: start)]
    }
    let block = RubyBlock(parameters: parameters, body: body)
    return node(.method(receiver: receiver, name: name, block: block), from: start)
  }

  private mutating func methodName() throws(RubyStop) -> (receiver: String?, name: String) {
    var token = advance()
    var receiver: String?
    while accept(operation: ".") {
      receiver = token.kind.word
      token = advance()
    }
    guard let name = token.kind.word else {
      throw refusal("defines a method whose name is not supported", token.range)
    }
    return (receiver, name)
  }

  /// Parses `module` or `class` after its keyword.
  mutating func module(from start: Int, isClass: Bool) throws(RubyStop) -> RubyNode {
    let outer = (locals, isInMethod)
    isInMethod = false
    defer { (locals, isInMethod) = outer }
    if isClass, accept(operation: "<<") {
      let object = try expression()
      locals = []
      let body = try bodyWithRescue(from: start)
      if case .own = object.form { return node(.singletonClass(body), from: start) }
      return node(.unsupported("a singleton class"), from: start)
    }
    // Binds tighter than the `<` in front of a superclass.
    let name = try binary(from: 5)
    if isClass, accept(operation: "<") {
      _ = try expression()
      guard current.kind == .newline else { throw unexpected() }
    }
    locals = []
    let body = try bodyWithRescue(from: start)
    return node(.module(name: name, body: [body]), from: start)
  }
}
