/// Parses primary expressions: literals, names, brackets, keywords.
extension RubyParser {
  /// Whether the current token can begin a value.
  var startsValue: Bool {
    switch current.kind {
    case .newline, .end, .label: false
    case .operation(let text): ["(", "[", "{", "->", "!", "-", "::", "*", "&", "**"].contains(text)
    case .keyword(let word):
      [
        "nil", "true", "false", "self", "not", "defined?", "case", "if", "unless", "begin", "yield",
        "super",
      ].contains(word)
    default: true
    }
  }

  mutating func primary() throws(RubyStop) -> RubyNode {
    try deeper { parser throws(RubyStop) in
      let token = parser.current
      let start = token.range.lowerBound
      if let literal = try parser.literal() { return parser.node(literal, from: start) }
      switch token.kind {
      case .identifier(let name):
        _ = parser.advance()
        return try parser.finishCall(name, token.range, receiver: nil, isSafe: false, from: start)
      case .constant(let name):
        _ = parser.advance()
        return try parser.constant(name, token, from: start)
      case .keyword(let word): return try parser.keyword(word, from: start)
      case .operation(let text): return try parser.bracketed(text, from: start)
      default: throw parser.unexpected()
      }
    }
  }

  private mutating func constant(
    _ name: String, _ token: RubyToken, from start: Int
  ) throws(RubyStop) -> RubyNode {
    let opens = current.isOperation("(") && !current.hasSpaceBefore
    let takesText: Bool =
      if case .string = current.kind { current.hasSpaceBefore } else { false }
    guard opens || takesText else { return node(.constant(scope: nil, name: name), from: start) }
    return try finishCall(name, token.range, receiver: nil, isSafe: false, from: start)
  }

  private mutating func literal() throws(RubyStop) -> RubyForm? {
    switch current.kind {
    case .integer(let value):
      _ = advance()
      return .integer(value)
    case .float(let value):
      _ = advance()
      return .float(value)
    case .string(let text):
      _ = advance()
      return try joinedStrings(text)
    case .symbol(let text):
      _ = advance()
      return .symbol(try pieces(text))
    case .regex(let text, let options):
      _ = advance()
      return .regex(try pieces(text), options: options)
    case .words(let words, let symbols):
      _ = advance()
      var items: [RubyArgument] = []
      for word in words { items.append(.value(try self.word(word, symbols))) }
      return .array(items)
    case .command:
      _ = advance()
      return .command
    case .variable(let name):
      _ = advance()
      return .variable(name)
    default: return nil
    }
  }

  private mutating func word(_ text: RubyText, _ isSymbol: Bool) throws(RubyStop) -> RubyNode {
    let pieces = try pieces(text)
    return RubyNode(
      form: isSymbol ? .symbol(pieces) : .string(pieces, literal: nil),
      range: text.literal ?? current.range)
  }

  /// Joins adjacent literals.
  private mutating func joinedStrings(_ first: RubyText) throws(RubyStop) -> RubyForm {
    var all = try pieces(first)
    var literal = first.literal
    while case .string(let next) = current.kind {
      _ = advance()
      all += try pieces(next)
      literal = nil
    }
    return .string(all, literal: literal)
  }

  /// Parses the code in `#{…}`.
  private mutating func pieces(_ text: RubyText) throws(RubyStop) -> [RubyPiece] {
    var result: [RubyPiece] = []
    for part in text.parts {
      switch part {
      case .text(let text): result.append(.text(text))
      case .code(let range): result.append(.code(try interpolated(range)))
      }
    }
    return result
  }

  private mutating func interpolated(_ range: Range<Int>) throws(RubyStop) -> [RubyNode] {
    try deeper { parser throws(RubyStop) in
      var inner = RubyParser(
        source: parser.source, tokens: try RubyLexer.tokens(of: parser.source, in: range))
      inner.depth = parser.depth
      inner.locals = parser.locals
      let body = try inner.statements(until: [])
      guard inner.current.kind == .end else { throw inner.unexpected() }
      return body
    }
  }

  private mutating func bracketed(_ text: String, from start: Int) throws(RubyStop) -> RubyNode {
    switch text {
    case "(":
      _ = advance()
      let body = try parenthesized()
      return node(.sequence(body), from: start)
    case "[":
      _ = advance()
      let items = try arguments(until: "]")
      return node(.array(items), from: start)
    case "{":
      _ = advance()
      let pairs = try arguments(until: "}")
      return node(.hash(pairs), from: start)
    case "->": return try arrow(from: start)
    case "::":
      _ = advance()
      guard case .constant(let name) = advance().kind else { throw unexpected() }
      return node(.constant(scope: nil, name: name), from: start)
    case "..", "...":
      _ = advance()
      let upper = try expression()
      return node(.range(nil, upper, excludesEnd: text == "..."), from: start)
    default: throw unexpected()
    }
  }

  private mutating func parenthesized() throws(RubyStop) -> [RubyNode] {
    try enclosed { parser throws(RubyStop) in
      var body: [RubyNode] = []
      parser.skipSeparators()
      while !parser.accept(operation: ")") {
        body.append(try parser.statement())
        guard parser.current.kind == .newline || parser.current.isOperation(")") else {
          throw parser.unexpected()
        }
        parser.skipSeparators()
      }
      return body
    }
  }

  private mutating func arrow(from start: Int) throws(RubyStop) -> RubyNode {
    _ = advance()
    var parameters: [RubyBlock.Parameter] = []
    let outer = locals
    defer { locals = outer }
    if accept(operation: "(") {
      parameters = try self.parameters(until: ")")
    } else if case .identifier = current.kind {
      parameters = try self.parameters(until: nil)
    }
    guard let block = try braceOrDo(parameters) else { throw unexpected() }
    return node(.lambda(block), from: start)
  }

  private mutating func keyword(_ word: String, from start: Int) throws(RubyStop) -> RubyNode {
    _ = advance()
    switch word {
    case "nil": return node(.nil, from: start)
    case "true": return node(.bool(true), from: start)
    case "false": return node(.bool(false), from: start)
    case "self": return node(.own, from: start)
    case "if": return try conditional(from: start, negated: false)
    case "unless": return try conditional(from: start, negated: true)
    case "case": return try match(from: start)
    case "begin": return try bodyWithRescue(from: start)
    case "def": return try definition(from: start)
    case "module", "class": return try module(from: start, isClass: word == "class")
    case "return", "next", "break": return try leave(word, from: start)
    case "yield":
      return try finishCall("yield", previous.range, receiver: nil, isSafe: false, from: start)
    case "not":
      guard !current.isOperation("{") else { throw unexpected() }
      let isCall = current.isOperation("(") && !current.hasSpaceBefore
      let operand = isCall ? try bracketed("(", from: start) : try expression()
      return node(.not(operand), from: start)
    case "while", "until", "for": return try loop(from: start)
    default: throw refusal("uses `\(word)`", start..<previous.range.upperBound)
    }
  }

  private mutating func leave(_ word: String, from start: Int) throws(RubyStop) -> RubyNode {
    let isModified = current.isKeyword("if") || current.isKeyword("unless")
    let value = startsValue && !isModified ? try expression() : nil
    return node(.leave(word: word, value: value), from: start)
  }

  private mutating func loop(from start: Int) throws(RubyStop) -> RubyNode {
    leavesDo = true
    while !current.isKeyword("do"), current.kind != .newline, current.kind != .end { _ = advance() }
    leavesDo = false
    _ = accept(keyword: "do")
    _ = try statements(until: ["end"])
    try expect(keyword: "end")
    return node(.unsupported("a loop"), from: start)
  }
}
