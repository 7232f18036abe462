import Logging

/// A point in time as people read it; nil: a dash.
func moment(_ seconds: Int64?) -> Markup {
  guard let seconds else { return "–" }
  let text = timestamp(seconds * 1000)
  let shown = String(text.prefix(16)).replacing("T", with: " ") + " UTC"
  return element("time", ["datetime": text], [.text(shown)])
}

/// A number, or nothing where there is none to speak of.
func count(_ number: Int) -> Markup { .text(number == 0 ? "–" : "\(number)") }

/// A path of parts that may hold anything, each escaped (RFC 3986).
func address(_ parts: String...) -> String {
  parts.map { part in
    part.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9") ~= scalar)
        || "-._~/@".unicodeScalars.contains(scalar)
      guard !isPlain else { return String(scalar) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }.reduce("") { $0 + "/" + $1 }
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
