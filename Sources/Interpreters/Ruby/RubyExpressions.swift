import Text

/// Parses expressions: assignments, operators by precedence, postfix calls.
extension RubyParser {
  private static let assignments: Set = [
    "=", "+=", "-=", "*=", "/=", "||=", "&&=", "<<=", "|=", "&=", "%=", "**=",
  ]

  private static let levels: [[String]] = [
    ["..", "..."], ["||"], ["&&"], ["<=>", "==", "===", "!=", "=~", "!~"],
    ["<", "<=", ">", ">="], ["|", "^"], ["&"], ["<<", ">>"], ["+", "-"], ["*", "/", "%"], ["**"],
  ]

  /// The precedence of each operator; a higher number binds tighter.
  private static let precedence: [String: Int] = Dictionary(
    uniqueKeysWithValues: levels.enumerated().flatMap { level, names in names.map { ($0, level) } })

  /// The levels whose operators can't follow each other: ranges and equality.
  private static let alone: Set = [0, 3]

  /// The level of `**`, which binds tighter than a minus sign before it.
  private static let power = 10

  /// Parses an expression, including assignments and `? :`.
  mutating func expression() throws(RubyStop) -> RubyNode {
    try deeper { parser throws(RubyStop) in
      let start = parser.current.range.lowerBound
      var left = try parser.binary(from: 0)
      if parser.accept(operation: "?") { left = try parser.ternary(left, from: start) }
      guard case .operation(let text) = parser.current.kind, Self.assignments.contains(text) else {
        return left
      }
      return try parser.assignment(to: left, from: start)
    }
  }

  private mutating func ternary(
    _ condition: RubyNode, from start: Int
  ) throws(RubyStop) -> RubyNode {
    skipNewlines()
    let yes: RubyNode
    if case .label(let word) = current.kind {
      yes = labelled(word)
    } else {
      yes = try operand(expression())
      skipNewlines()
      try expect(operation: ":")
    }
    skipNewlines()
    let no = try operand(expression())
    return node(.conditional(condition: condition, then: [yes], else: [no]), from: start)
  }

  /// In `a ? b: c` the lexer returns the label `b:` instead of a call or a variable.
  private mutating func labelled(_ word: String) -> RubyNode {
    let token = advance()
    if word.utf8.first?.isASCIIUppercase == true {
      return RubyNode(form: .constant(scope: nil, name: word), range: token.range)
    }
    return RubyNode(form: plainCall(word, token.range), range: token.range)
  }

  func plainCall(_ name: String, _ range: Range<Int>) -> RubyForm {
    locals.contains(name)
      ? .local(name) : .call(RubyCall(name: name, arguments: [], nameRange: range))
  }

  private mutating func assignment(
    to target: RubyNode, from start: Int
  ) throws(RubyStop) -> RubyNode {
    guard case .operation(let operation) = advance().kind else { throw unexpected() }
    if case .call(let call) = target.form, call.receiver == nil, call.arguments.isEmpty {
      locals.insert(call.name)
    }
    if case .constant = target.form, isInMethod {
      throw refusal("assigns to a constant in a method", target.range)
    }
    skipNewlines()
    var value = try expression()
    if current.isOperation(","), depth == statementDepth + 1, !leavesDo, operation == "=" {
      var items: [RubyArgument] = [.value(value)]
      while accept(operation: ",") {
        skipNewlines()
        items.append(.value(try expression()))
      }
      value = node(.array(items), from: start)
    }
    if current.isKeyword("rescue") {
      _ = advance()
      let other = try expression()
      value = node(.begin(body: [value], rescue: [other], ensure: []), from: start)
    }
    return node(.assign(target: target, operation: operation, value: value), from: start)
  }

  mutating func binary(from level: Int) throws(RubyStop) -> RubyNode {
    let start = current.range.lowerBound
    var left = try unary()
    var last: Int?
    while let (name, binding) = operation(atLeast: level) {
      // `a == b == c` and `a..b..c` are not valid Ruby.
      guard binding != last || !Self.alone.contains(binding) else { throw unexpected() }
      last = binding
      _ = advance()
      if name.hasPrefix(".."), !startsValue {
        // Ruby goes on reading on the next line.
        guard current.kind != .newline else { throw unexpected() }
        return node(.range(left, nil, excludesEnd: name == "..."), from: start)
      }
      skipNewlines()
      let next = name == "**" ? binding : binding + 1
      let right = try operand(
        deeper { parser throws(RubyStop) in try parser.binary(from: next) })
      left = node(Self.joined(left, name, right, current.range), from: start)
    }
    return left
  }

  /// Refuses a call with arguments without parentheses as a part of an expression.
  func operand(_ node: RubyNode) throws(RubyStop) -> RubyNode {
    if case .call(let call) = node.form, call.isCommand, call.block == nil {
      throw refusal("has a call without parentheses in an expression", node.range)
    }
    return node
  }

