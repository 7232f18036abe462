import Ecosystem
import SwiftSources
import Text

/// Reads the elements of a small XML file one after the other.
///
/// It knows what Xcode writes: elements, attributes, comments and character data. A document type
/// is refused, and so is an entity other than the five that XML defines and numeric references.
/// The reader fetches no external entities and is linear in the size of the file.
struct XMLReader {
  /// A tag of the file.
  enum Event: Hashable {
    case start(name: String, attributes: [String: String], offset: Int)
    case end(name: String)
  }

  static let sizeLimit = 4 << 20
  static let depthLimit = 64

  private let text: SourceText
  private let bytes: [UInt8]
  private var position = 0
  private var open: [String] = []
  private var events: [Event] = []
  private var hasRoot = false

  /// Returns the tags of a file in order, with an end for every start.
  ///
  /// - Throws: `Problem` with the place if the file is not well formed, uses a construct that is
  ///   not read, is larger than 4 MiB, or nests deeper than 64 levels.
  static func events(of text: SourceText) throws(Problem) -> [Event] {
    var reader = XMLReader(text: text)
    try reader.readAll()
    return reader.events
  }

  private init(text: SourceText) {
    self.text = text
    bytes = text.bytes
  }

  private func problem(
    _ message: String, _ kind: Problem.Kind = .failed, at offset: Int? = nil
  ) -> Problem {
    Problem(kind, message, subject: text.file, at: text.location(at: offset ?? position))
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func starts(with mark: String) -> Bool { bytes[position...].starts(with: mark.utf8) }

  private mutating func readAll() throws(Problem) {
    guard bytes.count <= Self.sizeLimit else {
      throw problem("is larger than \(Self.sizeLimit >> 20) MiB", .refused)
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw problem("is not in UTF-8", .refused)
    }
    if starts(with: "\u{FEFF}") { position += 3 }
    if starts(with: "<?xml") { try readDeclaration() }
    while let byte {
      if byte == "<" {
        try readMarkup()
      } else {
        try readText()
      }
    }
    guard open.isEmpty else { throw problem("ends inside the element <\(open[open.count - 1])>") }
    guard hasRoot else { throw problem("has no root element") }
  }

  /// Checks that the declaration names no other encoding.
  private mutating func readDeclaration() throws(Problem) {
    let start = position
    position += 5
    let attributes = try readAttributes()
    try expect("?>")
    if let encoding = attributes["encoding"], encoding.lowercased() != "utf-8" {
      throw problem("is in the encoding \(encoding)", .refused, at: start)
    }
  }

  private mutating func readMarkup() throws(Problem) {
    if starts(with: "<!--") {
      try skip("<!--", to: "-->", "a comment")
    } else if starts(with: "<![CDATA[") {
      guard !open.isEmpty else { throw problem("has text outside the root element") }
      try skip("<![CDATA[", to: "]]>", "a CDATA section")
    } else if starts(with: "<!") {
      throw problem("has a document type or another declaration, which is not read", .refused)
    } else if starts(with: "<?") {
      try skip("<?", to: "?>", "a processing instruction")
    } else if starts(with: "</") {
      try readEnd()
    } else {
      try readStart()
    }
  }

  private mutating func skip(_ start: String, to end: String, _ what: String) throws(Problem) {
    let first = position
    position += start.utf8.count
    while position < bytes.count {
      if starts(with: end) {
        position += end.utf8.count
        return
      }
      position += 1
    }
    throw problem("has \(what) without an end", at: first)
  }

  private mutating func readStart() throws(Problem) {
    let start = position
    position += 1
    let name = try readName()
    let attributes = try readAttributes()
    guard !open.isEmpty || !hasRoot else { throw problem("has a second root element", at: start) }
    hasRoot = true
    events.append(.start(name: name, attributes: attributes, offset: start))
    if starts(with: "/>") {
      position += 2
      events.append(.end(name: name))
      return
    }
    try expect(">")
    guard open.count < Self.depthLimit else {
      throw problem("nests elements too deep", .refused, at: start)
    }
    open.append(name)
  }

  private mutating func readEnd() throws(Problem) {
    let start = position
    position += 2
    let name = try readName()
    skipSpace()
    try expect(">")
    guard open.popLast() == name else {
      throw problem("ends the element <\(name)>, which is not open", at: start)
    }
    events.append(.end(name: name))
  }

  private mutating func readAttributes() throws(Problem) -> [String: String] {
    var result: [String: String] = [:]
    while true {
      let isSeparate = skipSpace()
      guard let byte, byte != ">", byte != "/", byte != "?" else { return result }
      guard isSeparate else { throw problem("expects white space before an attribute") }
      let start = position
      let name = try readName()
      skipSpace()
      try expect("=")
      skipSpace()
      guard result.updateValue(try readValue(), forKey: name) == nil else {
        throw problem("has the attribute `\(name)` twice", at: start)
      }
    }
  }

  private mutating func readName() throws(Problem) -> String {
    let start = position
    while let byte,
      byte.isASCIILetter || byte.isASCIIDigit || "_:-.".utf8.contains(byte) || byte >= 0x80
    {
      position += 1
    }
    guard start < position, !bytes[start].isASCIIDigit, bytes[start] != "-", bytes[start] != "."
    else {
      throw problem("expects a name here", at: start)
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func readValue() throws(Problem) -> String {
    guard let quote = byte, quote == "\"" || quote == "'" else {
      throw problem("expects a quoted value here")
    }
    let start = position
    position += 1
    var value: [UInt8] = []
    while let byte = self.byte, byte != Unicode.Scalar(quote) {
      switch byte {
      case "<": throw problem("has `<` inside an attribute")
      case "&": value += try readReference()
      default:
        // White space in an attribute counts as a space (XML 1.0, section 3.3.3).
        value.append(byte.isASCIISpace ? 0x20 : byte)
        position += 1
      }
    }
    guard byte != nil else { throw problem("has an attribute without an end", at: start) }
    position += 1
    return String(decoding: value, as: UTF8.self)
  }

  private static let entities: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]

  /// Reads `&name;`, `&#10;` or `&#xA;`, once; the result is not decoded again.
  private mutating func readReference() throws(Problem) -> [UInt8] {
    let start = position
    let rest = bytes[(position + 1)...].prefix(12)
    guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else {
      throw problem("has `&` without an entity")
    }
    let name = String(decoding: rest[..<end], as: UTF8.self)
    position = end + 1
    if let text = Self.entities[name] { return Array(text.utf8) }
    guard name.hasPrefix("#") else {
      throw problem("uses the entity `&\(name);`, which is not known", .refused, at: start)
    }
    let isHexadecimal = name.hasPrefix("#x")
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    guard digits.allSatisfy({ $0.isHexDigit }),
      let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), number > 0,
      let scalar = Unicode.Scalar(number)
    else { throw problem("has the reference `&\(name);`, which is not a character", at: start) }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func readText() throws(Problem) {
    while let byte, byte != "<" {
      if byte == "&" {
        guard !open.isEmpty else { throw problem("has text outside the root element") }
        _ = try readReference()
        continue
      }
      guard byte.isASCIISpace || !open.isEmpty else {
        throw problem("has text outside the root element")
      }
      position += 1
    }
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = position
    while let byte, byte.isASCIISpace { position += 1 }
    return position > start
  }

  private mutating func expect(_ mark: String) throws(Problem) {
    guard starts(with: mark) else { throw problem("expects `\(mark)` here") }
    position += mark.utf8.count
  }
}
