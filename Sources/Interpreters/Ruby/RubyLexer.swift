import Text

/// Splits Ruby source into tokens.
///
/// The previous token decides whether `/` divides or opens a pattern, `<<` shifts or opens a
/// here-document, and `:` begins a symbol or separates. Ruby's own lexer has more states for this.
struct RubyLexer {
  let source: SourceText
  /// The bytes to parse; offsets are those of the whole source.
  let end: Int
  /// Whether the text is a library and not a manifest: forms without meaning for names are accepted.
  let isLenient: Bool
  var position: Int
  var tokens: [RubyToken] = []
  /// The start of the line after the here-documents of the current line.
  var afterHeredocs: Int?
  /// The number of interpolations around this one that are searched for their ends.
  private var level = 0
  /// Whether a `?` of this line has no colon yet.
  private(set) var isInTernary = false

  /// The maximal number of tokens of a file.
  static let limit = 200_000

  /// Splits a file or a part of it.
  static func tokens(
    of source: SourceText, in range: Range<Int>? = nil, isLenient: Bool = false
  ) throws(RubyStop) -> [RubyToken] {
    let range = range ?? 0..<source.bytes.count
    var lexer = RubyLexer(
      source: source, end: range.upperBound, position: range.lowerBound, isLenient: isLenient)
    while try lexer.readToken() {}
    lexer.add(.end, from: lexer.position)
    return lexer.tokens
  }

  private init(source: SourceText, end: Int, position: Int, isLenient: Bool) {
    self.source = source
    self.end = end
    self.position = position
    self.isLenient = isLenient
  }

  func byte(_ offset: Int = 0) -> UInt8 {
    position + offset < end && position + offset >= 0 ? source.bytes[position + offset] : 0
  }

  func starts(_ text: StaticString) -> Bool {
    guard position + text.utf8CodeUnitCount <= end else { return false }
    return text.withUTF8Buffer { text in
      source.bytes[position] == text[0] && source.bytes[position...].starts(with: text)
    }
  }

  mutating func add(_ kind: RubyToken.Kind, from start: Int) {
    switch kind {
    case .newline, .operation(","): isInTernary = false
    case .operation("?"): isInTernary = true
    default: break
    }
    let before = start > 0 && start <= end ? source.bytes[start - 1] : 0x20
    tokens.append(
      RubyToken(kind: kind, range: start..<position, hasSpaceBefore: before.isASCIISpace))
  }

  func refusal(_ message: String, from start: Int) -> RubyStop {
    .refused(message, file: source.file, range: start..<min(max(position, start + 1), end))
  }

  /// Parses one token; returns false at the end.
  private mutating func readToken() throws(RubyStop) -> Bool {
    try skipBlanks()
    guard position < end, tokens.count < Self.limit else {
      guard position >= end else { throw refusal("is too long", from: position) }
      return false
    }
    let start = position
    if byte() == UInt8(ascii: "\n") { return readNewline(start) }
    if isEnd { return false }
    if try readLiteral() { return true }
    if readVariable() { return true }
    if try readNumber() { return true }
    if readWord() { return true }
    try readOperator()
    return true
  }

  /// Whether this line is `__END__`, which ends the program.
  private var isEnd: Bool {
    guard starts("__END__"), isLineStart else { return false }
    let rest = source.bytes[position + 7..<end].prefix { $0 != UInt8(ascii: "\n") }
    return rest.isEmpty || rest.elementsEqual([UInt8(ascii: "\r")])
  }

  /// Finds the brace that closes an interpolation; nil if none does.
  func closingBrace(after start: Int) throws(RubyStop) -> Int? {
    guard level < RubyParser.limit else {
      throw refusal("is nested deeper than \(RubyParser.limit) levels", from: start)
    }
    var inner = RubyLexer(source: source, end: end, position: start, isLenient: isLenient)
    inner.level = level + 1
    var depth = 0
    while try inner.readToken() {
      guard inner.afterHeredocs == nil else {
        throw refusal("has a here-document in a text", from: start)
      }
      switch inner.tokens.last?.kind {
      case .operation("{"): depth += 1
      case .operation("}"):
        if depth == 0 { return inner.position - 1 }
        depth -= 1
      default: break
      }
    }
    return nil
  }

  var isLineStart: Bool { position == 0 || source.bytes[position - 1] == UInt8(ascii: "\n") }

  private mutating func readNewline(_ start: Int) -> Bool {
    position += 1
    add(.newline, from: start)
    if let resume = afterHeredocs {
      position = resume
      afterHeredocs = nil
    }
    return true
  }

  private mutating func skipBlanks() throws(RubyStop) {
    while position < end {
      if isLineStart, isMark("=begin") {
        try skipBlockComment()
      } else if byte() == UInt8(ascii: "#") {
        skipLine()
      } else if starts("\\\n") {
        position += 2
      } else if starts("\\\r\n") {
        position += 3
      } else if byte().isASCIISpace, byte() != UInt8(ascii: "\n") {
        position += 1
      } else if position == 0, starts("\u{FEFF}") {
        position += 3
      } else {
        return
      }
    }
  }

  private mutating func skipLine() {
    while position < end, byte() != UInt8(ascii: "\n") { position += 1 }
  }

  private mutating func skipBlockComment() throws(RubyStop) {
    let start = position
    while position < end {
      skipLine()
      position += 1
      if isMark("=end") {
        skipLine()
        return
      }
    }
    throw refusal("has a comment without `=end`", from: start)
  }

  /// Whether the text here starts with a word, followed by a blank or the end.
  private func isMark(_ word: StaticString) -> Bool {
    let next = byte(word.utf8CodeUnitCount)
    return starts(word) && (next.isASCIISpace || next == 0)
  }

  /// Whether the previous token ends a value, so that an operator can follow.
  var followsValue: Bool {
    switch tokens.last?.kind {
    case .identifier, .constant, .variable, .integer, .float, .string, .symbol, .words, .regex,
      .command:
      true
    case .keyword(let word): ["end", "self", "true", "false", "nil"].contains(word)
    case .operation(let text): [")", "]", "}"].contains(text)
    default: false
    }
  }

  /// Whether a character that can be an operator starts an argument: `gem %w[a]`, `puts -1`.
  func startsArgument(width: Int = 1) -> Bool {
    guard followsValue else { return true }
    guard case .identifier = tokens.last?.kind, position > 0 else { return false }
    return source.bytes[position - 1].isASCIISpace && !byte(width).isASCIISpace
      && byte(width) != UInt8(ascii: "=")
  }
}
