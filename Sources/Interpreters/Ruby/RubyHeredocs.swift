import Text

/// Parses here-documents: `<<NAME`, `<<-NAME` and `<<~NAME`.
extension RubyLexer {
  /// The opening of a here-document.
  private struct Opening {
    var name: [UInt8]
    /// Whether the name can be indented: `<<-` and `<<~`.
    var isIndented: Bool
    /// Whether the smallest indentation is removed: `<<~`.
    var isDedented: Bool
    /// Whether it has neither escapes nor interpolation: `<<~'NAME'`.
    var isRaw: Bool
    var start: Int
  }

  /// Parses the name of a here-document and its body, which starts on the next line.
  mutating func readHeredoc() throws(RubyStop) -> Bool {
    let start = position
    let mark = byte(2)
    let isIndented = mark == UInt8(ascii: "~") || mark == UInt8(ascii: "-")
    let width = isIndented ? 3 : 2
    let quote = byte(width)
    let isQuoted = quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"")
    let from = position + width + (isQuoted ? 1 : 0)
    let length = isQuoted ? quotedLength(from, quote) : nameLength(at: width)
    guard starts("<<"), tokens.last?.isKeyword("class") != true, startsArgument(width: width),
      length > 0,
      isQuoted || byte(width).isASCIIUppercase || isIndented || !followsValue
    else { return false }
    position = from + length + (isQuoted ? 1 : 0)
    let after = position
    let opening = Opening(
      name: Array(source.bytes[from..<from + length]), isIndented: isIndented,
      isDedented: mark == UInt8(ascii: "~"), isRaw: quote == UInt8(ascii: "'"), start: start)
    let text = try readBody(of: opening)
    position = after
    add(.string(text), from: start)
    return true
  }

  /// The length of a name in quotes; 0 if the quotes aren't closed on the line.
  private func quotedLength(_ from: Int, _ quote: UInt8) -> Int {
    let name = source.bytes[min(from, end)..<end].prefix { $0 != quote && $0 != 0x0A }
    return name.endIndex < end && source.bytes[name.endIndex] == quote ? name.count : 0
  }

  private mutating func readBody(of opening: Opening) throws(RubyStop) -> RubyText {
    if let resume = afterHeredocs {
      position = resume
    } else {
      while position < end, byte() != UInt8(ascii: "\n") { position += 1 }
      position = min(position + 1, end)
    }
    let lines = try bodyLines(of: opening)
    let indent = opening.isDedented ? Self.indentation(lines.map { source.bytes[$0] }) : 0
    var builder = RubyTextBuilder()
    builder.isLiteral = false
    for line in lines {
      guard position <= line.lowerBound || isLenient else {
        throw refusal("has an interpolation of several lines", from: opening.start)
      }
      position = max(position, line.lowerBound)
      skipIndentation(indent)
      if opening.isRaw { readRaw(line.upperBound, into: &builder) }
      while position < line.upperBound {
        try refuseContinuation(of: opening, line)
        try readCharacter(into: &builder, 0, interpolates: true, false)
      }
    }
    return try finish(&builder, literal: opening.start..<opening.start)
  }

  /// Finds the lines of a body, each with its end, and where the file goes on.
  private mutating func bodyLines(of opening: Opening) throws(RubyStop) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = position
    while start < end {
      var line = source.bytes[start..<end].prefix { $0 != UInt8(ascii: "\n") }
      let next = min(line.endIndex + 1, end)
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if opening.isIndented { line = line.drop { $0.isASCIISpace } }
      if line.elementsEqual(opening.name) {
        afterHeredocs = next
        return lines
      }
      lines.append(start..<next)
      start = next
    }
    throw refusal("has a here-document without end", from: opening.start)
  }

  private mutating func readRaw(_ stop: Int, into builder: inout RubyTextBuilder) {
    while position < stop {
      if !starts("\r\n") { builder.bytes.append(byte()) }
      position += 1
    }
  }

  /// Refuses a backslash at the end of a line of `<<~`: what Ruby removes from the next line differs
  /// from version to version.
  private func refuseContinuation(of opening: Opening, _ line: Range<Int>) throws(RubyStop) {
    guard !isLenient, opening.isDedented, byte() == UInt8(ascii: "\\"),
      position + 1 < line.upperBound,
      [UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(byte(1))
    else { return }
    throw refusal("continues a line of a here-document", from: position)
  }

  /// The smallest indentation in columns of the lines that aren't blank; a tab ends at a multiple
  /// of 8.
  private static func indentation(_ lines: [ArraySlice<UInt8>]) -> Int {
    var least: Int?
    for line in lines {
      let blanks = line.prefix { $0 == 0x20 || $0 == 0x09 }
      let rest = line[blanks.endIndex...]
      if rest.allSatisfy({ $0 == 0x0A || $0 == 0x0D }) { continue }
      let columns = blanks.reduce(0) { $1 == 0x09 ? ($0 / 8 + 1) * 8 : $0 + 1 }
      least = min(least ?? columns, columns)
    }
    return least ?? 0
  }

  private mutating func skipIndentation(_ columns: Int) {
    var column = 0
    while column < columns {
      let next = byte() == 0x20 ? column + 1 : byte() == 0x09 ? (column / 8 + 1) * 8 : Int.max
      guard next <= columns else { return }
      column = next
      position += 1
    }
  }
}
