import Text

/// A word of JavaScript or TypeScript.
struct ScriptToken: Hashable {
  enum Kind: Hashable {
    /// A name or a keyword.
    case word(String)
    /// The content of a string without substitutions.
    case string(String)
    /// A number, a template or a regular expression, as written.
    case literal(String)
    /// One character of punctuation; `=>` and `...` are one token.
    case mark(String)
    case end
  }

  var kind: Kind
  /// The line, from 1.
  var line: Int
  /// Whether a line break precedes it.
  var startsLine: Bool
}

/// The tokens of a script with the partners of its brackets.
struct ScriptCode {
  /// The last one is `end`.
  private(set) var tokens: [ScriptToken] = []
  /// The index of the closing bracket for each opening one; the own index for other tokens.
  private(set) var closing: [Int] = []

  /// How many tokens a file may have.
  private static let tokenLimit = 400_000

  /// Cuts a file into tokens; nil if it has too many or a bracket without a partner.
  init?(_ bytes: [UInt8]) {
    var lexer = ScriptLexer(bytes)
    while tokens.last?.kind != .end {
      guard tokens.count < Self.tokenLimit else { return nil }
      tokens.append(lexer.next())
    }
    closing = Array(tokens.indices)
    var open: [(index: Int, bracket: String)] = []
    for (index, token) in tokens.enumerated() {
      guard case .mark(let mark) = token.kind else { continue }
      if let bracket = Self.partners[mark] {
        open.append((index, bracket))
      } else if [")", "]", "}"].contains(mark) {
        guard let last = open.popLast(), last.bracket == mark else { return nil }
        closing[last.index] = index
      }
    }
    if !open.isEmpty { return nil }
  }

  private static let partners = ["(": ")", "[": "]", "{": "}"]

  func kind(_ index: Int) -> ScriptToken.Kind {
    tokens.indices.contains(index) ? tokens[index].kind : .end
  }

  func word(_ index: Int) -> String? {
    if case .word(let word) = kind(index) { word } else { nil }
  }

  func string(_ index: Int) -> String? {
    if case .string(let text) = kind(index) { text } else { nil }
  }

  func isMark(_ mark: String, at index: Int) -> Bool { kind(index) == .mark(mark) }

  /// Writes tokens in one way, whatever the white space is.
  func text(_ range: Swift.Range<Int>) -> String {
    var parts: [String] = []
    var wasWord = false
    for index in range {
      switch kind(index) {
      case .word(let word):
        if wasWord { parts.append(" ") }
        parts.append(word)
        wasWord = true
        continue
      case .string(let text): parts.append("'\(text)'")
      case .literal(let text): parts.append(text)
      case .mark(let mark): parts.append(mark)
      case .end: break
      }
      wasWord = false
    }
    return parts.joined()
  }

  /// Splits a range at the marks that are in no inner bracket.
  func split(_ range: Swift.Range<Int>, at marks: Set<String> = [","]) -> [Swift.Range<Int>] {
    var parts: [Swift.Range<Int>] = []
    var (start, index, angles) = (range.lowerBound, range.lowerBound, 0)
    while index < range.upperBound {
      if isMark("<", at: index) { angles += 1 }
      if isMark(">", at: index) { angles = max(0, angles - 1) }
      if case .mark(let mark) = kind(index), marks.contains(mark), angles == 0 {
        parts.append(start..<index)
        start = index + 1
      }
      index = max(index, min(closing[index], range.upperBound - 1)) + 1
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
  }
}
