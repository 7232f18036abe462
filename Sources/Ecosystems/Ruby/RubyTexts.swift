import Text

/// Parses the content of quotes: escapes, interpolation, here-documents.
extension RubyLexer {
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
      try readCharacter(into: &builder, close, interpolates: interpolates, keepsEscapes)
    }
    guard position < end else { throw refusal("has a text without end", from: start - 1) }
    position += 1
    return builder.finish(literal: start..<(position - 1))
  }

  private mutating func readCharacter(
    into builder: inout RubyTextBuilder, _ close: UInt8, interpolates: Bool, _ keepsEscapes: Bool
  ) throws(RubyStop) {
    if byte() == UInt8(ascii: "\\") {
      readEscape(into: &builder, close, interpolates: interpolates, keepsEscapes)
    } else if interpolates, starts("#{") {
      builder.add(code: try skipCode())
    } else {
      builder.bytes.append(byte())
      position += 1
    }
  }

  private mutating func readEscape(
    into builder: inout RubyTextBuilder, _ close: UInt8, interpolates: Bool, _ keepsEscapes: Bool
  ) {
    let next = byte(1)
    position = min(position + 2, end)
    builder.isLiteral = false
    let escapes: [UInt8: UInt8] = [
      UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D,
      UInt8(ascii: "0"): 0x00, UInt8(ascii: "s"): 0x20, UInt8(ascii: "e"): 0x1B,
    ]
    if keepsEscapes {
      builder.bytes += [UInt8(ascii: "\\"), next]
    } else if interpolates {
      if next != UInt8(ascii: "\n") { builder.bytes.append(escapes[next] ?? next) }
    } else if next == close || next == UInt8(ascii: "\\") {
      builder.bytes.append(next)
    } else {
      builder.bytes += [UInt8(ascii: "\\"), next]
    }
  }

  /// Skips `#{…}` and returns the range between the braces.
  private mutating func skipCode() throws(RubyStop) -> Range<Int> {
    let start = position
    position += 2
    var depth = 1
    while position < end {
      switch byte() {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"): skipQuoted()
      default: break
      }
      position += 1
      if depth == 0 { return start + 2..<(position - 1) }
    }
    throw refusal("has an interpolation without end", from: start)
  }

  private mutating func skipQuoted() {
    let quote = byte()
    position += 1
    while position < end, byte() != quote {
      position += byte() == UInt8(ascii: "\\") ? 2 : 1
    }
  }

  /// Parses `<<~NAME` and its body, which starts on the next line.
  mutating func readHeredoc() throws(RubyStop) -> Bool {
    let start = position
    var width = 2
    if [UInt8(ascii: "~"), UInt8(ascii: "-")].contains(byte(2)) { width = 3 }
    let quote = byte(width)
    let isQuoted = quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"")
    let length = nameLength(at: width + (isQuoted ? 1 : 0))
    guard starts("<<"), startsArgument(width: width), length > 0,
      isQuoted || byte(width).isASCIIUppercase || width == 3 || !followsValue
    else { return false }
    let from = position + width + (isQuoted ? 1 : 0)
    let name = Array(source.bytes[from..<from + length])
    position = from + length + (isQuoted ? 1 : 0)
    let after = position
    let text = try readBody(until: name, interpolates: quote != UInt8(ascii: "'"), start)
    position = after
    add(.string(text), from: start)
    return true
  }

  private mutating func readBody(
    until name: [UInt8], interpolates: Bool, _ start: Int
  ) throws(RubyStop) -> RubyText {
    if let resume = afterHeredocs {
      position = resume
    } else {
      while position < end, byte() != UInt8(ascii: "\n") { position += 1 }
      position += 1
    }
    var builder = RubyTextBuilder()
    builder.isLiteral = false
    while position < end {
      let line = source.bytes[position..<end].prefix { $0 != UInt8(ascii: "\n") }
      if line.trimmingRubySpace().elementsEqual(name) {
        afterHeredocs = min(line.endIndex + 1, end)
        return builder.finish(literal: start..<start)
      }
      let stop = line.endIndex + 1
      while position < min(stop, end) {
        try readCharacter(into: &builder, 0, interpolates: interpolates, false)
      }
    }
    throw refusal("has a here-document without end", from: start)
  }
}

/// Collects the parts of a text.
struct RubyTextBuilder {
  var bytes: [UInt8] = []
  var isLiteral = true
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
    parts.append(.text(String(decoding: bytes, as: UTF8.self)))
    bytes = []
  }
}
