/// Statements and declarations.
extension Parser {
  mutating func statements(until end: Token.Kind) throws(ManifestError) -> [Statement] {
    var result: [Statement] = []
    while token.kind != end {
      if case .end = token.kind { throw unexpected("a closing bracket") }
      if end == .directive("endif"), isBranchDirective { break }
      if consume(.mark(";")) { continue }
      try appendStatement(to: &result)
    }
    return result
  }

  /// Parses a statement, and the other variables of a declaration such as `let a = 1, b = 2`.
  mutating func appendStatement(to list: inout [Statement]) throws(ManifestError) {
    list.append(try statement())
    while case .binding? = list.last?.kind, consume(.mark(",")) {
      let start = token.range.lowerBound
      list.append(Statement(kind: try variable(), range: start..<max(start, lastEnd)))
    }
    try expectEnd()
  }

  /// Statements end with their line.
  ///
  /// - Throws: a refusal for Swift that the parser doesn't know and would otherwise leave out.
  private func expectEnd() throws(ManifestError) {
    switch token.kind {
    case .end, .directive, .mark(";"), .mark("}"): return
    case _ where token.startsLine: return
    default:
      if token.kind == .mark("{") { try refuseAccessors(after: index) }
      throw ManifestError(
        .refused, "has syntax that is not supported after a statement", at: token.range.lowerBound)
    }
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
      guard peek().kind != .mark(":") else {
        throw ManifestError(.refused, "labels a statement", at: token.range.lowerBound)
      }
      if let kind = try keyword(word) { return kind }
    default: break
    }
    return .expression(try expression())
  }

  private mutating func skipAttributes() throws(ManifestError) {
    while token.kind == .mark("@") {
      let start = token.range.lowerBound
      advance()
      let name = try identifier("an attribute")
      guard Self.attributes.contains(name) || name.hasPrefix("_") else {
        throw ManifestError(.refused, "uses the attribute `@\(name)`", at: start)
      }
      if token.kind == .mark("("), !token.followsSpace {
        advance()
        try skipBalanced()
      }
    }
    try skipModifiers()
  }

  private mutating func skipModifiers() throws(ManifestError) {
    while case .identifier(let word) = token.kind, Self.modifiers.contains(word) {
      guard word != "override" else {
        throw ManifestError(.refused, "overrides a member", at: token.range.lowerBound)
      }
      if isModifierWithArgument {
        advance()
        advance()
        try skipBalanced()
      } else if case .identifier = peek().kind {
        advance()
      } else {
        return
      }
    }
  }

  /// Whether a modifier such as `private(set)` or `unowned(unsafe)` follows.
  private var isModifierWithArgument: Bool {
    guard peek().kind == .mark("("), peek(3).kind == .mark(")"),
      case .identifier(let argument) = peek(2).kind
    else { return false }
    return ["set", "unsafe", "safe", "nonsending"].contains(argument)
  }

  /// Attributes that don't change values; others can be result builders, property wrappers and macros.
  private static let attributes: Set<String> = [
    "MainActor", "Sendable", "autoclosure", "available", "discardableResult", "escaping",
    "frozen", "inlinable", "inline", "main", "objc", "preconcurrency", "retroactive", "testable",
    "unchecked", "unknown", "usableFromInline", "warn_unqualified_access",
  ]

  private static let modifiers: Set<String> = [
    "public", "private", "fileprivate", "internal", "package", "static", "final", "nonisolated",
    "mutating", "nonmutating", "lazy", "open", "indirect", "override", "convenience", "required",
    "unowned", "weak", "prefix", "postfix", "infix", "distributed", "borrowing", "consuming",
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
    return try variable()
  }

  /// Parses what follows `let`, `var` or the comma between two variables.
  private mutating func variable() throws(ManifestError) -> Statement.Kind {
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
    if token.kind == .mark("{"), !token.startsLine {
      return .computed(names[0], Function(parameters: [], result: type, body: try computed()))
    }
    let missing = Expression(kind: .missing, range: lastEnd..<lastEnd, height: 1)
    guard labels.isEmpty else {
      var value = missing
      if let type { value = try make(.typed(type, missing), from: missing, over: [missing]) }
      return .binding(names, try make(.labelled(labels, value), from: value, over: [value]))
    }
    guard let type else { return .binding(names, missing) }
    return .binding(names, try make(.typed(type, missing), from: missing, over: [missing]))
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
  ///
  /// - Throws: a refusal for accessors that run when the property is assigned.
  private mutating func computed() throws(ManifestError) -> [Statement] {
    try refuseAccessors(after: index)
    guard peek().kind == .identifier("get"), peek(2).kind == .mark("{") else { return try block() }
    advance()
    advance()
    let body = try block()
    try refuseAccessors(after: index - 1)
    try expect(.mark("}"), "`}`")
    return body
  }

  /// Refuses a property whose block goes on with another accessor than `get`.
  func refuseAccessors(after index: Int) throws(ManifestError) {
    let next = tokens[min(index + 1, tokens.count - 1)]
    guard case .identifier(let word) = next.kind, Self.accessors.contains(word),
      [.mark("{"), .mark("(")].contains(tokens[min(index + 2, tokens.count - 1)].kind)
    else { return }
    throw ManifestError(.refused, "declares `\(word)` of a property", at: next.range.lowerBound)
  }

  private static let accessors: Set<String> = [
    "set", "didSet", "willSet", "init", "_modify", "_read", "read", "modify",
  ]

  mutating func pattern() throws(ManifestError) -> [String] {
    guard consume(.mark("(")) else { return [try identifier("a name")] }
    var names: [String] = []
    repeat {
      guard token.kind != .mark("(") else {
        throw ManifestError(.refused, "takes nested tuples apart", at: token.range.lowerBound)
      }
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
    try skipEffects()
    if consume(.symbol("->")) { result = try skipType() }
    if token.kind == .identifier("where") { skipConstraints() }
    guard token.kind == .mark("{") else { return .opaque("func", mentions: []) }
    return .function(name, Function(parameters: parameters, result: result, body: try block()))
  }

  /// Passes over `async`, `throws`, `throws(Error)` and `rethrows`.
  mutating func skipEffects() throws(ManifestError) {
    while case .identifier(let word) = token.kind, ["async", "throws", "rethrows"].contains(word) {
      advance()
      guard word == "throws", consume(.mark("(")) else { continue }
      try skipBalanced()
    }
  }

  /// Passes over `where` and what it demands of types, up to the body.
  private mutating func skipConstraints() {
    while token.kind != .mark("{"), token.kind != .mark("}"), token.kind != .end { advance() }
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
    // `extension [Target]` has no name: its members are not known, so that uses of them are refused.
    let named: String? = if case .identifier(let name) = tokens[start].kind { name } else { nil }
    guard let name = named, word != "protocol" else {
      advance()
      try skipBalanced()
      return .opaque(word, mentions: [])
    }
    let isOptional = tokens[start..<index].contains(where: \.makesOptional) && word == "extension"
    let type = isOptional ? "Optional" : dottedName(from: start, default: name)
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
    if let type = try skipType() { aliases[word] = type.named(word) }
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
