import Text

/// The tokens of a Ruby source with their lines, read without parsing expressions.
struct RubyCode {
  let source: SourceText
  let tokens: [RubyToken]
  /// The line of each token, from 1.
  let lines: [Int]

  /// Splits a file or the code of an interpolation into tokens.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - range: the bytes of the code; nil for the whole file.
  ///   - first: the line on which the code begins.
  /// - Throws: `RubyStop` if a token can't be read.
  init(_ source: SourceText, in range: Range<Int>? = nil, first: Int = 1) throws(RubyStop) {
    self.source = source
    tokens = try RubyLexer.tokens(of: source, in: range, isLenient: true)
    var position = range?.lowerBound ?? 0
    var line = first
    lines = tokens.map { token in
      let start = min(token.range.lowerBound, source.bytes.count)
      if start > position {
        line += source.bytes[position..<start].count { $0 == UInt8(ascii: "\n") }
        position = start
      }
      return line
    }
  }

  func kind(_ index: Int) -> RubyToken.Kind {
    tokens.indices.contains(index) ? tokens[index].kind : .end
  }

  func isOperation(_ text: String, at index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].isOperation(text)
  }

  func isKeyword(_ text: String, at index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].isKeyword(text)
  }

  /// The name of an identifier; nil for other tokens.
  func identifier(_ index: Int) -> String? {
    if case .identifier(let name) = kind(index) { name } else { nil }
  }

  /// The name of a constant; nil for other tokens.
  func constant(_ index: Int) -> String? {
    if case .constant(let name) = kind(index) { name } else { nil }
  }

  /// The text of a symbol or a string without interpolation.
  func literal(_ index: Int) -> String? {
    switch kind(index) {
    case .symbol(let text), .string(let text): text.plain
    default: nil
    }
  }

  /// Whether a statement begins here.
  func startsStatement(_ index: Int) -> Bool {
    switch kind(index - 1) {
    case .newline, .end: true
    case .keyword(let word): ["then", "do", "else", "ensure", "begin"].contains(word)
    case .operation(let text): text == "{" || text == "|"
    default: false
    }
  }

  /// Whether a keyword such as `if` belongs to the statement before it.
  func isModifier(_ index: Int) -> Bool {
    switch kind(index - 1) {
    case .newline, .end, .label: false
    case .keyword(let word):
      [
        "end", "self", "true", "false", "nil", "return", "break", "next", "redo", "retry", "yield",
        "super",
      ].contains(word)
    case .operation(let text): [")", "]", "}"].contains(text)
    default: true
    }
  }

  /// Reads `A::B` or `::A::B`.
  ///
  /// - Returns: the names, and the index behind them; no names if no constant is here.
  func path(at start: Int) -> (names: [String], end: Int) {
    var index = isOperation("::", at: start) ? start + 1 : start
    var names: [String] = []
    while let name = constant(index) {
      names.append(name)
      guard isOperation("::", at: index + 1), constant(index + 2) != nil else {
        return (names, index + 1)
      }
      index += 2
    }
    return (names, start)
  }

  /// Returns the index of the bracket that closes another one; the last token if none does.
  func closing(_ open: Int) -> Int {
    var depth = 0
    for index in open..<tokens.count {
      guard case .operation(let text) = tokens[index].kind else { continue }
      if ["(", "[", "{"].contains(text) { depth += 1 }
      if [")", "]", "}"].contains(text) { depth -= 1 }
      if depth == 0 { return index }
    }
    return tokens.count - 1
  }

  /// Splits tokens at the commas that are in no brackets.
  func split(_ range: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var (start, depth) = (range.lowerBound, 0)
    for index in range {
      guard case .operation(let text) = tokens[index].kind else { continue }
      if ["(", "[", "{"].contains(text) { depth += 1 }
      if [")", "]", "}"].contains(text) { depth -= 1 }
      if depth == 0, text == "," {
        parts.append(start..<index)
        start = index + 1
      }
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
  }

  /// The arguments of the call whose name is at an index, with or without parentheses.
  func arguments(behind name: Int) -> Range<Int> {
    if isOperation("(", at: name + 1), !tokens[name + 1].hasSpaceBefore {
      return name + 2..<max(name + 2, closing(name + 1))
    }
    var (index, depth) = (name + 1, 0)
    while index < tokens.count {
      switch tokens[index].kind {
      case .end: return name + 1..<index
      case .newline where depth == 0 && !isOperation(",", at: index - 1):
        return name + 1..<index
      case .keyword(let word) where depth == 0:
        if ["do", "if", "unless", "end", "then"].contains(word) { return name + 1..<index }
      case .operation(let text):
        if ["(", "[", "{"].contains(text) { depth += 1 }
        if [")", "]", "}"].contains(text) { depth -= 1 }
        if depth < 0 { return name + 1..<index }
      default: break
      }
      index += 1
    }
    return name + 1..<index
  }
}
