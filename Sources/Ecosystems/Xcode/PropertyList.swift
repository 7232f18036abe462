package import Ecosystem
package import Text

/// An old-style property list, as `project.pbxproj` is written, whose values know their bytes.
///
/// Strings bare or quoted, `( … )`, `{ key = value; }`, `< data >`, comments of both kinds. Nothing
/// is printed anew: edits replace the bytes of single values.
package struct PropertyList: Hashable, Sendable {
  /// A value with its place.
  package struct Node: Hashable, Sendable {
    /// What a value is.
    package enum Content: Hashable, Sendable {
      /// The unescaped text; `isQuoted` says whether an edit must quote the new one.
      case string(String, isQuoted: Bool)
      /// Between round brackets.
      case array([Node])
      /// The entries between braces, in the order of the file; a key may be repeated.
      case dictionary([Entry])
      /// Between angle brackets; not decoded.
      case data
    }

    /// Data is passed over: nothing that martlet reads is written so.
    package var content: Content
    /// The value's bytes in the file, quotes and brackets included.
    package var range: Range<Int>
  }

  /// A key and its value.
  package struct Entry: Hashable, Sendable {
    /// Unquoted and unescaped: `objects`, or an object's 24 hexadecimal digits.
    package var key: String
    /// The value between `=` and `;`.
    package var value: Node
  }

  /// Of a project a dictionary with `objects` and `rootObject`.
  package let root: Node

  /// Reads a whole file.
  ///
  /// - Throws: `Problem` with the place where it is not a property list, is nested deeper than 64 levels, or
  ///   is larger than 32 MiB; refused where it is a property list in XML.
  package init(_ text: SourceText) throws(Problem) {
    var reader = PropertyListReader(text: text)
    root = try reader.readAll()
  }
}

extension PropertyList.Node {
  /// The text of a string.
  package var string: String? {
    if case .string(let text, _) = content { text } else { nil }
  }

  /// The elements of an array.
  package var elements: [PropertyList.Node]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  /// The entries of a dictionary in order.
  package var entries: [PropertyList.Entry]? {
    if case .dictionary(let entries) = content { entries } else { nil }
  }

  /// The value of a key.
  package subscript(key: String) -> PropertyList.Node? {
    entries?.first { $0.key == key }?.value
  }
}

/// Reads one file.
private struct PropertyListReader {
  static let sizeLimit = 32 << 20
  static let depthLimit = 64

  let text: SourceText
  var position = 0
  var depth = 0

  private var bytes: [UInt8] { text.bytes }

  init(text: SourceText) {
    self.text = text
  }

  private func problem(_ message: String, _ kind: Problem.Kind = .failed) -> Problem {
    Problem(kind, message, subject: text.file, at: text.location(at: position))
  }

  mutating func readAll() throws(Problem) -> PropertyList.Node {
    guard bytes.count <= Self.sizeLimit else {
      throw problem("is larger than \(Self.sizeLimit >> 20) MiB", .refused)
    }
    if bytes.starts(with: "<?xml".utf8) {
      throw problem("is a property list in XML, which is not edited", .refused)
    }
    let root = try read()
    try skip()
    guard position == bytes.count else { throw problem("goes on after its end") }
    return root
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func read() throws(Problem) -> PropertyList.Node {
    try skip()
    let start = position
    guard let byte else { throw problem("ends where a value is expected") }
    guard depth < Self.depthLimit else { throw problem("nests too deep", .refused) }
    depth += 1
    defer { depth -= 1 }
    let content: PropertyList.Node.Content
    switch byte {
    case "{": content = .dictionary(try dictionary())
    case "(": content = .array(try array())
    case "<": content = try data()
    default:
      let isQuoted = byte == "\"" || byte == "'"
      content = .string(try string(), isQuoted: isQuoted)
    }
    return PropertyList.Node(content: content, range: start..<position)
  }

  private mutating func skip() throws(Problem) {
    while let byte {
      if byte.isASCIISpace {
        position += 1
      } else if byte == "/", bytes[position...].starts(with: "//".utf8) {
        position = bytes[position...].firstIndex { $0 == 0x0A } ?? bytes.count
      } else if byte == "/", bytes[position...].starts(with: "/*".utf8) {
        try skipComment()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(Problem) {
    var index = position + 2
    while index + 1 < bytes.count, bytes[index] != "*" || bytes[index + 1] != "/" { index += 1 }
    guard index + 1 < bytes.count else { throw problem("has a comment without end") }
    position = index + 2
  }

  private mutating func consume(_ mark: Unicode.Scalar) throws(Problem) -> Bool {
    try skip()
    guard byte == mark else { return false }
    position += 1
    return true
  }

  private mutating func dictionary() throws(Problem) -> [PropertyList.Entry] {
    position += 1
    var entries: [PropertyList.Entry] = []
    while try !consume("}") {
      let key = try string()
      guard try consume("=") else { throw problem("expects `=` here") }
      entries.append(PropertyList.Entry(key: key, value: try read()))
      guard try consume(";") else { throw problem("expects `;` here") }
      try skip()
    }
    return entries
  }

  private mutating func array() throws(Problem) -> [PropertyList.Node] {
    position += 1
    var elements: [PropertyList.Node] = []
    while try !consume(")") {
      elements.append(try read())
      if try !consume(",") {
        guard try consume(")") else { throw problem("expects `,` or `)` here") }
        break
      }
    }
    return elements
  }

  private mutating func data() throws(Problem) -> PropertyList.Node.Content {
    guard let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else {
      throw problem("has data without end")
    }
    position = end + 1
    return .data
  }

  private mutating func string() throws(Problem) -> String {
    guard let quote = byte, quote == "\"" || quote == "'" else { return try bareString() }
    position += 1
    var result: [UInt8] = []
    while let byte, byte != quote {
      position += 1
      guard byte == "\\" else {
        result.append(byte)
        continue
      }
      guard let escaped = self.byte else { break }
      position += 1
      result.append(contentsOf: Self.escapes[escaped] ?? [escaped])
    }
    guard byte == quote.scalar else { throw problem("has a string without end") }
    position += 1
    return String(decoding: result, as: UTF8.self)
  }

  private static let escapes: [UInt8: [UInt8]] = [
    UInt8(ascii: "n"): [0x0A], UInt8(ascii: "t"): [0x09], UInt8(ascii: "r"): [0x0D],
  ]

  private mutating func bareString() throws(Problem) -> String {
    let start = position
    while let byte,
      byte.isASCIILetter || byte.isASCIIDigit || "_$/:.-".utf8.contains(byte) || byte >= 0x80
    {
      if bytes[position...].starts(with: "/*".utf8) || bytes[position...].starts(with: "//".utf8) {
        break
      }
      position += 1
    }
    guard position > start else { throw problem("has a character that must be quoted") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var scalar: Unicode.Scalar { Unicode.Scalar(self) }
}
