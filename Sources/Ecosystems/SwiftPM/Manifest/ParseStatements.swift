/// Statements and declarations.
extension Parser {
  mutating func statements(until end: Token.Kind) throws(ManifestError) -> [Statement] {
    var result: [Statement] = []
    while token.kind != end {
      if case .end = token.kind { throw unexpected("a closing bracket") }
      if end == .directive("endif"), isBranchDirective { break }
      if consume(.mark(";")) { continue }
      result.append(try statement())
    }
    return result
  }

  private var isBranchDirective: Bool {
    token.kind == .directive("else") || token.kind == .directive("elseif")
  }

  mutating func block() throws(ManifestError) -> [Statement] {
    try nested { parser throws(ManifestError) in
      parser.blocksFollow = false
      try parser.expect(.mark("{"), "`{`")
      let body = try parser.statements(until: .mark("}"))
      try parser.expect(.mark("}"), "`}`")
      return body
    }
  }

  mutating func statement() throws(ManifestError) -> Statement {
    let start = token.range.lowerBound
    let kind = try statementKind()
    return Statement(kind: kind, range: start..<max(start, lastEnd))
  }

  private mutating func statementKind() throws(ManifestError) -> Statement.Kind {
    try skipAttributes()
    switch token.kind {
    case .directive("if"): return try compilation()
    case .directive: return try skippedDirective()
    case .identifier(let word):
      if let kind = try keyword(word) { return kind }
    default: break
    }
    return .expression(try expression())
  }

  private mutating func skipAttributes() throws(ManifestError) {
    while token.kind == .mark("@") {
      advance()
      _ = try identifier("an attribute")
      if token.kind == .mark("("), !token.followsSpace {
        advance()
        try skipBalanced()
      }
    }
    while case .identifier(let word) = token.kind, Self.modifiers.contains(word),
      case .identifier = peek().kind
    { advance() }
  }

  private static let modifiers: Set<String> = [
    "public", "private", "fileprivate", "internal", "package", "static", "final", "nonisolated",
    "mutating", "lazy", "open", "indirect", "override", "convenience", "required",
  ]

  private mutating func keyword(_ word: String) throws(ManifestError) -> Statement.Kind? {
    switch word {
    case "import": return try importStatement()
    case "let", "var": return try binding()
    case "func": return try function()
    case "if": return try condition()
    case "guard": return try guardStatement()
    case "for": return try loop()
    case "switch": return try choice()
    case "return": return try returnStatement()
    case "break", "continue", "fallthrough": return jump(word)
    case "extension", "enum", "struct", "class", "protocol", "actor": return try declaration(word)
    case "do" where peek().kind == .mark("{"): return try doStatement()
    case "typealias": return try alias()
    case "while", "repeat", "do", "defer", "throw", "init", "subscript", "operator",
      "precedencegroup", "deinit", "case", "associatedtype":
      return try opaque(word)
    default: return nil
    }
  }

  private mutating func importStatement() throws(ManifestError) -> Statement.Kind {
    advance()
    while !token.startsLine, token.kind != .end, token.kind != .mark(";") { advance() }
    return .opaque("import", mentions: [])
  }

  private mutating func skippedDirective() throws(ManifestError) -> Statement.Kind {
    guard case .directive(let name) = token.kind, !["else", "elseif", "endif"].contains(name) else {
      throw unexpected("a statement")
    }
    return .expression(try expression())
  }

  private mutating func binding() throws(ManifestError) -> Statement.Kind {
    advance()
    let names = try pattern()
    let start = index
    let type = consume(.mark(":")) ? try skipType() : nil
    let labels = tupleLabels(in: start..<index)
    if consume(.symbol("=")) {
      var value = try expression()
      if let type { value = try make(.typed(type, value), from: value, over: [value]) }
      guard !labels.isEmpty else { return .binding(names, value) }
      return .binding(names, try make(.labelled(labels, value), from: value, over: [value]))
    }
    if token.kind == .mark("{") {
      return .computed(names[0], Function(parameters: [], result: type, body: try computed()))
    }
    return .binding(names, Expression(kind: .missing, range: lastEnd..<lastEnd, height: 1))
  }

  /// The labels of a tuple's type, which its values may leave out.
  private func tupleLabels(in type: Range<Int>) -> [String] {
    guard let open = tokens[type].firstIndex(where: { $0.kind == .mark("(") }) else { return [] }
    var labels: [String] = []
    var depth = 0
    for index in open..<type.upperBound {
      switch tokens[index].kind {
      case .mark("("), .mark("["): depth += 1
      case .mark(")"), .mark("]"): depth -= 1
      case .identifier(let name) where depth == 1:
        if index + 1 < tokens.count, tokens[index + 1].kind == .mark(":") { labels.append(name) }
      default: break
      }
    }
    return labels
  }

