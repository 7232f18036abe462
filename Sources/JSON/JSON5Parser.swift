import Text

/// Parses JSON5 (https://spec.json5.org), by recursion within the limit of depth.
struct JSON5Parser {
  private let source: SourceText
  private let limits: JSON5Node.Limits
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  init(_ source: SourceText, _ limits: JSON5Node.Limits) {
    self.source = source
    self.limits = limits
    bytes = source.bytes
  }

  /// Parses the whole text, which has one value.
  mutating func document() throws(SyntaxError) -> JSON5Node {
    guard bytes.count <= limits.size else { throw error(.tooLarge(limit: limits.size), at: 0) }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw error(.invalidUTF8, at: 0) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    try skipSpace()
    let root = try value()
    try skipSpace()
    guard position == bytes.count else { throw expected("the end of the text") }
    return root
  }

  private mutating func value() throws(SyntaxError) -> JSON5Node {
    let start = position
    let content: JSON5Node.Content
    switch peek ?? 0 {
    case UInt8(ascii: "{"): content = .object(try object())
    case UInt8(ascii: "["): content = .array(try array())
    case UInt8(ascii: "\""), UInt8(ascii: "'"): content = .string(try string())
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      content = .number(try number())
    default: content = try word()
    }
    return JSON5Node(content, at: source.location(at: start))
  }

  private mutating func word() throws(SyntaxError) -> JSON5Node.Content {
    let start = position
    switch isNameStart ? try name() : "" {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "Infinity", "NaN": return .number(source[start..<position])
    default:
      position = start
      throw expected("a value")
    }
  }

  private mutating func object() throws(SyntaxError) -> [JSON5Node.Member] {
    try open()
    var members: [JSON5Node.Member] = []
    while !consume(UInt8(ascii: "}")) {
      let start = position
      guard peek == UInt8(ascii: "\"") || peek == UInt8(ascii: "'") || isNameStart else {
        throw expected("a key or '}'")
      }
      let key = isNameStart ? try name() : try string()
      try skipSpace()
      guard consume(UInt8(ascii: ":")) else { throw expected("':'") }
      try skipSpace()
      let value = try value()
      members.append(.init(name: key, location: source.location(at: start), value: value))
      try separator(before: UInt8(ascii: "}"))
    }
    depth -= 1
    return members
  }

  private mutating func array() throws(SyntaxError) -> [JSON5Node] {
    try open()
    var elements: [JSON5Node] = []
    while !consume(UInt8(ascii: "]")) {
      elements.append(try value())
      try separator(before: UInt8(ascii: "]"))
    }
    depth -= 1
    return elements
  }

  /// Skips the bracket of an array or object, and counts it.
  private mutating func open() throws(SyntaxError) {
    guard depth < limits.depth else { throw error(.tooDeep(limit: limits.depth), at: position) }
    depth += 1
    position += 1
    try skipSpace()
  }

  /// Skips a comma, which is optional before the end.
  private mutating func separator(before end: UInt8) throws(SyntaxError) {
    try skipSpace()
    if consume(UInt8(ascii: ",")) {
      try skipSpace()
    } else if peek != end {
      throw expected("',' or '\(Character(Unicode.Scalar(end)))'")
    }
  }
}

extension JSON5Parser {
  /// A decimal or hexadecimal number with an optional sign; points may lead or trail.
  private mutating func number() throws(SyntaxError) -> String {
    let start = position
    if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
    if isNameStart, ["Infinity", "NaN"].contains(try name()) { return source[start..<position] }
    guard position > start || peek != UInt8(ascii: "x"), let digits = scanDigits(), digits else {
      throw expected("a number")
    }
    return source[start..<position]
  }

  /// Scans letters, digits, points and signs of exponents; returns whether they are a number.
  private mutating func scanDigits() -> Bool? {
    let start = position
    while let byte = peek, byte.isASCIIAlphanumeric || byte == UInt8(ascii: ".") || isExponent {
      position += 1
    }
    let text = source[start..<position]
    if let digits = text.lowercased().hasPrefix("0x") ? text.dropFirst(2) : nil {
      return !digits.isEmpty && digits.allSatisfy { $0.isHexDigit }
    }
    guard text.contains(where: \.isNumber) else { return false }
    let isOctal = text.count > 1 && text.hasPrefix("0") && text.allSatisfy { $0.isNumber }
    return !isOctal && text.first != "e" && text != "." && Double("0\(text)0") != nil
      && Double(text.hasSuffix(".") ? "0\(text)0" : "0\(text)") != nil
  }

  /// Whether the next byte is the sign of an exponent.
  private var isExponent: Bool {
    guard peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-"), position > 0 else { return false }
    return bytes[position - 1] | 0x20 == UInt8(ascii: "e")
  }

