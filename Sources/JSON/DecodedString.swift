extension Entry {
  /// The byte range between a string's quotes.
  var content: Range<Int> { Int(start) + 1..<Int(end) - 1 }

  /// Decodes the string or key of this entry.
  func text(in bytes: UnsafeBufferPointer<UInt8>) -> String {
    isMarked
      ? decodeString(bytes, content)
      : String(decoding: UnsafeBufferPointer(rebasing: bytes[content]), as: UTF8.self)
  }
}

/// Decodes the escapes of a string that the parser has validated.
///
/// An unpaired surrogate becomes U+FFFD; only lenient documents can have one.
func decodeString(_ bytes: UnsafeBufferPointer<UInt8>, _ content: Range<Int>) -> String {
  var result: [UInt8] = []
  result.reserveCapacity(content.count)
  var rest = bytes[content]
  while let slash = rest.firstIndex(of: UInt8(ascii: "\\")) {
    result += rest[..<slash]
    rest = rest[(slash + 1)...]
    decodeEscape(&rest, into: &result)
  }
  result += rest
  return String(decoding: result, as: UTF8.self)
}

private func decodeEscape(
  _ rest: inout Slice<UnsafeBufferPointer<UInt8>>, into result: inout [UInt8]
) {
  switch rest.popFirst() {
  case UInt8(ascii: "u"): result += String(decodeUnicode(&rest)).utf8
  case UInt8(ascii: "b"): result.append(0x08)
  case UInt8(ascii: "f"): result.append(0x0C)
  case UInt8(ascii: "n"): result.append(0x0A)
  case UInt8(ascii: "r"): result.append(0x0D)
  case UInt8(ascii: "t"): result.append(0x09)
  case let byte?: result.append(byte)
  case nil: break
  }
}

private func decodeUnicode(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar {
  let unit = readUnit(&rest)
  if let scalar = Unicode.Scalar(unit) { return scalar }
  var ahead = rest
  guard unit < 0xDC00, ahead.popFirst() == UInt8(ascii: "\\"), ahead.popFirst() == UInt8(ascii: "u")
  else { return "\u{FFFD}" }
  let low = readUnit(&ahead)
  guard low & 0xFC00 == 0xDC00 else { return "\u{FFFD}" }
  rest = ahead
  return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
}

private func readUnit(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> UInt32 {
  var unit: UInt32 = 0
  for _ in 0..<4 {
    guard let digit = rest.popFirst()?.hexadecimalValue else { break }
    unit = unit << 4 | UInt32(digit)
  }
  return unit
}
