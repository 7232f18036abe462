/// A path of parts that may hold anything, each escaped (RFC 3986).
func address(_ parts: String...) -> String {
  parts.map { "/" + escaped($0) }.joined()
}

/// Everything but letters, digits and `-._~/@` as `%XX`.
func escaped(_ text: String) -> String {
  text.utf8.map { byte in
    let scalar = Unicode.Scalar(byte)
    let isPlain =
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9") ~= scalar)
      || "-._~/@".unicodeScalars.contains(scalar)
    guard !isPlain else { return String(scalar) }
    return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }.joined()
}

extension [String: String] {
  /// Reads a query, `q=web&page=2`.
  init(query: Substring) {
    self.init(
      query.split(separator: "&").compactMap { pair in
        let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = halves.first.map(unescaped) else { return nil }
        return (name, halves.count > 1 ? unescaped(halves[1]) : "")
      }, uniquingKeysWith: { first, _ in first })
  }
}

private func unescaped(_ text: Substring) -> String {
  var bytes: [UInt8] = []
  var rest = text.utf8[...]
  while let byte = rest.popFirst() {
    if byte == UInt8(ascii: "%"), let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16) {
      bytes.append(value)
      rest = rest.dropFirst(2)
    } else {
      bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
