/// The head of a request, checked for everything that two programs could parse differently.
///
/// If a proxy and this server disagree about the end of a request, a second request can be smuggled past
/// the proxy. So an ambiguous head is answered with 400, and the connection is closed.
struct RequestHead {
  let body: AnnouncedBody

  /// Checks a head; nil if it is ambiguous or malformed.
  ///
  /// - Parameters:
  ///   - target: the target as sent.
  ///   - version: the last word of the first line, such as `HTTP/1.1`.
  ///   - headers: all header fields, including repeated ones.
  init?(target: String, version: String, headers: [HeaderField]) {
    // For some programs, a control byte or a space ends the target.
    guard !target.isEmpty, target.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      headers.allSatisfy({ Self.isToken($0.name) && Self.isValue($0.value) }),
      Self.hasHost(headers, isOld: version == "HTTP/1.0"),
      let body = Self.body(headers, isOld: version == "HTTP/1.0")
    else { return nil }
    self.body = body
  }

  private static func hasHost(_ headers: [HeaderField], isOld: Bool) -> Bool {
    let count = headers.values(named: "Host").count
    return count == 1 || (count == 0 && isOld)
  }

  private static func body(_ headers: [HeaderField], isOld: Bool) -> AnnouncedBody? {
    let lengths = headers.values(named: "Content-Length")
    let codings = headers.values(named: "Transfer-Encoding")
    guard lengths.count + codings.count <= 1 else { return nil }
    if let coding = codings.first {
      return coding.lowercased() == "chunked" && !isOld ? .chunked : nil
    }
    guard let text = lengths.first else { return AnnouncedBody.none }
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    // A number that doesn't fit is larger than every limit.
    let length = Int(text) ?? .max
    return length == 0 ? AnnouncedBody.none : .length(length)
  }

  /// Whether a field's value has no control byte except tabs (RFC 9110, section 5.5).
  ///
  /// For some programs, a carriage return alone ends the line.
  private static func isValue(_ value: String) -> Bool {
    value.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
  }

  /// Whether a field name is a token (RFC 9110, section 5.6.2).
  private static func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}

extension [HeaderField] {
  fileprivate func values(named name: String) -> [String] {
    let wanted = name.lowercased()
    return filter { $0.name.lowercased() == wanted }.map(\.value)
  }
}
