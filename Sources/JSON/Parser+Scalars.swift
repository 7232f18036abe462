import Text

extension Parser {
  mutating func skipByteOrderMark() throws(Failure) {
    guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return }
    guard options.allowsByteOrderMark else { throw Failure(reason: .byteOrderMark, offset: 0) }
    position = 3
  }

  mutating func skipSpace() {
    while position < end {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  mutating func word(_ word: StaticString, _ kind: Entry.Kind) throws(Failure) {
    let start = position
    try skipWord(word)
    append(kind, from: start, to: position)
  }

  mutating func skipWord(_ word: StaticString) throws(Failure) {
    let count = word.utf8CodeUnitCount
    let letters = UnsafeBufferPointer(start: word.utf8Start, count: count)
    guard end - position >= count,
      UnsafeBufferPointer(rebasing: bytes[position..<position + count]).elementsEqual(letters)
    else { throw expected("a value") }
    position += count
  }

  mutating func number() throws(Failure) {
    let start = position
    try skipNumber()
    append(.number, from: start, to: position)
  }

  /// Scans a `number` of RFC 8259: no leading zeros, digits on both sides of the point.
  mutating func skipNumber() throws(Failure) {
    _ = consume(UInt8(ascii: "-"))
    if !consume(UInt8(ascii: "0")) { try digits() }
    if consume(UInt8(ascii: ".")) { try digits() }
    if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) {
      if !consume(UInt8(ascii: "+")) { _ = consume(UInt8(ascii: "-")) }
      try digits()
    }
    if position < end, bytes[position].isASCIIDigit {
      throw expected("a number without a leading zero")
    }
  }

  private mutating func digits() throws(Failure) {
    guard position < end, bytes[position].isASCIIDigit else { throw expected("a digit") }
    while position < end, bytes[position].isASCIIDigit { position += 1 }
  }

  /// Returns an error for unexpected input at `position`.
  func expected(_ what: String) -> Failure {
    Failure(reason: .expected(what, found: found()), offset: position)
  }

  private func found() -> String {
    guard position < end else { return "the end of the text" }
    let byte = bytes[position]
    switch byte {
    case 0x0A, 0x0D: return "the end of the line"
    case 0x00..<0x20, 0x7F: return "the control character 0x" + String(byte, radix: 16)
    default:
      let rest = bytes[position..<min(position + 4, end)]
      return "'\(String(decoding: rest, as: UTF8.self).prefix(1))'"
    }
  }
}
