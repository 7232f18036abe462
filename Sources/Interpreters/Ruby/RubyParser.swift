import Text

/// Parses the part of Ruby that manifests use.
///
/// Precedence climbing over a list of tokens. Other syntax is refused with its location, and so is
/// nesting deeper than `limit`, which bounds the stack.
struct RubyParser {
  let source: SourceText
  var tokens: [RubyToken]
  var index = 0
  var depth = 0
  /// The depth of the innermost statement.
  var statementDepth = 0
  /// The names assigned so far, which distinguish local variables from calls.
  var locals: Set<String> = []
  /// Whether the parser is inside a method, where constants can't be assigned.
  var isInMethod = false
  /// Whether the parser is inside the arguments of a command, where `do` belongs to the command.
  var leavesDo = false

  /// The maximal nesting of expressions.
  static let limit = 48

  /// Parses a file.
  static func parse(_ source: SourceText) throws(RubyStop) -> [RubyNode] {
    guard source.bytes.count <= 1 << 20 else {
      throw .refused("is larger than a mebibyte", file: source.file, range: 0..<1)
    }
    if let name = RubyMagic(source).foreignEncoding, source.bytes.contains(where: { $0 >= 0x80 }) {
      throw .refused("has the encoding \(name)", file: source.file, range: 0..<1)
    }
    var parser = RubyParser(source: source, tokens: try RubyLexer.tokens(of: source))
    let body = try parser.statements(until: [])
    guard parser.current.kind == .end else { throw parser.unexpected() }
    return body
  }

  init(source: SourceText, tokens: [RubyToken]) {
    self.source = source
    self.tokens = tokens
  }

  var current: RubyToken { tokens[min(index, tokens.count - 1)] }

  var previous: RubyToken { tokens[max(0, min(index, tokens.count) - 1)] }

  func peek(_ distance: Int = 1) -> RubyToken { tokens[min(index + distance, tokens.count - 1)] }

  mutating func advance() -> RubyToken {
    let token = current
    index = min(index + 1, tokens.count - 1)
    return token
  }

  mutating func accept(operation text: String) -> Bool {
    guard current.isOperation(text) else { return false }
    _ = advance()
    return true
  }

  mutating func accept(keyword text: String) -> Bool {
    guard current.isKeyword(text) else { return false }
    _ = advance()
    return true
  }

  mutating func expect(operation text: String) throws(RubyStop) {
    guard accept(operation: text) else { throw unexpected() }
  }

  mutating func expect(keyword text: String) throws(RubyStop) {
    guard accept(keyword: text) else { throw unexpected() }
  }

  /// Skips the ends of lines in an expression, but no semicolon.
  mutating func skipNewlines() {
    while current.kind == .newline, !isSemicolon(current) { _ = advance() }
  }

  /// Skips ends of lines and semicolons between statements.
  mutating func skipSeparators() {
    while current.kind == .newline { _ = advance() }
  }

  func isSemicolon(_ token: RubyToken) -> Bool {
    token.kind == .newline && source.bytes[token.range.lowerBound] == UInt8(ascii: ";")
  }

  func unexpected() -> RubyStop {
    refusal("uses Ruby syntax that is not evaluated", current.range)
  }

  func refusal(_ message: String, _ range: Range<Int>) -> RubyStop {
    .refused(message, file: source.file, range: range)
  }

  func node(_ form: RubyForm, from start: Int) -> RubyNode {
    RubyNode(form: form, range: start..<max(start, previous.range.upperBound))
  }

  /// Parses something one level deeper.
  mutating func deeper<Value>(
    _ step: (inout RubyParser) throws(RubyStop) -> Value
  ) throws(RubyStop) -> Value {
    guard depth < Self.limit else {
      throw refusal("is nested deeper than \(Self.limit) levels", current.range)
    }
    depth += 1
    defer { depth -= 1 }
    return try step(&self)
  }

  /// Parses something in brackets or a body, where `do` doesn't belong to the command.
  mutating func enclosed<Value>(
    _ step: (inout RubyParser) throws(RubyStop) -> Value
  ) throws(RubyStop) -> Value {
    let outer = leavesDo
    leavesDo = false
    defer { leavesDo = outer }
    return try step(&self)
  }
}