  /// An identifier: ASCII letters, digits, `$`, `_`, and any other letter beyond ASCII.
  private mutating func name() throws(SyntaxError) -> String {
    let start = position
    while isNameStart || peek?.isASCIIDigit ?? false { position += 1 }
    return source[start..<position]
  }

  private var isNameStart: Bool {
    guard let byte = peek else { return false }
    return byte.isASCIILetter || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "_")
      || byte >= 0x80
  }

  private mutating func string() throws(SyntaxError) -> String {
    guard let quote = peek else { throw expected("a string") }
    position += 1
    let start = position
    while let byte = peek, byte >= 0x20, byte != quote, byte != UInt8(ascii: "\\") { position += 1 }
    var text = Array(bytes[start..<position])
    while true {
      guard let byte = peek else { throw expected("the end of the string") }
      if byte == 0x0A || byte == 0x0D { throw expected("the end of the string") }
      position += 1
      if byte == quote { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") { text += try escape() } else { text.append(byte) }
    }
  }

  /// Reads what follows a backslash.
  private mutating func escape() throws(SyntaxError) -> [UInt8] {
    guard let byte = peek else { throw expected("an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "v"): return [0x0B]
    case UInt8(ascii: "0"): return [0x00]
    case 0x0A: return []
    case 0x0D:
      _ = consume(0x0A)
      return []
    case UInt8(ascii: "x"): return Array(String(Character(try scalar(digits: 2))).utf8)
    case UInt8(ascii: "u"): return Array(String(Character(try unicode())).utf8)
    case UInt8(ascii: "1")...UInt8(ascii: "9"):
      position -= 1
      throw expected("an escape")
    default: return [byte]
    }
  }

  /// Reads the digits of `\uXXXX`, and of the second half of a surrogate pair.
  private mutating func unicode() throws(SyntaxError) -> Unicode.Scalar {
    let start = position - 2
    let high = try hexadecimal(digits: 4)
    guard (0xD800..<0xE000).contains(high) else { return Unicode.Scalar(high) ?? "\u{FFFD}" }
    guard high < 0xDC00, consume(UInt8(ascii: "\\")), consume(UInt8(ascii: "u")) else {
      throw error(.loneSurrogate, at: start)
    }
    let low = try hexadecimal(digits: 4)
    guard (0xDC00..<0xE000).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw error(.loneSurrogate, at: start) }
    return scalar
  }

  private mutating func scalar(digits: Int) throws(SyntaxError) -> Unicode.Scalar {
    Unicode.Scalar(try hexadecimal(digits: digits)) ?? "\u{FFFD}"
  }

  private mutating func hexadecimal(digits: Int) throws(SyntaxError) -> UInt32 {
    let end = min(position + digits, bytes.count)
    let text = source[position..<end]
    guard text.utf8.count == digits, text.allSatisfy(\.isHexDigit),
      let value = UInt32(text, radix: 16)
    else { throw expected("\(digits) hexadecimal digits") }
    position = end
    return value
  }
}

extension JSON5Parser {
  /// Skips white space of JSON5, and comments of both kinds.
  private mutating func skipSpace() throws(SyntaxError) {
    while let byte = peek {
      if (0x09...0x0D).contains(byte) || byte == 0x20 {
        position += 1
      } else if byte < 0x80, byte != UInt8(ascii: "/") {
        return
      } else if let length = spaces.first(where: { bytes[position...].starts(with: $0) })?.count {
        position += length
      } else if bytes[position...].starts(with: "//".utf8) {
        while let byte = peek, byte != 0x0A, byte != 0x0D { position += 1 }
      } else if bytes[position...].starts(with: "/*".utf8) {
        try skipComment()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(SyntaxError) {
    let start = position
    position += 2
    while !bytes[position...].starts(with: "*/".utf8) {
      guard position < bytes.count else {
        throw error(.expected("'*/' after this comment", found: "the end of the text"), at: start)
      }
      position += 1
    }
    position += 2
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func consume(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private func error(_ reason: SyntaxError.Reason, at offset: Int) -> SyntaxError {
    SyntaxError(reason, at: source.location(at: offset))
  }

  /// Returns an error for unexpected input at `position`.
  private func expected(_ what: String) -> SyntaxError {
    error(.expected(what, found: found), at: position)
  }

  private var found: String {
    guard let byte = peek else { return "the end of the text" }
    switch byte {
    case 0x0A, 0x0D: return "the end of the line"
    case 0x00..<0x20, 0x7F: return "the control character 0x\(String(byte, radix: 16))"
    default:
      let rest = bytes[position..<min(position + 4, bytes.count)]
      return "'\(String(decoding: rest, as: UTF8.self).prefix(1))'"
    }
  }
}

/// White space beyond ASCII: no-break space, byte order mark, line and paragraph separator.
private let spaces: [[UInt8]] = [
  [0xC2, 0xA0], [0xEF, 0xBB, 0xBF], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9],
]
