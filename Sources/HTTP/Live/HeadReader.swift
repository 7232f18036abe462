/// Gathers a status line and its fields from the lines that libcurl hands over one by one.
struct HeadReader {
  private(set) var status: Int?
  private(set) var fields: [Headers.Field] = []
  private var isOver = false
  private var size = 0

  /// More than any honest server sends.
  static let limit = 256 << 10

  /// Takes a line with its line break; false when it is no header or there are too many.
  mutating func take(_ line: [UInt8]) -> Bool {
    size += line.count
    guard size <= Self.limit else { return false }
    let text = String(decoding: line, as: UTF8.self).trimmingSuffix { $0.isNewline }
    if text.hasPrefix("HTTP/") { return begin(text) }
    if text.isEmpty {
      isOver = true
    } else if !isOver {
      add(text)
    }
    // Fields behind the body are none that a client may trust: they are passed over.
    return true
  }

  /// The fields as they are true of a decompressed body.
  var headersOfContent: Headers {
    var headers = Headers(fields)
    if let coding = headers["Content-Encoding"], coding.lowercased() != "identity" {
      headers["Content-Encoding"] = nil
      headers["Content-Length"] = nil
    }
    return headers
  }

  /// Starts anew: an interim answer such as 103 comes with fields of its own.
  private mutating func begin(_ line: String) -> Bool {
    let parts = line.split(separator: " ", maxSplits: 2)
    guard parts.count > 1, let status = Int(parts[1]), (100...999).contains(status)
    else { return false }
    self.status = status
    fields = []
    isOver = false
    return true
  }

  private mutating func add(_ line: String) {
    if line.first == " " || line.first == "\t", !fields.isEmpty {
      fields[fields.count - 1].value += " " + line.trimmed
    } else if let colon = line.firstIndex(of: ":") {
      let value = String(line[line.index(after: colon)...]).trimmed
      fields.append(Headers.Field(String(line[..<colon]).trimmed, value))
    }
  }
}

extension StringProtocol {
  /// Without the blanks that RFC 9110 allows around a field's value.
  var trimmed: String {
    var rest = self[...]
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
    return rest.trimmingSuffix { $0 == " " || $0 == "\t" }
  }

  func trimmingSuffix(while matches: (Character) -> Bool) -> String {
    var rest = self[...]
    while let last = rest.last, matches(last) { rest.removeLast() }
    return String(rest)
  }
}
