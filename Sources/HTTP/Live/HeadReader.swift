/// Collects the status line and the fields from the lines that libcurl reports.
struct HeadReader {
  private(set) var status: Int?
  private(set) var fields: [Headers.Field] = []
  private var isOver = false
  private var size = 0

  /// More bytes than any legitimate server sends.
  static let limit = 256 << 10

  /// Adds a line with its line break; false if it is not a header or the limit is exceeded.
  mutating func read(_ line: [UInt8]) -> Bool {
    size += line.count
    guard size <= Self.limit else { return false }
    let text = String(decoding: line, as: UTF8.self).trimmingSuffix { $0.isNewline }
    if text.hasPrefix("HTTP/") { return begin(text) }
    if text.isEmpty {
      isOver = true
    } else if !isOver {
      add(text)
    }
    // Ignore fields after the body, because a client must not trust them.
    return true
  }

  /// The fields that apply to the decompressed body.
  var headersOfContent: Headers {
    var headers = Headers(fields)
    if let coding = headers["Content-Encoding"], coding.lowercased() != "identity" {
      headers["Content-Encoding"] = nil
      headers["Content-Length"] = nil
    }
    return headers
  }

  /// Starts a new response: an interim response such as 103 has its own fields.
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
      fields[fields.count - 1].value += " " + line.withoutOptionalWhitespace
    } else if let colon = line.firstIndex(of: ":") {
      let value = String(line[line.index(after: colon)...]).withoutOptionalWhitespace
      fields.append(Headers.Field(String(line[..<colon]).withoutOptionalWhitespace, value))
    }
  }
}

extension StringProtocol {
  /// The text without the spaces and tabs that may surround a field's value (RFC 9110).
  var withoutOptionalWhitespace: String {
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
