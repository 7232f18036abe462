import Text

/// The head of a request, checked for everything that two programs could parse differently.
///
/// Source: RFC 9112, sections 2 to 6, without what a server may reject: bare line feeds, continuation
/// lines, white space before a colon, several lengths, codings besides `chunked`.
struct RequestHead: Hashable {
  /// The target as sent.
  let target: String
  /// The header fields in order.
  let headers: [HeaderField]
  let body: AnnouncedBody

  /// The result of reading a head.
  enum Reading: Hashable {
    case head(RequestHead)
    case malformed
    /// A version of HTTP other than 1.0 and 1.1.
    case otherVersion
  }

  fileprivate init?(_ target: String, isOld: Bool, _ headers: [HeaderField]) {
    guard Self.hasHost(headers, isOld: isOld), let body = AnnouncedBody(headers, isOld: isOld)
    else { return nil }
    self.target = target
    self.headers = headers
    self.body = body
  }

  private static func hasHost(_ headers: [HeaderField], isOld: Bool) -> Bool {
    let count = headers.values(named: "Host").count
    return count == 1 || (count == 0 && isOld)
  }
}

extension RequestHead.Reading {
  /// Parses a head up to and including its empty line.
  init(_ bytes: ArraySlice<UInt8>) {
    self = .malformed
    var lines = bytes.lines
    // The end of the last field's line, and the empty line.
    guard lines.count >= 3, lines.suffix(2).allSatisfy(\.isEmpty) else { return }
    lines.removeLast(2)
    let words = lines.removeFirst().split(
      separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, words[0].isToken, words[1].isTarget, words[2].isVersion else { return }
    let version = String(decoding: words[2], as: UTF8.self)
    guard ["HTTP/1.1", "HTTP/1.0"].contains(version) else {
      self = .otherVersion
      return
    }
    let fields = lines.compactMap { HeaderField(line: $0) }
    let target = String(decoding: words[1], as: UTF8.self)
    guard fields.count == lines.count,
      let head = RequestHead(target, isOld: version == "HTTP/1.0", fields)
    else { return }
    self = .head(head)
  }
}

extension AnnouncedBody {
  /// Reads the framing of a body; nil if it is ambiguous.
  ///
  /// - Parameters:
  ///   - headers: all fields of the head.
  ///   - isOld: whether the request is HTTP 1.0, which has no chunks.
  init?(_ headers: [HeaderField], isOld: Bool) {
    let lengths = headers.values(named: "Content-Length")
    let codings = headers.values(named: "Transfer-Encoding")
    guard lengths.count + codings.count <= 1 else { return nil }
    if let coding = codings.first {
      guard coding.lowercased() == "chunked", !isOld else { return nil }
      self = .chunked
      return
    }
    guard let text = lengths.first else {
      self = .none
      return
    }
    // libmicrohttpd answers a number beyond 64 bits twice, so that it never gets one.
    guard let length = text.number(limitedTo: 0...Int.max),
      text.drop(while: { $0 == "0" }).utf8.count <= 19
    else { return nil }
    self = length == 0 ? .none : .length(length)
  }
}

extension HeaderField {
  /// Parses a line without its end; nil unless it is `name: value` with a token as name and no control
  /// byte besides tabs in the value (RFC 9110, section 5.5).
  init?(line: ArraySlice<UInt8>) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), line[..<colon].isToken else {
      return nil
    }
    let value = line[line.index(after: colon)...]
    guard value.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }) else { return nil }
    self.init(
      String(decoding: line[..<colon], as: UTF8.self),
      String(decoding: value.trimmingBlanks, as: UTF8.self))
  }
}

extension [HeaderField] {
  fileprivate func values(named name: String) -> [String] {
    let wanted = name.lowercased()
    return filter { $0.name.lowercased() == wanted }.map(\.value)
  }
}

extension ArraySlice<UInt8> {
  /// The parts between CRLF pairs, which are the only line ends.
  fileprivate var lines: [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = startIndex
    for index in indices.dropLast() where self[index] == 13 && self[index + 1] == 10 {
      lines.append(self[start..<index])
      start = index + 2
    }
    return lines + [self[start...]]
  }

  fileprivate var trimmingBlanks: ArraySlice<UInt8> {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let end = lastIndex { !isBlank($0) }.map { $0 + 1 } ?? startIndex
    return self[..<end].drop(while: isBlank)
  }

  /// Whether the bytes are a token (RFC 9110, section 5.6.2).
  fileprivate var isToken: Bool {
    !isEmpty
      && allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// Whether the bytes can be a target: for some programs, a control byte or a space ends it.
  fileprivate var isTarget: Bool {
    !isEmpty && allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// Whether the bytes are `HTTP/`, a digit, a dot and a digit.
  fileprivate var isVersion: Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return count == 8 && prefix(5).elementsEqual("HTTP/".utf8)
      && digits.contains(self[startIndex + 5])
      && self[startIndex + 6] == UInt8(ascii: ".") && digits.contains(self[startIndex + 7])
  }
}
