import Text

/// Cuts a manifest into tokens; bounded, and never traps on any bytes.
package struct Lexer {
  /// The largest manifest read, in bytes; real ones have a few thousand.
  static let sizeLimit = 1 << 20
  /// How many tokens a manifest may have.
  static let tokenLimit = 200_000
  /// How deep interpolations may nest.
  private static let depthLimit = 8

  let bytes: [UInt8]
  var position: Int
  private let end: Int
  private let depth: Int
  private var startsLine = true
  private var followsSpace = true
  /// Whether a value ended before, so that a slash divides it.
  private var followsValue = false

  /// Reads all tokens of a file; the last one is `end`.
  ///
  /// - Throws: `ManifestError` if the file is too large or isn't Swift.
  package static func tokens(of bytes: [UInt8]) throws(ManifestError) -> [Token] {
    guard bytes.count <= sizeLimit else {
      throw ManifestError(.refused, "is larger than \(sizeLimit) bytes", at: 0)
    }
    var lexer = Lexer(bytes, from: 0, to: bytes.count, depth: 0)
    return try lexer.tokens()
  }

  private init(_ bytes: [UInt8], from start: Int, to end: Int, depth: Int) {
    self.bytes = bytes
    self.position = start
    self.end = end
    self.depth = depth
  }

  private mutating func tokens() throws(ManifestError) -> [Token] {
    var tokens: [Token] = []
    repeat {
      guard tokens.count < Self.tokenLimit else {
        throw ManifestError(.refused, "has more than \(Self.tokenLimit) words", at: position)
      }
      tokens.append(try next())
    } while tokens.last?.kind != .end
    return tokens
  }

  private mutating func next() throws(ManifestError) -> Token {
    startsLine = position == 0
    followsSpace = position == 0
    try skipSpace()
    let start = position
    let kind = try readKind()
    followsValue = kind.endsValue
    return Token(
      kind: kind, range: start..<position, startsLine: startsLine, followsSpace: followsSpace)
  }

  private mutating func readKind() throws(ManifestError) -> Token.Kind {
    guard let byte = peek() else { return .end }
    switch byte {
    case "\"": return try readString()
    case "#" where isRawString(): return try readString()
    case "#" where peek(1) == "/": return try readRegex(fence: "/#")
    case "/" where startsRegex: return try readRegex(fence: "/")
    case "#":
      guard peek(1) != "#" else {
        throw ManifestError(.malformed, "has number signs without a string", at: position)
      }
      return readDirective()
    case "`": return readQuotedIdentifier()
    case _ where byte.isASCIIDigit: return readNumber()
    case "(", ")", "[", "]", "{", "}", ",", ":", ";", "@", "\\", "$":
      position += 1
      return .mark(Character(Unicode.Scalar(byte)))
    case _ where byte.isIdentifierHead: return .identifier(readWord())
    case _ where byte.isOperator: return .symbol(readOperator())
    default:
      throw ManifestError(.malformed, "has a byte that Swift does not allow here", at: position)
    }
  }

  func peek(_ distance: Int = 0) -> UInt8? {
    let index = position + distance
    return index < end ? bytes[index] : nil
  }
}

extension Lexer {
  private mutating func skipSpace() throws(ManifestError) {
    while let byte = peek() {
      switch byte {
      case " ", "\t", 0x0B, 0x0C, 0:
        position += 1
      case "\n", "\r":
        position += 1
        startsLine = true
      case "/" where peek(1) == "/":
        while let next = peek(), next != "\n", next != "\r" { position += 1 }
      case "/" where peek(1) == "*":
        try skipBlockComment()
      case 0xEF where peek(1) == 0xBB && peek(2) == 0xBF:
        position += 3
      default:
        return
      }
      followsSpace = true
    }
  }

  private mutating func skipBlockComment() throws(ManifestError) {
    let start = position
    var depth = 0
    repeat {
      guard let byte = peek() else {
        throw ManifestError(.malformed, "has a comment without end", at: start)
      }
      if byte == "\n" { startsLine = true }
      let step = byte == "/" && peek(1) == "*" ? 1 : byte == "*" && peek(1) == "/" ? -1 : 0
      depth += step
      position += step == 0 ? 1 : 2
    } while depth > 0
  }

