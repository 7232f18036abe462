/// Turns tokens into statements: the part of Swift that manifests are written in.
///
/// Other constructs are kept by name, so that they matter only if their value is needed.
struct Parser {
  /// How deep brackets and blocks may nest, and how high an expression may grow; a cooperative
  /// thread has half a megabyte of stack.
  static let depthLimit = 40
  static let heightLimit = 64

  let tokens: [Token]
  var index = 0
  var depth = 0
  /// Whether `{` opens a block and no trailing closure, as in the condition of an `if`.
  var blocksFollow = false
  /// Names of the file for types that change what a literal is.
  var aliases: [String: DeclaredType] = [:]

  /// Reads a whole file.
  static func statements(of bytes: [UInt8]) throws(ManifestError) -> [Statement] {
    var parser = Parser(tokens: try Lexer.tokens(of: bytes))
    return try parser.statements(until: .end)
  }

  init(tokens: [Token]) {
    self.tokens = tokens
  }

  var token: Token { tokens[index] }

  func peek(_ distance: Int = 1) -> Token { tokens[min(index + distance, tokens.count - 1)] }

  mutating func advance() {
    index = min(index + 1, tokens.count - 1)
  }

  /// The end of the token before this one.
  var lastEnd: Int { index == 0 ? 0 : tokens[index - 1].range.upperBound }

  mutating func consume(_ kind: Token.Kind) -> Bool {
    guard token.kind == kind else { return false }
    advance()
    return true
  }

  mutating func consume(word: String) -> Bool { consume(.identifier(word)) }

  mutating func expect(_ kind: Token.Kind, _ what: String) throws(ManifestError) {
    guard consume(kind) else { throw unexpected(what) }
  }

  func unexpected(_ wanted: String) -> ManifestError {
    ManifestError(.malformed, "expects \(wanted) here", at: token.range.lowerBound)
  }

  mutating func identifier(_ what: String) throws(ManifestError) -> String {
    guard case .identifier(let name) = token.kind else { throw unexpected(what) }
    advance()
    return name
  }

  /// Runs a step one level deeper, where brackets and blocks open.
  mutating func nested<T>(
    _ step: (inout Parser) throws(ManifestError) -> T
  ) throws(ManifestError) -> T {
    guard depth < Self.depthLimit else {
      throw ManifestError(.refused, "nests too deep", at: token.range.lowerBound)
    }
    depth += 1
    let outer = blocksFollow
    defer {
      depth -= 1
      blocksFollow = outer
    }
    return try step(&self)
  }

  /// Passes over tokens up to the bracket that closes the one just opened, which is taken too.
  mutating func skipBalanced() throws(ManifestError) {
    var open = 1
    while open > 0 {
      switch token.kind {
      case .mark("("), .mark("["), .mark("{"): open += 1
      case .mark(")"), .mark("]"), .mark("}"): open -= 1
      case .end: throw unexpected("a closing bracket")
      default: break
      }
      advance()
    }
  }
}
