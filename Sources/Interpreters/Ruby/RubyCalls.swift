/// Parses calls: arguments with and without parentheses, blocks, parameters.
extension RubyParser {
  /// Parses what follows the name of a method.
  mutating func finishCall(
    _ name: String, _ nameRange: Range<Int>, receiver: RubyNode?, isSafe: Bool, from start: Int
  ) throws(RubyStop) -> RubyNode {
    if receiver == nil, locals.contains(name), !current.isOperation("(") || current.hasSpaceBefore {
      return node(.local(name), from: start)
    }
    var call = RubyCall(
      receiver: receiver, name: name, arguments: [], isSafe: isSafe, nameRange: nameRange)
    if current.isOperation("("), !current.hasSpaceBefore {
      _ = advance()
      call.arguments = try arguments(until: ")")
    } else if startsCommandArguments {
      call.arguments = try commandArguments()
      call.isCommand = true
    }
    // In `group :a { … }` the braces belong to nothing.
    if !call.isCommand || current.isKeyword("do") { call.block = try block() }
    return node(.call(call), from: start)
  }

  /// Whether the current token starts the arguments of a call without parentheses.
  private var startsCommandArguments: Bool {
    guard current.hasSpaceBefore else { return false }
    switch current.kind {
    case .identifier, .constant, .variable, .integer, .float, .string, .symbol, .words, .regex,
      .command, .label:
      return true
    case .keyword(let word):
      return ["nil", "true", "false", "self", "not", "defined?", "case", "lambda"].contains(word)
    case .operation(let text): return operatorStartsArgument(text)
    default: return false
    }
  }

  private func operatorStartsArgument(_ text: String) -> Bool {
    switch text {
    case "(", "->", "!": true
    case "[", "*", "-", "&", "**", "::", "..": !peek().hasSpaceBefore && peek().kind != .newline
    default: false
    }
  }

  private mutating func commandArguments() throws(RubyStop) -> [RubyArgument] {
    let outer = leavesDo
    leavesDo = true
    defer { leavesDo = outer }
    var result = [try argument()]
    while accept(operation: ",") {
      skipNewlines()
      result.append(try argument())
    }
    return result
  }

  /// Parses arguments and the closing bracket.
  mutating func arguments(until close: String) throws(RubyStop) -> [RubyArgument] {
    try enclosed { parser throws(RubyStop) in
      var result: [RubyArgument] = []
      parser.skipNewlines()
      while !parser.accept(operation: close) {
        result.append(try parser.argument())
        if parser.accept(operation: ",") {
          parser.skipNewlines()
          continue
        }
        parser.skipNewlines()
        guard parser.current.isOperation(close) else { throw parser.unexpected() }
      }
      return result
    }
  }

  private mutating func argument() throws(RubyStop) -> RubyArgument {
    if accept(operation: "*") { return .splat(try expression()) }
    if accept(operation: "**") { return .doubleSplat(try expression()) }
    if accept(operation: "&") { return .block(try expression()) }
    if case .label(let name) = current.kind { return try labelled(name) }
    let key = try expression()
    guard accept(operation: "=>") else { return .value(key) }
    skipNewlines()
    return .pair(key: key, value: try expression())
  }

  private mutating func labelled(_ name: String) throws(RubyStop) -> RubyArgument {
    let token = advance()
    let key = RubyNode(form: .symbol([.text(name)]), range: token.range)
    if current.isOperation(",") || current.isOperation(")") || current.isOperation("}") {
      return .pair(
        key: key, value: RubyNode(form: plainCall(name, token.range), range: token.range))
    }
    skipNewlines()
    return .pair(key: key, value: try expression())
  }

  /// Parses `{ … }` or `do … end` if one follows and belongs to this call.
  private mutating func block() throws(RubyStop) -> RubyBlock? {
    let outer = locals
    defer { locals = outer }
    return try braceOrDo(nil)
  }

