import Text

/// Parses literals: strings, symbols, lists of words, patterns, here-documents, commands.
extension RubyLexer {
  /// Parses a literal if one starts here.
  mutating func readLiteral() throws(RubyStop) -> Bool {
    if isLenient, namesMethod { return false }
    switch byte() {
    case UInt8(ascii: "?"): return readCharacterLiteral()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): try readString()
    case UInt8(ascii: "`"):
      let start = position
      position += 1
      _ = try readText(until: UInt8(ascii: "`"), interpolates: true)
      add(.command, from: start)
    case UInt8(ascii: ":"): return try readSymbol()
    case UInt8(ascii: "%"): return try readPercent()
    case UInt8(ascii: "/"):
      guard startsArgument() else { return false }
      let start = position
      position += 1
      let text = try readText(until: UInt8(ascii: "/"), interpolates: true, keepsEscapes: true)
      finishRegex(text, from: start)
    case UInt8(ascii: "<"): return try readHeredoc()
    default: return false
    }
    return true
  }

  /// Whether a name of a method follows, which can be an operator such as `%`.
  private var namesMethod: Bool {
    guard let last = tokens.last, last.range.upperBound == position || last.isKeyword("def") else {
      return false
    }
    return last.isKeyword("def") || last.isOperation(".") || last.isOperation("&.")
  }

  /// Reads `?a`, which is a text of one character.
  private mutating func readCharacterLiteral() -> Bool {
    guard isLenient, startsArgument(), byte(1) > 0x20 else { return false }
    let width = byte(1) == UInt8(ascii: "\\") ? 3 : byte(1) >= 0x80 ? nameLength(at: 1) + 1 : 2
    guard !byte(width).isASCIIAlphanumeric, byte(width) != UInt8(ascii: "_") else { return false }
    let start = position
    position = min(position + width, end)
    add(.string(RubyText(parts: [])), from: start)
    return true
  }

  private mutating func finishRegex(_ text: RubyText, from start: Int) {
    let options = position
    while byte().isASCIILetter { position += 1 }
    add(.regex(text, options: source[options..<position]), from: start)
  }

  private mutating func readString() throws(RubyStop) {
    let start = position
    let quote = byte()
    position += 1
    let text = try readText(until: quote, interpolates: quote == UInt8(ascii: "\""))
    if let plain = text.plain, isLabelAhead, !followsValueOnLine {
      position += 1
      add(.label(plain), from: start)
    } else {
      add(.string(text), from: start)
    }
  }

  /// Whether the previous token is a value, so that a colon after a string belongs to `?`.
  private var followsValueOnLine: Bool { tokens.last?.isOperation("?") == true }

  private mutating func readSymbol() throws(RubyStop) -> Bool {
    let start = position
    if starts(":\"") || starts(":'") {
      position += 1
      let quote = byte()
      position += 1
      let text = try readText(until: quote, interpolates: quote == UInt8(ascii: "\""))
      add(.symbol(text), from: start)
      return true
    }
    guard !starts("::") else { return false }
    var length = nameLength(at: 1)
    if length == 0 { length = operatorLength }
    if length == 0, isLenient { length = variableLength }
    guard length > 0 else { return false }
    if [UInt8(ascii: "?"), UInt8(ascii: "!")].contains(byte(length + 1)) {
      length += 1
    } else if byte(length + 1) == UInt8(ascii: "="), !"=~>".utf8.contains(byte(length + 2)),
      nameLength(at: 1) > 0
    {
      length += 1
    }
    position += length + 1
    let name = start + 1..<position
    add(.symbol(RubyText(parts: [.text(source[name])], literal: name)), from: start)
    return true
  }

  /// Parses symbols such as `:<=` and `:[]`.
  private var operatorLength: Int {
    let names: [String] = ["[]", "<=>", "==", "<=", ">=", "<<", "+", "-", "<", ">", "!", "&"]
    let all = [
      "[]=", "<=>", "===", "=~", "!=", "!~", "**", "+@", "-@", "~", "*", "/", "%", "|", "^", "`",
    ]
    guard !followsValue || isLenient && startsArgument() else { return 0 }
    let rest = source.bytes[min(position + 1, end)..<end]
    return (isLenient ? all + names : names).first { rest.starts(with: $0.utf8) }?.utf8.count ?? 0
  }

  /// Parses symbols such as `:@name`.
  private var variableLength: Int {
    let width =
      [UInt8(ascii: "@"), UInt8(ascii: "$")].contains(byte(1)) ? byte(2) == byte(1) ? 2 : 1 : 0
    let length = width == 0 ? 0 : nameLength(at: width + 1)
    return length == 0 ? 0 : width + length
  }

  private mutating func readPercent() throws(RubyStop) -> Bool {
    let start = position
    let kind = byte(1)
    let isNamed = "wWiIqQxrs".utf8.contains(kind)
    let open = isNamed ? byte(2) : kind
    guard startsArgument(), !open.isASCIIAlphanumeric, !open.isASCIISpace, open > 0x20, open < 0x80,
      open != UInt8(ascii: "=")
    else { return false }
    position += isNamed ? 3 : 2
    let close = Self.closing(open)
    switch kind {
    case UInt8(ascii: "w"), UInt8(ascii: "W"), UInt8(ascii: "i"), UInt8(ascii: "I"):
      try readWords(
        until: close, open: open, symbols: kind | 0x20 == UInt8(ascii: "i"),
        interpolates: kind & 0x20 == 0, start)
    default:
      let text = try readText(
        until: close, open: open,
        interpolates: kind != UInt8(ascii: "q") && kind != UInt8(ascii: "s"),
        keepsEscapes: kind == UInt8(ascii: "r"))
      switch kind {
      case UInt8(ascii: "x"): add(.command, from: start)
      case UInt8(ascii: "r"): finishRegex(text, from: start)
      case UInt8(ascii: "s"): add(.symbol(text), from: start)
      default: add(.string(text), from: start)
      }
    }
    return true
  }

  static func closing(_ open: UInt8) -> UInt8 {
    switch open {
    case UInt8(ascii: "("): UInt8(ascii: ")")
    case UInt8(ascii: "["): UInt8(ascii: "]")
    case UInt8(ascii: "{"): UInt8(ascii: "}")
    case UInt8(ascii: "<"): UInt8(ascii: ">")
    default: open
    }
  }

  private mutating func readWords(
    until close: UInt8, open: UInt8, symbols: Bool, interpolates: Bool, _ start: Int
  ) throws(RubyStop) {
    var words: [RubyText] = []
    var depth = 0
    while byte() != close || depth > 0 {
      guard position < end else { throw refusal("has a list of words without end", from: start) }
      if byte().isASCIISpace {
        position += 1
      } else {
        words.append(
          try readWord(until: close, open: open, interpolates: interpolates, &depth))
      }
    }
    position += 1
    add(.words(words, symbols: symbols), from: start)
  }

  private mutating func readWord(
    until close: UInt8, open: UInt8, interpolates: Bool, _ depth: inout Int
  ) throws(RubyStop) -> RubyText {
    let from = position
    var builder = RubyTextBuilder()
    while position < end, !byte().isASCIISpace, byte() != close || depth > 0 {
      if open != close, byte() == open { depth += 1 }
      if open != close, byte() == close { depth -= 1 }
      if byte() == UInt8(ascii: "\\"), byte(1).isASCIISpace {
        builder.isLiteral = false
        builder.bytes.append(byte(1))
        position += 2
      } else {
        try readCharacter(
          into: &builder, close, open: open, interpolates: interpolates, false)
      }
    }
    return try finish(&builder, literal: from..<position)
  }
}
