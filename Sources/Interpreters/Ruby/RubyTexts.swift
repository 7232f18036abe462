import Text

/// Parses the content of quotes: text and interpolation.
extension RubyLexer {
  /// Returns the text; one whose escapes aren't valid UTF-8 is refused.
  func finish(
    _ builder: inout RubyTextBuilder, literal: Range<Int>
  ) throws(RubyStop) -> RubyText {
    let text = builder.finish(literal: literal)
    guard builder.isValid || isLenient else {
      throw refusal("has a text that is not UTF-8", from: literal.lowerBound)
    }
    return text
  }

  /// Parses up to the closing delimiter and consumes it.
  mutating func readText(
    until close: UInt8, open: UInt8 = 0, interpolates: Bool, keepsEscapes: Bool = false
  ) throws(RubyStop) -> RubyText {
    let start = position
    var builder = RubyTextBuilder()
    var depth = 0
    while position < end {
      let byte = byte()
      if byte == close, depth == 0 { break }
      if open != close, byte == open { depth += 1 }
      if open != close, byte == close { depth -= 1 }
      try readCharacter(
        into: &builder, close, open: open, interpolates: interpolates, keepsEscapes)
    }
    guard position < end else { throw refusal("has a text without end", from: start - 1) }
    position += 1
    return try finish(&builder, literal: start..<(position - 1))
  }

  mutating func readCharacter(
    into builder: inout RubyTextBuilder, _ close: UInt8, open: UInt8 = 0, interpolates: Bool,
    _ keepsEscapes: Bool
  ) throws(RubyStop) {
    if byte() == UInt8(ascii: "\\") {
      try readEscape(into: &builder, close, open, interpolates: interpolates, keepsEscapes)
    } else if interpolates, starts("#{") {
      builder.add(code: try skipCode())
    } else if interpolates, starts("#@") || starts("#$") {
      try readShortCode(into: &builder)
    } else if starts("\r\n") {
      // Ruby reads the line ends of Windows as `\n`.
      position += 1
      builder.isLiteral = false
    } else {
      builder.bytes.append(byte())
      position += 1
    }
  }

  /// Parses `#@name`, `#@@name` or `#$name`; a `#` before anything else is text.
  private mutating func readShortCode(
    into builder: inout RubyTextBuilder
  ) throws(RubyStop) {
    let width = starts("#@@") ? 3 : 2
    let length = nameLength(at: width)
    if length > 0 {
      builder.add(code: position + 1..<position + width + length)
      position += width + length
    } else if starts("#$"), byte(2) > 0x20, !isLenient {
      throw refusal("interpolates a variable of Ruby", from: position)
    } else {
      builder.bytes.append(byte())
      position += 1
    }
  }

  /// Skips `#{…}` and returns the range between the braces.
  private mutating func skipCode() throws(RubyStop) -> Range<Int> {
    let start = position
    guard let close = try closingBrace(after: position + 2) else {
      throw refusal("has an interpolation without end", from: start)
    }
    position = close + 1
    return start + 2..<close
  }
}

/// Collects the parts of a text.
struct RubyTextBuilder {
  var bytes: [UInt8] = []
  var isLiteral = true
  /// Whether all bytes are UTF-8.
  private(set) var isValid = true
  private var parts: [RubyText.Part] = []

  mutating func add(code: Range<Int>) {
    flush()
    parts.append(.code(code))
    isLiteral = false
  }

  mutating func finish(literal: Range<Int>) -> RubyText {
    flush()
    return RubyText(parts: parts, literal: isLiteral ? literal : nil)
  }

  private mutating func flush() {
    guard !bytes.isEmpty else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    isValid = isValid && text.utf8.elementsEqual(bytes)
    parts.append(.text(text))
    bytes = []
  }
}
