/// The head of a request, checked for whatever two programs could read in two ways.
///
/// A proxy that finds another end of the request than this server does lets a second request pass
/// unseen (request smuggling). So nothing ambiguous is read: it is answered 400, and the connection
/// is closed.
struct RequestHead {
  let body: AnnouncedBody

  /// Checks a head; nil if it is ambiguous or malformed.
  ///
  /// - Parameters:
  ///   - target: as it was sent.
  ///   - version: the last word of the first line, such as `HTTP/1.1`.
  ///   - headers: all fields, repeated ones too.
  init?(target: String, version: String, headers: [HeaderField]) {
    // A control byte or a space in the target ends it for some programs.
    guard !target.isEmpty, target.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      headers.allSatisfy({ Self.isToken($0.name) }),
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
    // A number that does not fit is larger than every limit.
    let length = Int(text) ?? .max
    return length == 0 ? AnnouncedBody.none : .length(length)
  }

  /// Whether a field's name consists of the characters that RFC 9110 allows.
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
