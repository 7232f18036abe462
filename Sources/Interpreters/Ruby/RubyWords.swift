import Gems
import Text

/// Parses names, numbers and operators.
extension RubyLexer {
  static let keywords: Set = [
    "if", "unless", "elsif", "else", "end", "do", "then", "case", "when", "in", "while", "until",
    "for", "def", "class", "module", "begin", "rescue", "ensure", "return", "next", "break",
    "redo", "retry", "yield", "and", "or", "not", "nil", "true", "false", "self", "defined?",
    "alias", "undef", "super", "BEGIN", "END",
  ]

  private static let operators: [StaticString] = [
    "**=", "<=>", "===", "<<=", ">>=", "&&=", "||=", "...", "&.", "**", "==", "!=", ">=", "<=",
    "&&", "||", "=~", "!~", "=>", "->", "::", "..", "+=", "-=", "*=", "/=", "%=", "|=", "&=",
    "^=", "<<", ">>",
  ]

  /// The second characters of operators; other characters don't need a comparison with all of them.
  private static let seconds = Set(operators.map { $0.withUTF8Buffer { $0[1] } })

  private static let single = Set("+-*/%=<>!&|^~?:,.()[]{};".utf8)

  mutating func readVariable() -> Bool {
    let start = position
    var width = byte() == UInt8(ascii: "$") ? 1 : 0
    if starts("@@") { width = 2 } else if byte() == UInt8(ascii: "@") { width = 1 }
    guard width > 0 else { return false }
    let name = nameLength(at: width)
    let isSpecial = byte() == UInt8(ascii: "$") && name == 0 && byte(1) > 0x20
    guard name > 0 || isSpecial else { return false }
    position += width + max(name, 1)
    add(.variable(source[start..<position]), from: start)
    return true
  }

  mutating func readNumber() throws(RubyStop) -> Bool {
    guard byte().isASCIIDigit else { return false }
    let start = position
    while byte().isASCIIAlphanumeric || byte() == UInt8(ascii: "_") { position += 1 }
    let isFraction = byte() == .dot && byte(1).isASCIIDigit
    if isFraction {
      position += 1
      while byte().isASCIIAlphanumeric || byte() == UInt8(ascii: "_") { position += 1 }
    }
    let digits = source[start..<position].replacing("_", with: "").lowercased()
    guard let number = Self.number(digits, isFraction: isFraction) else {
      guard isLenient else { throw refusal("has a number that is not supported", from: start) }
      if digits.hasSuffix("e"), "+-".utf8.contains(byte()) { position += 1 }
      while byte().isASCIIAlphanumeric { position += 1 }
      add(.integer(0), from: start)
      return true
    }
    add(number, from: start)
    return true
  }

  private static func number(_ digits: String, isFraction: Bool) -> RubyToken.Kind? {
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8), ("0d", 10)]
    where digits.hasPrefix(prefix) {
      return Int(digits.dropFirst(2), radix: radix).map { .integer($0) }
    }
    if !isFraction, digits.count > 1, digits.hasPrefix("0") {
      return Int(digits, radix: 8).map { .integer($0) }
    }
    return isFraction || digits.contains("e")
      ? Double(digits).map { .float($0) } : Int(digits).map { .integer($0) }
  }

  mutating func readWord() -> Bool {
    let start = position
    var length = nameLength(at: 0)
    guard length > 0 else { return false }
    if [UInt8(ascii: "?"), UInt8(ascii: "!")].contains(byte(length)),
      byte(length + 1) != UInt8(ascii: "=") || byte(length + 2) == UInt8(ascii: "=")
    {
      length += 1
    }
    position += length
    let word = source[start..<position]
    if isLabelAhead {
      position += 1
      add(.label(word), from: start)
    } else {
      add(kind(of: word), from: start)
    }
    return true
  }

  /// Whether a colon follows that makes the previous word a label.
  var isLabelAhead: Bool {
    guard byte() == UInt8(ascii: ":"), byte(1) != UInt8(ascii: ":") else { return false }
    return !isInTernary || byte(1).isASCIISpace && tokens.last?.isOperation("?") != true
  }

  private func kind(of word: String) -> RubyToken.Kind {
    let isName = tokens.last.map { token in
      token.isOperation(".") || token.isOperation("&.") || token.isKeyword("def")
    }
    if isName == true { return .identifier(word) }
    if Self.keywords.contains(word) { return .keyword(word) }
    return word.utf8.first?.isASCIIUppercase == true ? .constant(word) : .identifier(word)
  }

  /// Returns the number of bytes of the name at this offset, including characters outside ASCII.
  func nameLength(at offset: Int) -> Int {
    var length = 0
    guard !byte(offset).isASCIIDigit else { return 0 }
    while isNameByte(byte(offset + length)) { length += 1 }
    return length
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  mutating func readOperator() throws(RubyStop) {
    let start = position
    let isPair = Self.seconds.contains(byte(1))
    if isPair, let found = Self.operators.first(where: { starts($0) }) {
      position += found.utf8CodeUnitCount
    } else if Self.single.contains(byte()) || isLenient && "@`".utf8.contains(byte()) {
      position += 1
    } else {
      throw refusal("has a character that is not valid Ruby", from: start)
    }
    let text = source[start..<position]
    add(text == ";" ? .newline : .operation(text), from: start)
  }
}
