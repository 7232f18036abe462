import Text

/// Collects the status line and the fields from the lines that libcurl reports.
struct HeadReader {
  private(set) var status: Int?
  private(set) var fields: [Headers.Field] = []
  private var isOver = false
  private var size = 0

  /// More bytes than any legitimate server sends.
  static let limit = 256 << 10

  /// Adds a line with its line break; false if it is not a header or the limit is exceeded.
  ///
  /// Works on bytes: a document of a registry comes with a dozen lines, and characters of Unicode took
  /// a fifth of the client's time.
  mutating func read(_ line: [UInt8]) -> Bool {
    size += line.count
    guard size <= Self.limit else { return false }
    let text = line.trimmingSuffix(while: \.isLineBreak)
    if text.starts(with: "HTTP/".utf8) { return begin(text) }
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
  private mutating func begin(_ line: ArraySlice<UInt8>) -> Bool {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard parts.count > 1,
      let status = String(decoding: parts[1], as: UTF8.self).number(in: 100...999)
    else { return false }
    self.status = status
    fields = []
    isOver = false
    return true
  }

  private mutating func add(_ line: ArraySlice<UInt8>) {
    if line.first?.isBlank == true, !fields.isEmpty {
      fields[fields.count - 1].value += " " + line.textWithoutBlanks
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      let value = line[line.index(after: colon)...]
      fields.append(Headers.Field(line[..<colon].textWithoutBlanks, value.textWithoutBlanks))
    }
  }
}

extension StringProtocol {
  /// The text without the spaces and tabs that may surround a field's value (RFC 9110).
  var withoutOptionalWhitespace: String { Substring(self).utf8.textWithoutBlanks }
}

extension BidirectionalCollection<UInt8> {
  /// The text without the spaces and tabs at both ends.
  fileprivate var textWithoutBlanks: String {
    String(decoding: drop(while: \.isBlank).trimmingSuffix(while: \.isBlank), as: UTF8.self)
  }

  fileprivate func trimmingSuffix(while matches: (UInt8) -> Bool) -> SubSequence {
    var rest = self[...]
    while let last = rest.last, matches(last) { rest.removeLast() }
    return rest
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// Whether it is a line feed, vertical tab, form feed or carriage return.
  fileprivate var isLineBreak: Bool { (0x0A...0x0D).contains(self) }
}
