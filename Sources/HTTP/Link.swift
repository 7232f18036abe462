/// A link in a `Link` header with its relations (RFC 8288).
package struct Link: Hashable, Sendable, CustomStringConvertible {
  /// The URI reference between the angle brackets.
  package var target: String
  /// In lowercase; of several `rel` parameters only the first counts.
  package var relations: [String]

  /// Creates a link.
  package init(target: String, relations: [String]) {
    self.target = target
    self.relations = relations
  }

  /// The header's format.
  package var description: String { "<\(target)>; rel=\"\(relations.joined(separator: " "))\"" }

  /// Parses a header's value up to the first syntax error.
  package static func parse(_ value: String) -> [Link] {
    var scanner = LinkScanner(value)
    var links: [Link] = []
    while let link = scanner.next() { links.append(link) }
    return links
  }
}

/// Scans the value of a `Link` header by bytes.
private struct LinkScanner {
  private var rest: ArraySlice<UInt8>

  init(_ value: String) {
    rest = Array(value.utf8)[...]
  }

  mutating func next() -> Link? {
    skip { $0 == 32 || $0 == 9 || $0 == UInt8(ascii: ",") }
    guard consume("<"), let target = text(upTo: ">"), consume(">") else { return nil }
    var relations: [String]?
    while skipBlanks(), consume(";") {
      guard let (name, value) = parameter() else { return nil }
      if name == "rel" && relations == nil {
        relations = value.lowercased().split(separator: " ").map(String.init)
      }
    }
    return Link(target: target, relations: relations ?? [])
  }

  private mutating func parameter() -> (String, String)? {
    _ = skipBlanks()
    let name = token()
    _ = skipBlanks()
    guard consume("=") else { return (name.lowercased(), "") }
    _ = skipBlanks()
    guard consume("\"") else { return (name.lowercased(), token()) }
    guard let value = quoted() else { return nil }
    return (name.lowercased(), value)
  }

  private mutating func token() -> String {
    let end = rest.firstIndex { ";,= \t".utf8.contains($0) } ?? rest.endIndex
    defer { rest = rest[end...] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  /// Parses the rest of a quoted string; a backslash escapes the next byte.
  private mutating func quoted() -> String? {
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return String(decoding: bytes, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        if let escaped = rest.popFirst() { bytes.append(escaped) }
      } else {
        bytes.append(byte)
      }
    }
    return nil
  }

  private mutating func text(upTo end: Unicode.Scalar) -> String? {
    guard let index = rest.firstIndex(of: UInt8(ascii: end)) else { return nil }
    defer { rest = rest[index...] }
    return String(decoding: rest[..<index], as: UTF8.self)
  }

  private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: scalar) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skip(while matches: (UInt8) -> Bool) {
    rest = rest.drop(while: matches)
  }

  private mutating func skipBlanks() -> Bool {
    skip { $0 == 32 || $0 == 9 }
    return true
  }
}