  private func operation(atLeast level: Int) -> (String, Int)? {
    guard case .operation(let name) = current.kind, let binding = Self.precedence[name],
      binding >= level
    else { return nil }
    return (name, binding)
  }

  private static func joined(
    _ left: RubyNode, _ name: String, _ right: RubyNode, _ range: Range<Int>
  ) -> RubyForm {
    switch name {
    case "&&": .and(left, right)
    case "||": .or(left, right)
    case "..", "...": .range(left, right, excludesEnd: name == "...")
    case "!=": .not(RubyNode(form: call(left, "==", right, range), range: left.range))
    case "!~": .not(RubyNode(form: call(left, "=~", right, range), range: left.range))
    default: call(left, name, right, range)
    }
  }

  private static func call(
    _ left: RubyNode, _ name: String, _ right: RubyNode, _ range: Range<Int>
  ) -> RubyForm {
    .call(RubyCall(receiver: left, name: name, arguments: [.value(right)], nameRange: range))
  }

  private mutating func unary() throws(RubyStop) -> RubyNode {
    let start = current.range.lowerBound
    if accept(operation: "!") {
      let operand = try deeper { parser throws(RubyStop) in try parser.unary() }
      return node(.not(operand), from: start)
    }
    if current.isOperation("-"), let number = peek().negated, !peek(2).isOperation("**") {
      // The sign of a number binds tighter than a call on it.
      _ = advance()
      tokens[index].kind = number
      return try postfix()
    }
    if current.isOperation("-") || current.isOperation("+") {
      let sign = advance()
      let isMinus = sign.isOperation("-")
      let operand = try deeper { parser throws(RubyStop) in
        isMinus ? try parser.binary(from: Self.power) : try parser.unary()
      }
      let name = isMinus ? "-@" : "+@"
      return node(
        .call(RubyCall(receiver: operand, name: name, arguments: [], nameRange: sign.range)),
        from: start)
    }
    if current.isKeyword("defined?") {
      _ = advance()
      let operand = try deeper { parser throws(RubyStop) in try parser.unary() }
      return node(.defined(operand), from: start)
    }
    return try postfix()
  }

  /// Parses a value and the calls, indexes and scopes after it.
  mutating func postfix() throws(RubyStop) -> RubyNode {
    let start = current.range.lowerBound
    var value = try primary()
    while true {
      if continuesOnNextLine { skipNewlines() }
      if current.isOperation(".") || current.isOperation("&.") {
        value = try method(of: value, from: start)
      } else if current.isOperation("::") {
        value = try scoped(value, from: start)
      } else if current.isOperation("["), !current.hasSpaceBefore {
        value = try indexed(value, from: start)
      } else {
        return value
      }
    }
  }

  /// Whether the next line starts with `.name`.
  ///
  /// Between the lines there can be comments, but no blank line.
  private var continuesOnNextLine: Bool {
    guard current.kind == .newline, !isSemicolon(current) else { return false }
    var next = index
    while next < tokens.count - 1, tokens[next].kind == .newline { next += 1 }
    guard tokens[next].isOperation(".") || tokens[next].isOperation("&.") else { return false }
    let between = source.bytes[current.range.upperBound..<tokens[next].range.lowerBound]
    let lines = between.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.dropLast().allSatisfy { line in
      line.first { !$0.isASCIISpace } == UInt8(ascii: "#")
    }
  }

  private mutating func scoped(_ value: RubyNode, from start: Int) throws(RubyStop) -> RubyNode {
    if case .constant(let name) = peek().kind, !peek(2).isOperation("(") || peek(2).hasSpaceBefore {
      _ = advance()
      _ = advance()
      return node(.constant(scope: value, name: name), from: start)
    }
    return try method(of: value, from: start)
  }

  private mutating func indexed(_ value: RubyNode, from start: Int) throws(RubyStop) -> RubyNode {
    let bracket = advance()
    let arguments = try self.arguments(until: "]")
    return node(
      .call(
        RubyCall(receiver: value, name: "[]", arguments: arguments, nameRange: bracket.range)),
      from: start)
  }

  private mutating func method(of value: RubyNode, from start: Int) throws(RubyStop) -> RubyNode {
    let isSafe = advance().isOperation("&.")
    skipNewlines()
    let token = current
    if token.isOperation("(") {
      return try finishCall("call", token.range, receiver: value, isSafe: isSafe, from: start)
    }
    _ = advance()
    switch token.kind {
    case .identifier(let name), .constant(let name), .keyword(let name), .operation(let name):
      return try finishCall(name, token.range, receiver: value, isSafe: isSafe, from: start)
    case .label(let name):
      // The colon belongs to `? :` around it.
      tokens[index - 1].kind = .operation(":")
      index -= 1
      return node(
        .call(RubyCall(receiver: value, name: name, arguments: [], nameRange: token.range)),
        from: start)
    default: throw refusal("calls a method whose name is not supported", token.range)
    }
  }
}
