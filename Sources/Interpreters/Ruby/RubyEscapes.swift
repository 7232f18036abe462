import Text

/// Parses the escapes of texts: `\n`, `\u00e9`, `\x41`, `\101`.
extension RubyLexer {
  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D,
    UInt8(ascii: "s"): 0x20, UInt8(ascii: "e"): 0x1B, UInt8(ascii: "a"): 0x07,
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "v"): 0x0B, UInt8(ascii: "f"): 0x0C,
  ]

  /// Parses a backslash and what it escapes; a pattern keeps its escapes for the engine.
  mutating func readEscape(
    into builder: inout RubyTextBuilder, _ close: UInt8, _ open: UInt8, interpolates: Bool,
    _ keepsEscapes: Bool
  ) throws(RubyStop) {
    let next = byte(1)
    builder.isLiteral = false
    if keepsEscapes || !interpolates {
      position = min(position + 2, end)
      let isPlain = !keepsEscapes && (next == close || next == open || next == UInt8(ascii: "\\"))
      builder.bytes += isPlain ? [next] : [UInt8(ascii: "\\"), next]
      return
    }
    switch next {
    case UInt8(ascii: "u") where !isLenient: try readUnicode(into: &builder)
    case UInt8(ascii: "x") where !isLenient:
      try readDigits(into: &builder, skipping: 2, most: 2, radix: 16)
    case UInt8(ascii: "0")...UInt8(ascii: "7") where !isLenient:
      try readDigits(into: &builder, skipping: 1, most: 3, radix: 8)
    case UInt8(ascii: "c"), UInt8(ascii: "C"), UInt8(ascii: "M"):
      guard isLenient else {
        throw refusal("has an escape that is not supported", from: position)
      }
      position = min(position + 2, end)
    case UInt8(ascii: "\r") where byte(2) == UInt8(ascii: "\n"): position += 3
    case UInt8(ascii: "\n"): position += 2
    default:
      position = min(position + 2, end)
      builder.bytes.append(Self.escapes[next] ?? next)
    }
  }

  /// Parses the digits of `\x41` or `\101`.
  private mutating func readDigits(
    into builder: inout RubyTextBuilder, skipping width: Int, most: Int, radix: Int
  ) throws(RubyStop) {
    let digits = source.bytes[min(position + width, end)..<min(position + width + most, end)]
      .prefix { Int(String(decoding: [$0], as: UTF8.self), radix: radix) != nil }
    guard let value = Int(String(decoding: digits, as: UTF8.self), radix: radix), value < 256 else {
      throw refusal("has an escape that is not supported", from: position)
    }
    builder.bytes.append(UInt8(value))
    position += width + digits.count
  }

  /// Parses `\u00e9` or `\u{e9 20ac}`.
  private mutating func readUnicode(into builder: inout RubyTextBuilder) throws(RubyStop) {
    let start = position
    let isList = byte(2) == UInt8(ascii: "{")
    let from = position + (isList ? 3 : 2)
    let rest = source.bytes[min(from, end)..<end]
    let digits = isList ? rest.prefix { $0 != UInt8(ascii: "}") } : rest.prefix(4)
    let codes = String(decoding: digits, as: UTF8.self).split(separator: " ")
    let scalars = codes.compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
    guard !codes.isEmpty, scalars.count == codes.count, isList || digits.count == 4,
      digits.allSatisfy({ $0.isASCIIAlphanumeric || $0 == 0x20 })
    else { throw refusal("has an escape that is not supported", from: start) }
    for scalar in scalars { builder.bytes += Array(String(scalar).utf8) }
    position = min(from + digits.count + (isList ? 1 : 0), end)
  }
}