  mutating func braceOrDo(_ given: [RubyBlock.Parameter]?) throws(RubyStop) -> RubyBlock? {
    let isBrace = current.isOperation("{")
    guard isBrace || current.isKeyword("do") && (!leavesDo || given != nil) else { return nil }
    _ = advance()
    return try enclosed { parser throws(RubyStop) in
      var parameters = given ?? []
      let outer = parser.locals
      if parser.accept(operation: "|") { parameters = try parser.blockParameters() }
      _ = parser.accept(operation: "||")
      var body: [RubyNode]
      if isBrace {
        body = try parser.statements(until: [])
        try parser.expect(operation: "}")
      } else {
        let start = parser.current.range.lowerBound
        body = [try parser.bodyWithRescue(from: start)]
      }
      return RubyBlock(
        parameters: parameters, body: body, own: parser.locals.subtracting(outer))
    }
  }

  /// Parses `a, b|`; after `a,|` the other elements of an array are ignored.
  private mutating func blockParameters() throws(RubyStop) -> [RubyBlock.Parameter] {
    var result = try parameters(until: "|")
    if tokens[max(0, index - 2)].isOperation(",") {
      result.append(RubyBlock.Parameter(name: "", isRest: true))
    }
    return result
  }

  /// Parses parameters and the closing mark, or up to the end of the line.
  mutating func parameters(until close: String?) throws(RubyStop) -> [RubyBlock.Parameter] {
    var result: [RubyBlock.Parameter] = []
    while true {
      if close != nil { skipNewlines() }
      if let close, accept(operation: close) { return result }
      if close == nil,
        current.kind == .newline || current.isOperation("{") || current.isKeyword("do")
      {
        return result
      }
      result.append(
        close == "|" && current.isOperation("(")
          ? try destructuring() : try parameter(inBlock: close == "|"))
      let isLast =
        current.isOperation(close ?? "{") || current.kind == .newline
        || close == nil && current.isKeyword("do")
      guard accept(operation: ",") || isLast else { throw unexpected() }
    }
  }

  /// Parses `(a, (b, *c))` of a block, which takes an array apart.
  private mutating func destructuring(depth: Int = 0) throws(RubyStop) -> RubyBlock.Parameter {
    let open = advance()
    guard depth < 8 else { throw refusal("nests parameters too deep", open.range) }
    var parts: [RubyBlock.Parameter] = []
    while true {
      skipNewlines()
      let start = current.range
      let part =
        current.isOperation("(") ? try destructuring(depth: depth + 1) : try parameter()
      guard part.fallback == nil, !part.isKeyword, !part.isBlock, !part.isRest || !parts.hasRest
      else { throw refusal("has parameters that are not supported", start) }
      parts.append(part)
      skipNewlines()
      if accept(operation: ")") { return RubyBlock.Parameter(name: "", parts: parts) }
      guard accept(operation: ","), !current.isOperation(")") else {
        throw refusal("has parameters that are not supported", current.range)
      }
    }
  }

  /// Parses a parameter with its default: any expression, in `|…|` only one without operators.
  private mutating func parameter(
    inBlock: Bool = false
  ) throws(RubyStop) -> RubyBlock.Parameter {
    let isBlock = accept(operation: "&")
    let isOptions = accept(operation: "**")
    let isRest = accept(operation: "*") || isOptions
    let token = advance()
    switch token.kind {
    case .identifier(let name):
      locals.insert(name)
      let fallback = accept(operation: "=") ? try fallback(inBlock) : nil
      return RubyBlock.Parameter(
        name: name, isKeyword: isOptions, isRest: isRest, isBlock: isBlock, fallback: fallback)
    case .label(let name):
      locals.insert(name)
      let fallback = startsValue ? try fallback(inBlock) : nil
      return RubyBlock.Parameter(name: name, isKeyword: true, fallback: fallback)
    default: throw refusal("has parameters that are not supported", token.range)
    }
  }

  private mutating func fallback(_ inBlock: Bool) throws(RubyStop) -> RubyNode {
    try enclosed { parser throws(RubyStop) in
      inBlock ? try parser.postfix() : try parser.operand(parser.expression())
    }
  }
}
