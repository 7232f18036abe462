import JSON
import Text
import YAML

/// Reads the part of YAML that nearly all locks consist of, several times as fast as libyaml.
///
/// Block mappings are indented by two spaces, texts are in ASCII and on one line, and only `resolution`
/// and lists of a few words are in flow style:
///
///     '@s/a@1.0.0':
///       resolution: {integrity: sha512-Zm9v}
///       engines: {node: '>=18'}
///
/// It gives up at everything else, valid or not, and at repeated keys; `YAML.Document` then reads the
/// whole text and reports its errors. What both can read, they read alike.
struct PlainLock {
  /// The deepest mapping; pnpm's own have six levels.
  private static let mostLevels = 16
  /// Longer keys need a question mark.
  private static let longestKey = 1_000

  private let bytes: [UInt8]
  private var position = 0
  private var values = 0

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns the root of a lock; nil if the text isn't plain or exceeds the limits.
  static func read(_ bytes: [UInt8], _ limits: YAML.Document.Limits) -> Object? {
    guard bytes.count <= limits.size, bytes.last == "\n" else { return nil }
    var reader = PlainLock(bytes)
    reader.skipEmptyLines()
    guard let root = reader.mapping(level: 0), reader.position == bytes.count,
      reader.values <= limits.nodes
    else { return nil }
    return root
  }

  /// The next byte; a byte that isn't text at the end.
  private var next: UInt8 { byte(at: position) }

  private func byte(at index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == character else { return false }
    position += 1
    return true
  }

  private mutating func skipEmptyLines() {
    while next == "\n" { position += 1 }
  }

  /// Whether the next line is indented for a level, and no deeper.
  private func isAt(_ level: Int) -> Bool {
    let start = position + 2 * level
    guard byte(at: start) > UInt8(ascii: " ") else { return false }
    for index in position..<start where bytes[index] != " " { return false }
    return true
  }
}

extension PlainLock {
  /// Reads the lines of a mapping; the position is at the start of a line.
  private mutating func mapping(level: Int) -> Object? {
    guard level <= Self.mostLevels else { return nil }
    var members: [Object.Entry] = []
    while isAt(level) {
      position += 2 * level
      guard let key = key(isInBlock: true), let value = value(level: level) else { return nil }
      members.append(Object.Entry(key: key, value: value))
    }
    return object(members)
  }

  /// Returns an object; nil without members or with a repeated key.
  private mutating func object(_ members: [Object.Entry]) -> Object? {
    values += 1 + members.count
    guard !members.isEmpty, members.haveDistinctKeys else { return nil }
    return Object(distinct: members)
  }

  /// Reads a value after a colon, and the end of its last line.
  private mutating func value(level: Int) -> Value? {
    if skip("\n") {
      skipEmptyLines()
      if isAt(level + 1), byte(at: position + 2 * level + 2) == "-" { return list(level + 1) }
      return mapping(level: level + 1).map { .object($0) }
    }
    guard skip(" "), let value = flow(isInBlock: true), skip("\n") else { return nil }
    skipEmptyLines()
    return value
  }

  /// Reads lines with a dash and a text.
  private mutating func list(_ level: Int) -> Value? {
    var elements: [Value] = []
    while isAt(level) {
      position += 2 * level
      guard skip("-"), skip(" "), next != "{", next != "[", let text = flow(isInBlock: true),
        skip("\n")
      else { return nil }
      skipEmptyLines()
      elements.append(text)
    }
    values += 1
    return .array(elements)
  }

  /// Reads a text, or an array or object in flow style.
  private mutating func flow(isInBlock: Bool) -> Value? {
    switch next {
    case "{": flowObject()
    case "[": flowArray()
    default: scalar(isInBlock: isInBlock)
    }
  }

  private mutating func flowObject() -> Value? {
    position += 1
    if skip("}") {
      values += 1
      return .object(Object(distinct: []))
    }
    var members: [Object.Entry] = []
    repeat {
      guard let key = key(isInBlock: false), skip(" "), next != "{", next != "[",
        let value = scalar(isInBlock: false)
      else { return nil }
      members.append(Object.Entry(key: key, value: value))
    } while skip(",") && skip(" ")
    return skip("}") ? object(members).map { .object($0) } : nil
  }

  private mutating func flowArray() -> Value? {
    position += 1
    values += 1
    if skip("]") { return .array([]) }
    var elements: [Value] = []
    repeat {
      guard let element = scalar(isInBlock: false) else { return nil }
      elements.append(element)
    } while skip(",") && skip(" ")
    return skip("]") ? .array(elements) : nil
  }
}

extension PlainLock {
  /// Reads a key with its colon.
  private mutating func key(isInBlock: Bool) -> String? {
    let start = position
    guard let key = next == "'" ? quoted() : plainText(isInBlock: isInBlock),
      position - start <= Self.longestKey, skip(":")
    else { return nil }
    return key
  }

  private mutating func scalar(isInBlock: Bool) -> Value? {
    values += 1
    if next == "'" { return quoted().map { .string($0) } }
    return plainText(isInBlock: isInBlock).map { Value(YAML.Scalar(plain: $0)) }
  }

  /// Reads a text without quotes.
  private mutating func plainText(isInBlock: Bool) -> String? {
    // Three dots at the start of a line end the document.
    guard next.startsPlainText, next != "." || byte(at: position + 1) != "." else { return nil }
    let start = position
    while isPlainText(isInBlock: isInBlock) { position += 1 }
    return bytes[position - 1] == " " ? nil : text(start..<position)
  }

  /// Whether the next byte continues a text without quotes.
  private func isPlainText(isInBlock: Bool) -> Bool {
    switch next {
    case ":":
      let after = byte(at: position + 1)
      return isInBlock ? (0x21..<0x7F).contains(after) : after.isPlainInFlow
    case "#": return bytes[position - 1] != " "
    case ",", "[", "]", "{", "}", "?": return isInBlock
    default: return (0x20..<0x7F).contains(next)
    }
  }

  /// Reads a text in single quotes, in which a quote is doubled.
  private mutating func quoted() -> String? {
    position += 1
    let start = position
    var hasQuote = false
    while (0x20..<0x7F).contains(next) {
      if next == "'" {
        guard byte(at: position + 1) == "'" else { break }
        hasQuote = true
        position += 1
      }
      position += 1
    }
    let text = text(start..<position)
    guard skip("'") else { return nil }
    return hasQuote ? text.replacing("''", with: "'") : text
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

extension UInt8 {
  /// Whether a text can start with the byte without quotes, and isn't `<<`, `?` or a mark.
  fileprivate var startsPlainText: Bool {
    switch self {
    case "_", ".", "/", "^", "~", "(", "+", "$": true
    default: isASCIIAlphanumeric
    }
  }

  /// Whether the byte means nothing in flow style, not even after a colon.
  fileprivate var isPlainInFlow: Bool {
    switch self {
    case "_", ".", "/", "^", "~", "(", ")", "+", "$", "@", "=", "-": true
    default: isASCIIAlphanumeric
    }
  }
}

extension [Object.Entry] {
  /// Whether no key occurs twice; sorted keys, as nearly all are, are compared with their neighbors.
  fileprivate var haveDistinctKeys: Bool {
    let isSorted = indices.dropFirst().allSatisfy {
      self[$0 - 1].key.precedesLexically(self[$0].key)
    }
    return isSorted || Set(lazy.map(\.key)).count == count
  }
}
