/// An identifier in the code of a file.
package struct Identifier: Hashable, Sendable {
  /// The name without backticks.
  package var name: String
  /// The line, starting at 1.
  package var line: Int
  /// Whether a dot precedes it.
  package var isMember: Bool

  /// Creates an identifier.
  package init(name: String, line: Int, isMember: Bool) {
    self.name = name
    self.line = line
    self.isMember = isMember
  }

  /// The words of the name in lower case: `indexOfURL` has `index`, `of` and `url`.
  ///
  /// The names of hosts count as one word: `gitHubURL` has `github` and `url`.
  package var words: [String] {
    let joined = ["GitHub", "gitHub", "GitLab", "gitLab"].reduce(name) {
      $0.replacing($1, with: $1.prefix(1) + $1.dropFirst().lowercased())
    }
    var words: [[Character]] = []
    var previous: Character?
    let characters = Array(joined)
    for (index, character) in characters.enumerated() {
      let isFollowedByLower = index + 1 < characters.count && characters[index + 1].isLowercase
      let isStart =
        character.isUppercase && (previous?.isUppercase != true || isFollowedByLower)
        || previous == "_" || previous == nil
      if isStart { words.append([]) }
      if character != "_" { words[words.count - 1].append(character) }
      previous = character
    }
    return words.map { String($0).lowercased() }.filter { !$0.isEmpty }
  }
}

extension SourceFile {
  /// The identifiers in code, and in the interpolations of strings, in order.
  ///
  /// Comments, the text of strings and raw identifiers with spaces, such as names of tests, have none.
  package var identifiers: [Identifier] {
    var scanner = IdentifierScanner(Array(lines.joined(separator: "\n").utf8))
    scanner.scanCode(insideInterpolation: false)
    return scanner.identifiers
  }
}

/// Finds identifiers with a small part of Swift's lexical grammar, enough for formatted code.
private struct IdentifierScanner {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private(set) var identifiers: [Identifier] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ offset: Int = 0) -> UInt8 {
    index + offset < bytes.count ? bytes[index + offset] : 0
  }

  private mutating func skip(_ count: Int = 1) {
    for _ in 0..<count where index < bytes.count {
      if bytes[index] == newline { line += 1 }
      index += 1
    }
  }

  /// Scans until the end of the file, or until the bracket that ends an interpolation.
  mutating func scanCode(insideInterpolation: Bool) {
    var depth = 0
    while index < bytes.count {
      switch byte() {
      case slash where byte(1) == slash: skipLine()
      case slash where byte(1) == star: skipComment()
      case quote: scanString(hashes: 0)
      case hash: scanHash()
      case backtick: scanBackticks()
      case open:
        depth += 1
        skip()
      case close where insideInterpolation && depth == 0: return skip()
      case close:
        depth -= 1
        skip()
      case let first where first.isLetter: scanName()
      case let first where first.isDigit: skipNumber()
      default: skip()
      }
    }
  }

  private mutating func skipLine() {
    while index < bytes.count, byte() != newline { skip() }
  }

  private mutating func skipComment() {
    while index < bytes.count, !(byte() == star && byte(1) == slash) { skip() }
    skip(2)
  }

  private mutating func skipNumber() {
    while byte().isDigit || byte().isLetter { skip() }
  }

  /// Skips `#"…"#` and `#/…/#`; other uses of `#`, as in `#expect`, begin a name.
  private mutating func scanHash() {
    var count = 0
    while byte(count) == hash { count += 1 }
    if byte(count) == quote {
      skip(count)
      return scanString(hashes: count)
    }
    guard byte(count) == slash else { return skip(count) }
    skip(count + 1)
    while index < bytes.count, !(byte() == slash && hasHashes(count, after: 1)) { skip() }
    skip(count + 1)
  }

  private mutating func scanBackticks() {
    skip()
    let (start, first) = (index, line)
    while index < bytes.count, byte() != backtick { skip() }
    let name = String(decoding: bytes[start..<index], as: UTF8.self)
    if !name.contains(" ") { add(name, from: start - 1, line: first) }
    skip()
  }

  private mutating func scanName() {
    let start = index
    while byte().isLetter || byte().isDigit { index += 1 }
    add(String(decoding: bytes[start..<index], as: UTF8.self), from: start, line: line)
  }

  private mutating func add(_ name: String, from start: Int, line: Int) {
    let isMember = start > 0 && bytes[start - 1] == dot
    identifiers.append(Identifier(name: name, line: line, isMember: isMember))
  }

  private func hasHashes(_ count: Int, after offset: Int) -> Bool {
    (0..<count).allSatisfy { byte(offset + $0) == hash }
  }

  private mutating func scanString(hashes: Int) {
    let quotes = byte(1) == quote && byte(2) == quote ? 3 : 1
    skip(quotes)
    while index < bytes.count {
      if byte() == backslash, hasHashes(hashes, after: 1) {
        let isInterpolation = byte(1 + hashes) == open
        skip(2 + hashes)
        if isInterpolation { scanCode(insideInterpolation: true) }
      } else if (0..<quotes).allSatisfy({ byte($0) == quote }), hasHashes(hashes, after: quotes) {
        return skip(quotes + hashes)
      } else {
        skip()
      }
    }
  }
}

private let newline = UInt8(ascii: "\n")
private let slash = UInt8(ascii: "/")
private let star = UInt8(ascii: "*")
private let quote = UInt8(ascii: "\"")
private let hash = UInt8(ascii: "#")
private let backtick = UInt8(ascii: "`")
private let backslash = UInt8(ascii: "\\")
private let dot = UInt8(ascii: ".")
private let open = UInt8(ascii: "(")
private let close = UInt8(ascii: ")")

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
  /// Whether it is an ASCII letter, an underscore or a part of another character.
  fileprivate var isLetter: Bool {
    (0x41...0x5A).contains(self & 0xDF) || self == 0x5F || self >= 0x80
  }
}