  /// Whether a slash begins a regular expression: no value precedes it, and another slash follows in
  /// the line.
  private var startsRegex: Bool {
    guard !followsValue, let next = peek(1), next != " ", next != "\t", next != ")" else {
      return false
    }
    var distance = 1
    while let byte = peek(distance), byte != "\n", byte != "\r" {
      if byte == "/" { return true }
      distance += byte == "\\" ? 2 : 1
    }
    return false
  }

  /// Skips a regular expression to its closing fence.
  private mutating func readRegex(fence: String) throws(ManifestError) -> Token.Kind {
    let start = position
    position += fence.utf8.count
    while let byte = peek() {
      if byte == "\\" {
        position += 2
      } else if bytes[position..<end].starts(with: fence.utf8) {
        position += fence.utf8.count
        return .regex
      } else {
        position += 1
      }
    }
    throw ManifestError(.malformed, "has a regular expression without end", at: start)
  }

  private mutating func readWord() -> String {
    let start = position
    while let byte = peek(), byte.isIdentifierBody { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func readQuotedIdentifier() -> Token.Kind {
    position += 1
    let word = readWord()
    if peek() == "`" { position += 1 }
    return .identifier(word)
  }

  private mutating func readDirective() -> Token.Kind {
    position += 1
    return .directive(readWord())
  }

  private mutating func readNumber() -> Token.Kind {
    let start = position
    while let byte = peek(), byte.isIdentifierBody || isDecimalPoint() { position += 1 }
    let text = bytes[start..<position].filter { $0 != UInt8(ascii: "_") }
    return .number(String(decoding: text, as: UTF8.self))
  }

  private func isDecimalPoint() -> Bool {
    peek() == "." && peek(1)?.isASCIIDigit == true
  }

  private mutating func readOperator() -> String {
    let start = position
    let head = peek()
    while let byte = peek(), byte.isOperator, byte != "." || head == "." {
      if byte == "/", let next = peek(1), next == "/" || next == "*" { break }
      position += 1
      let soFar = bytes[start..<position]
      if soFar.elementsEqual("!".utf8), peek() != "=" { break }
      if soFar.elementsEqual("?".utf8), peek() != "?" { break }
    }
    if position == start { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// The tokens between the parentheses of an interpolation that begins at `position`.
  mutating func readInterpolation() throws(ManifestError) -> [Token] {
    guard depth < Self.depthLimit else {
      throw ManifestError(.refused, "nests string interpolations too deep", at: position)
    }
    var inner = Lexer(bytes, from: position, to: end, depth: depth + 1)
    var tokens: [Token] = []
    var open = 0
    while true {
      let token = try inner.next()
      if token.kind == .mark("(") { open += 1 }
      if token.kind == .mark(")") { open -= 1 }
      guard token.kind != .end else {
        throw ManifestError(.malformed, "has an interpolation without end", at: position)
      }
      guard tokens.count < Self.tokenLimit else {
        throw ManifestError(.refused, "has more than \(Self.tokenLimit) words", at: position)
      }
      tokens.append(token)
      if open == 0 { break }
    }
    position = inner.position
    return tokens
  }
}

extension UInt8 {
  fileprivate var isIdentifierHead: Bool {
    isASCIILetter || self == "_" || self >= 0x80
  }

  fileprivate var isIdentifierBody: Bool { isIdentifierHead || isASCIIDigit }

  fileprivate var isOperator: Bool { "/=-+!*%<>&|^~?.".utf8.contains(self) }
}

extension Token.Kind {
  /// Whether a value can end with the token, so that an operator follows.
  fileprivate var endsValue: Bool {
    switch self {
    case .identifier(let name): !Self.keywords.contains(name)
    case .number, .string, .regex, .mark(")"), .mark("]"), .mark("}"): true
    default: false
    }
  }

  /// Words after which a value begins.
  private static let keywords: Set<String> = [
    "return", "in", "where", "case", "if", "guard", "while", "switch", "else", "throw", "try",
    "await", "is", "as",
  ]
}
