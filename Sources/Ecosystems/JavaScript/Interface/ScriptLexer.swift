import Text

/// Cuts JavaScript and TypeScript into tokens; never traps on any bytes.
struct ScriptLexer {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var startsLine = true
  /// Whether a value ended before, so that a slash divides it.
  private var followsValue = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads the next token; at the end always `end`.
  mutating func next() -> ScriptToken {
    startsLine = position == 0
    skipSpace()
    let (line, startsLine) = (line, startsLine)
    let kind = readKind()
    switch kind {
    case .word(let word): followsValue = !Self.operators.contains(word)
    case .string, .literal: followsValue = true
    case .mark(let mark): followsValue = [")", "]", "}"].contains(mark)
    case .end: break
    }
    return ScriptToken(kind: kind, line: line, startsLine: startsLine)
  }

  private static let operators: Set<String> = [
    "return", "typeof", "case", "in", "of", "new", "delete", "void", "throw", "await", "yield",
    "else", "do",
  ]

  private func peek(_ distance: Int = 0) -> UInt8? {
    let index = position + distance
    return index < bytes.count ? bytes[index] : nil
  }

  private mutating func advance() {
    if peek() == UInt8(ascii: "\n") {
      line += 1
      startsLine = true
    }
    position += 1
  }

  private mutating func skipSpace() {
    while let byte = peek() {
      if byte <= 0x20 {
        advance()
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") {
        while let next = peek(), next != UInt8(ascii: "\n") { position += 1 }
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        position += 2
        while peek() != nil, peek() != UInt8(ascii: "*") || peek(1) != UInt8(ascii: "/") {
          advance()
        }
        position += 2
      } else {
        return
      }
    }
  }

  private mutating func readKind() -> ScriptToken.Kind {
    guard let byte = peek() else { return .end }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(readString(byte))
    case UInt8(ascii: "`"): return .literal(readTemplate())
    case UInt8(ascii: "/") where !followsValue: return .literal(readRegex())
    case _ where byte.isScriptHead: return .word(readWord())
    case _ where byte.isASCIIDigit: return .literal(readWord())
    case UInt8(ascii: "=") where peek(1) == UInt8(ascii: ">"):
      position += 2
      return .mark("=>")
    case UInt8(ascii: ".") where peek(1) == byte && peek(2) == byte:
      position += 3
      return .mark("...")
    default:
      position += 1
      return .mark(String(Unicode.Scalar(byte)))
    }
  }

  private mutating func readWord() -> String {
    let start = position
    while let byte = peek(), byte.isScriptHead || byte.isASCIIDigit { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func readString(_ quote: UInt8) -> String {
    position += 1
    let start = position
    while let byte = peek(), byte != quote, byte != UInt8(ascii: "\n") {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    let end = min(position, bytes.count)
    position = end
    if peek() == quote { position += 1 }
    return String(decoding: bytes[min(start, end)..<end], as: UTF8.self)
  }

  /// Skips a template with its substitutions, whose names don't count.
  private mutating func readTemplate() -> String {
    let start = position
    position += 1
    var depth = 0
    while let byte = peek() {
      if byte == UInt8(ascii: "\\") {
        position += 1
        if peek() != nil { advance() }
        continue
      }
      if depth == 0, byte == UInt8(ascii: "`") { break }
      if byte == UInt8(ascii: "$"), peek(1) == UInt8(ascii: "{") {
        depth += 1
        position += 1
      } else if depth > 0, byte == UInt8(ascii: "}") {
        depth -= 1
      }
      advance()
    }
    position = min(position + 1, bytes.count)
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func readRegex() -> String {
    var inClass = false
    position += 1
    while let byte = peek(), byte != UInt8(ascii: "\n") {
      if byte == UInt8(ascii: "/"), !inClass {
        position += 1
        break
      }
      if byte == UInt8(ascii: "[") { inClass = true }
      if byte == UInt8(ascii: "]") { inClass = false }
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position, bytes.count)
    return "/…/"
  }
}

extension UInt8 {
  fileprivate var isScriptHead: Bool {
    isASCIILetter || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self >= 0x80
      || self == UInt8(ascii: "#")
  }
}
