import Text

/// String literals: plain, of several lines, and raw ones with number signs.
extension Lexer {
  func isRawString() -> Bool {
    var distance = 0
    while peek(distance) == "#" { distance += 1 }
    return distance > 0 && peek(distance) == "\""
  }

  mutating func readString() throws(ManifestError) -> Token.Kind {
    let start = position
    while peek() == "#" { position += 1 }
    let signs = position - start
    let isBlock = peek(1) == "\"" && peek(2) == "\""
    position += isBlock ? 3 : 1
    var reader = SegmentReader(signs: signs, isBlock: isBlock, start: start)
    try reader.read(&self)
    return .string(reader.segments)
  }
}

/// Gathers the segments of one literal.
private struct SegmentReader {
  let signs: Int
  let isBlock: Bool
  let start: Int
  var segments: [Token.Segment] = []
  private var text: [UInt8] = []

  init(signs: Int, isBlock: Bool, start: Int) {
    self.signs = signs
    self.isBlock = isBlock
    self.start = start
  }

  mutating func read(_ lexer: inout Lexer) throws(ManifestError) {
    while !isAtEnd(lexer) {
      guard let byte = lexer.peek(), isBlock || (byte != "\n" && byte != "\r") else {
        throw ManifestError(.malformed, "has a string without end", at: start)
      }
      if byte == "\\" && hasSigns(lexer, after: 1) {
        lexer.position += 1 + signs
        try readEscape(&lexer)
      } else {
        text.append(byte)
        lexer.position += 1
      }
    }
    lexer.position += (isBlock ? 3 : 1) + signs
    closeText()
    if isBlock { removeIndentation() }
  }

  private func isAtEnd(_ lexer: Lexer) -> Bool {
    guard lexer.peek() == "\"" else { return false }
    guard isBlock else { return hasSigns(lexer, after: 1) }
    return lexer.peek(1) == "\"" && lexer.peek(2) == "\"" && hasSigns(lexer, after: 3)
  }

  private func hasSigns(_ lexer: Lexer, after distance: Int) -> Bool {
    (0..<signs).allSatisfy { lexer.peek(distance + $0) == "#" }
  }

  private mutating func closeText() {
    if !text.isEmpty || segments.isEmpty {
      segments.append(.text(String(decoding: text, as: UTF8.self)))
    }
    text = []
  }

  private mutating func readEscape(_ lexer: inout Lexer) throws(ManifestError) {
    let escapeStart = lexer.position
    guard let byte = lexer.peek() else {
      throw ManifestError(.malformed, "has a string without end", at: start)
    }
    if byte == "(" {
      closeText()
      segments.append(.interpolation(try lexer.readInterpolation()))
      return
    }
    lexer.position += 1
    switch byte {
    case "n": text.append(UInt8(ascii: "\n"))
    case "t": text.append(UInt8(ascii: "\t"))
    case "r": text.append(UInt8(ascii: "\r"))
    case "0": text.append(0)
    case "\\", "\"", "'": text.append(byte)
    case "u": try readScalar(&lexer)
    case "\n", " ", "\t", "\r": skipLineBreak(&lexer)
    default:
      throw ManifestError(.malformed, "has an escape that Swift does not know", at: escapeStart)
    }
  }

  private mutating func readScalar(_ lexer: inout Lexer) throws(ManifestError) {
    let escapeStart = lexer.position
    var digits: [UInt8] = []
    if lexer.peek() == "{" {
      lexer.position += 1
      while let byte = lexer.peek(), byte != "}", digits.count < 9 {
        digits.append(byte)
        lexer.position += 1
      }
      lexer.position += 1
    }
    guard let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(value)
    else {
      throw ManifestError(.malformed, "has an escape that is not a character", at: escapeStart)
    }
    text.append(contentsOf: String(Character(scalar)).utf8)
  }

  /// In a literal of several lines a backslash at the end of a line joins it with the next.
  private func skipLineBreak(_ lexer: inout Lexer) {
    while let byte = lexer.peek(), byte == " " || byte == "\t" || byte == "\r" {
      lexer.position += 1
    }
    if lexer.peek() == "\n" { lexer.position += 1 }
  }

  /// Takes away the first line break, the last one, and the closing line's indentation.
  private mutating func removeIndentation() {
    guard case .text(let last)? = segments.last, let lastBreak = last.lastIndex(of: "\n") else {
      return
    }
    let indentation = last[last.index(after: lastBreak)...]
    segments[segments.count - 1] = .text(String(last[..<lastBreak]))
    for index in segments.indices {
      guard case .text(let text) = segments[index] else { continue }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let cut = lines.enumerated().map { number, line in
        number > 0 && line.hasPrefix(indentation) ? line.dropFirst(indentation.count) : line
      }
      segments[index] = .text(cut.joined(separator: "\n"))
    }
    if case .text(let first)? = segments.first, let firstBreak = first.firstIndex(of: "\n") {
      let body = first[first.index(after: firstBreak)...]
      segments[0] = .text(String(body))
    }
  }
}
