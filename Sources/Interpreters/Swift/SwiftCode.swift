/// The tokens of a Swift source with the partners of its brackets.
struct SwiftCode {
  /// The last one is `end`.
  let tokens: [Token]
  /// The index of the closing bracket for each opening one; the own index for other tokens.
  let closing: [Int]

  /// Cuts a file into tokens.
  ///
  /// - Throws: `ManifestError` if it is too large, malformed, or has a bracket without a partner.
  init(_ bytes: [UInt8]) throws(ManifestError) {
    tokens = try Lexer.tokens(of: bytes)
    var closing = Array(tokens.indices)
    var open: [(index: Int, bracket: Character)] = []
    for (index, token) in tokens.enumerated() {
      guard case .mark(let mark) = token.kind else { continue }
      if let bracket = Self.partners[mark] {
        open.append((index, bracket))
      } else if Self.partners.values.contains(mark) {
        guard let last = open.popLast(), last.bracket == mark else {
          throw ManifestError(
            .malformed, "has a bracket without a partner", at: token.range.lowerBound)
        }
        closing[last.index] = index
      }
    }
    guard open.isEmpty else {
      throw ManifestError(.malformed, "has a bracket without a partner", at: 0)
    }
    self.closing = closing
  }

  private static let partners: [Character: Character] = ["(": ")", "[": "]", "{": "}"]

  /// The kind of a token; `end` behind the last one.
  func kind(_ index: Int) -> Token.Kind {
    tokens.indices.contains(index) ? tokens[index].kind : .end
  }

  /// The name at an index; nil if the token isn't a name.
  func word(_ index: Int) -> String? {
    if case .identifier(let word) = kind(index) { word } else { nil }
  }

  /// Whether a token is a mark.
  func isMark(_ mark: Character, at index: Int) -> Bool { kind(index) == .mark(mark) }

  /// Whether a token is an operator.
  func isSymbol(_ symbol: String, at index: Int) -> Bool { kind(index) == .symbol(symbol) }

  /// Whether a token begins or ends a branch of conditional code.
  func isBranch(_ index: Int) -> Bool {
    if case .directive(let word) = kind(index) {
      return ["if", "elseif", "else", "endif"].contains(word)
    }
    return false
  }

  /// Splits a range at the commas that are in no inner bracket.
  func split(_ range: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var (start, index, angles) = (range.lowerBound, range.lowerBound, 0)
    while index < range.upperBound {
      angles += angleStep(index)
      if isMark(",", at: index), angles <= 0 {
        parts.append(start..<index)
        start = index + 1
        angles = 0
      }
      index = max(index, min(closing[index], range.upperBound - 1)) + 1
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
  }

  /// How many angle brackets a token opens more than it closes; an arrow closes none.
  func angleStep(_ index: Int) -> Int {
    guard case .symbol(let text) = kind(index), text != "->" else { return 0 }
    var step = 0
    var previous: Character = " "
    for character in text {
      if character == "<" { step += 1 }
      if character == ">", previous != "-" { step -= 1 }
      previous = character
    }
    return step
  }
}

extension SwiftCode {
  /// Attributes and words of types that change nothing for a caller's source.
  private static let silent: Set<String> = [
    "Sendable", "escaping", "preconcurrency", "retroactive", "unchecked", "unsafe",
  ]
  private static let silentWords: Set<String> = [
    "any", "__owned", "__shared", "sending", "borrowing", "consuming", "nonisolated",
  ]

  /// Writes a type in one way, whatever its white space is.
  ///
  /// - Parameters:
  ///   - range: the tokens.
  ///   - renames: the names of generic parameters, which callers don't see.
  /// - Returns: the text; empty for `Void`.
  func text(_ range: Range<Int>, renaming renames: [String: String] = [:]) -> String {
    var parts: [String] = []
    var wasWord = false
    var index = range.lowerBound
    while index < range.upperBound {
      defer { index += 1 }
      if isMark("@", at: index), let name = word(index + 1), Self.silent.contains(name) {
        index += 1
        continue
      }
      if word(index) == "Swift", isSymbol(".", at: index + 1) {
        index += 1
        continue
      }
      guard let part = text(of: kind(index), renames) else { continue }
      if let word = word(index) {
        if Self.silentWords.contains(word) { continue }
        if wasWord { parts.append(" ") }
        wasWord = true
      } else {
        wasWord = false
      }
      parts.append(part)
    }
    let text = parts.joined().sugared
    return ["Void", "()"].contains(text) ? "" : text
  }

  private func text(of kind: Token.Kind, _ renames: [String: String]) -> String? {
    switch kind {
    case .identifier(let name): renames[name] ?? name
    case .number(let number): number
    case .string(let segments):
      "\"" + segments.map { if case .text(let text) = $0 { text } else { "\\()" } }.joined() + "\""
    case .symbol(let symbol): symbol
    case .mark(let mark): String(mark)
    case .directive(let word): "#" + word
    case .regex: "/…/"
    case .end: nil
    }
  }

  /// Returns the index behind a type that begins at an index.
  func endOfType(_ start: Int, before end: Int) -> Int {
    var (index, angles) = (start, 0)
    while index < end {
      let isOpen = angles > 0
      switch kind(index) {
      case .mark("{"), .mark("}"), .mark(")"), .mark("]"), .mark(";"), .end: return index
      case .mark(","), .symbol("="), .identifier("where"): if !isOpen { return index }
      case .directive: if isBranch(index) { return index }
      default: break
      }
      if index > start, !isOpen, tokens[index].startsLine, !continuesType(index) { return index }
      angles += angleStep(index)
      index = closing[index] + 1
    }
    return max(start, min(index, end))
  }

  private func continuesType(_ index: Int) -> Bool {
    switch kind(index) {
    case .symbol: return true
    case .identifier("throws"), .identifier("async"): return true
    default: break
    }
    switch kind(index - 1) {
    case .symbol(let symbol): return ["&", "->", "."].contains(symbol)
    case .mark(":"), .mark(","): return true
    case .identifier(let word): return ["any", "some", "inout"].contains(word)
    default: return false
    }
  }

  /// Returns the index behind an expression that begins at an index.
  func endOfExpression(_ start: Int, before end: Int) -> Int {
    var index = start
    while index < end {
      switch kind(index) {
      case .mark(","), .mark(";"), .mark("}"), .mark(")"), .mark("]"), .end: return index
      case .mark("{"): if index > start, hasObservers(index) { return index }
      default: if isBranch(index) { return index }
      }
      if index > start, tokens[index].startsLine, !continuesExpression(index) { return index }
      index = closing[index] + 1
    }
    return max(start, min(index, end))
  }

  private func hasObservers(_ brace: Int) -> Bool {
    ["willSet", "didSet"].contains(word(brace + 1) ?? "")
  }

  private func continuesExpression(_ index: Int) -> Bool {
    switch kind(index) {
    case .symbol, .mark(":"): return true
    case .identifier(let word): if ["is", "as", "else"].contains(word) { return true }
    default: break
    }
    switch kind(index - 1) {
    case .symbol(let symbol): return !["?", "!"].contains(symbol) || tokens[index - 1].followsSpace
    case .identifier(let word): return ["try", "await", "is", "as", "in", "return"].contains(word)
    case .mark(":"): return true
    default: return false
    }
  }
}