  /// The body of a computed property; one with `get` alone is the same.
  private mutating func computed() throws(ManifestError) -> [Statement] {
    guard peek().kind == .identifier("get"), peek(2).kind == .mark("{") else { return try block() }
    advance()
    advance()
    let body = try block()
    try expect(.mark("}"), "`}`")
    return body
  }

  mutating func pattern() throws(ManifestError) -> [String] {
    guard consume(.mark("(")) else { return [try identifier("a name")] }
    var names: [String] = []
    repeat {
      names.append(try identifier("a name"))
      if consume(.mark(":")) { names[names.count - 1] = try identifier("a name") }
    } while consume(.mark(","))
    try expect(.mark(")"), "`)`")
    return names
  }

  private mutating func function() throws(ManifestError) -> Statement.Kind {
    advance()
    let name: String
    if case .symbol(let symbol) = token.kind {
      advance()
      name = symbol
    } else {
      name = try identifier("a function's name")
    }
    if token.kind == .symbol("<") { try skipGenerics() }
    try expect(.mark("("), "`(`")
    let parameters = try nested { parser throws(ManifestError) in try parser.parameters() }
    var result: DeclaredType?
    while token.kind != .mark("{") {
      if consume(.symbol("->")) {
        result = try skipType()
      } else if case .identifier = token.kind, !token.startsLine {
        advance()
      } else {
        return .opaque("func", mentions: [])
      }
    }
    return .function(name, Function(parameters: parameters, result: result, body: try block()))
  }

  private mutating func parameters() throws(ManifestError) -> [Function.Parameter] {
    var result: [Function.Parameter] = []
    while !consume(.mark(")")) {
      try skipAttributes()
      let first = try identifier("a parameter")
      var name = first
      if case .identifier(let second) = token.kind {
        name = second
        advance()
      }
      try expect(.mark(":"), "`:`")
      let type = try skipType()
      let isVariadic = consume(.symbol("..."))
      let fallback = consume(.symbol("=")) ? try expression() : nil
      result.append(
        Function.Parameter(
          label: first == "_" ? nil : first, name: name, isVariadic: isVariadic, fallback: fallback,
          type: type))
      guard consume(.mark(",")) || token.kind == .mark(")") else { throw unexpected("`,` or `)`") }
    }
    return result
  }

  private mutating func returnStatement() throws(ManifestError) -> Statement.Kind {
    advance()
    if token.startsLine || token.kind == .mark("}") || token.kind == .mark(";") {
      return .return(nil)
    }
    return .return(try expression())
  }

  private mutating func jump(_ word: String) -> Statement.Kind {
    advance()
    if !token.startsLine, case .identifier = token.kind { advance() }
    return .jump(word)
  }

  private mutating func declaration(_ word: String) throws(ManifestError) -> Statement.Kind {
    advance()
    let start = index
    while token.kind != .mark("{") {
      guard token.kind != .end else { throw unexpected("`{`") }
      advance()
    }
    guard case .identifier(let name) = tokens[start].kind else { throw unexpected("a name") }
    if word == "protocol" {
      advance()
      try skipBalanced()
      return .opaque(word, mentions: [])
    }
    let type = dottedName(from: start, default: name)
    return .declaration(type, isStructure: word == "struct", try block())
  }

  /// The whole of a dotted name that begins at a token.
  private func dottedName(from start: Int, default name: String) -> String {
    var result = name
    var at = start
    while at + 2 < tokens.count, tokens[at + 1].kind == .symbol("."),
      case .identifier(let next) = tokens[at + 2].kind
    {
      result += "." + next
      at += 2
    }
    return result
  }

  /// Passes over another name for a type, and notes it if values of that type are not read.
  private mutating func alias() throws(ManifestError) -> Statement.Kind {
    let name = peek()
    advance()
    advance()
    if token.kind == .symbol("<") { try skipGenerics() }
    guard consume(.symbol("=")), case .identifier(let word) = name.kind else {
      return try opaque("typealias")
    }
    if try skipType() != nil { aliases.insert(word) }
    return .opaque("typealias", mentions: [])
  }

  /// Skips a statement that isn't evaluated, and records the names in it.
  mutating func opaque(_ word: String) throws(ManifestError) -> Statement.Kind {
    try opaqueBody(word, from: index)
  }

  private mutating func opaqueBody(_ word: String, from start: Int) throws(ManifestError)
    -> Statement.Kind
  {
    advance()
    while token.kind != .end, !token.startsLine || tokens[index - 1].kind == .mark("{") {
      switch token.kind {
      case .mark("("), .mark("["), .mark("{"):
        advance()
        try skipBalanced()
      case .mark("}"), .mark(")"), .mark("]"), .mark(";"):
        return .opaque(word, mentions: mentions(from: start))
      default: advance()
      }
    }
    return .opaque(word, mentions: mentions(from: start))
  }

  func mentions(from start: Int) -> Set<String> {
    var names: Set<String> = []
    for token in tokens[start..<max(start, index)] {
      if case .identifier(let name) = token.kind { names.insert(name) }
    }
    return names
  }
}
