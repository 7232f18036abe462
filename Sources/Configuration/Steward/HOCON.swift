import JSON
import Text

/// Reads the part of HOCON that configurations of Scala Steward have.
///
/// That is objects, lists, texts with and without quotes, keys with dots, and comments. Substitutions
/// such as `${x}` and `include` need other files or the environment, and are refused.
///
///     pullRequests.frequency = "7 days"   // a comment
struct HOCON {
  /// Why a text isn't read, with the place.
  struct Failure: Error {
    var message: String
    var location: Location
  }

  private let source: SourceText
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  private static let deepest = 32

  private init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
  }

  /// Parses a file.
  ///
  /// - Returns: an object; a later value of a key replaces an earlier one, and objects are combined.
  static func parse(_ source: SourceText) throws(Failure) -> JSON5Node {
    var parser = HOCON(source)
    parser.skipBreaks()
    let hasBraces = parser.next == UInt8(ascii: "{")
    if hasBraces { parser.position += 1 }
    let root = try parser.object(until: hasBraces ? UInt8(ascii: "}") : nil)
    parser.skipBreaks()
    guard parser.next == nil else { throw parser.error("expected the end of the file") }
    return root
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }
  private var location: Location { source.location(at: min(position, bytes.count)) }

  private func error(_ message: String) -> Failure {
    Failure(message: message, location: location)
  }

  private mutating func object(until end: UInt8?) throws(Failure) -> JSON5Node {
    let start = location
    var root = JSON5Node(.object([]), at: start)
    depth += 1
    guard depth <= Self.deepest else { throw error("has more than \(Self.deepest) levels") }
    while true {
      skipBreaks()
      guard let byte = next, byte != end else { break }
      let (path, origin) = try key()
      skipSpaces()
      let value = try fieldValue()
      root = root.setting(path[...], to: value, at: origin)
      skipSpaces()
      guard next == nil || next == end || isBreak(next) || next == UInt8(ascii: "#") else {
        throw error("expected a comma or a new line")
      }
    }
    if let end {
      guard next == end else { throw error("expected '\(Character(Unicode.Scalar(end)))'") }
      position += 1
    }
    depth -= 1
    return root
  }

  private mutating func fieldValue() throws(Failure) -> JSON5Node {
    switch next {
    case UInt8(ascii: "{"): return try value()
    case UInt8(ascii: "="), UInt8(ascii: ":"):
      position += 1
      skipBreaks(commas: false)
      return try value()
    default: throw error("expected '=' or ':'")
    }
  }

  /// A key such as `a.b."c.d"`.
  private mutating func key() throws(Failure) -> ([String], Location) {
    let origin = location
    var path: [String] = []
    repeat {
      if !path.isEmpty { position += 1 }
      skipSpaces()
      if next == UInt8(ascii: "\"") {
        path.append(try quoted())
      } else {
        let start = position
        while let byte = next, byte.isKeyPart { position += 1 }
        path.append(String(decoding: bytes[start..<position], as: UTF8.self))
      }
      guard let last = path.last, !last.isEmpty else { throw error("expected a key") }
      guard path != ["include"] else { throw error("'include' isn't read") }
      skipSpaces()
    } while next == UInt8(ascii: ".")
    return (path, origin)
  }

  private mutating func value() throws(Failure) -> JSON5Node {
    let origin = location
    switch next {
    case UInt8(ascii: "{"):
      position += 1
      return try object(until: UInt8(ascii: "}"))
    case UInt8(ascii: "["):
      position += 1
      return try list(origin)
    case UInt8(ascii: "\""):
      let text = try quoted()
      skipSpaces()
      guard next == nil || isEndOfValue(next) else { throw error("texts in a row aren't read") }
      return JSON5Node(.string(text), at: origin)
    default: return try plain(origin)
    }
  }

  private mutating func list(_ origin: Location) throws(Failure) -> JSON5Node {
    depth += 1
    guard depth <= Self.deepest else { throw error("has more than \(Self.deepest) levels") }
    var elements: [JSON5Node] = []
    skipBreaks()
    while let byte = next, byte != UInt8(ascii: "]") {
      elements.append(try value())
      skipBreaks()
    }
    guard next != nil else { throw error("expected ']'") }
    position += 1
    depth -= 1
    return JSON5Node(.array(elements), at: origin)
  }

  /// A text between quotes, or between three of them.
  private mutating func quoted() throws(Failure) -> String {
    let three = Array("\"\"\"".utf8)
    if bytes[position...].starts(with: three) {
      position += 3
      let start = position
      while position < bytes.count, !bytes[position...].starts(with: three) { position += 1 }
      guard position < bytes.count else { throw error("the text doesn't end") }
      position += 3
      return String(decoding: bytes[start..<(position - 3)], as: UTF8.self)
    }
    position += 1
    var text: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte != UInt8(ascii: "\n") else { throw error("the text doesn't end on its line") }
      position += 1
      text += byte == UInt8(ascii: "\\") ? try escape() : [byte]
    }
    guard next != nil else { throw error("the text doesn't end") }
    position += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func escape() throws(Failure) -> [UInt8] {
    guard let byte = next else { throw error("the text doesn't end") }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return [UInt8(ascii: "\n")]
    case UInt8(ascii: "t"): return [UInt8(ascii: "\t")]
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    default: throw error("an escape that isn't read")
    }
  }

  /// A text without quotes, up to the end of the line, a comma or a bracket.
  private mutating func plain(_ origin: Location) throws(Failure) -> JSON5Node {
    let start = position
    while let byte = next, !isEndOfValue(byte) {
      guard byte != UInt8(ascii: "$"), byte != UInt8(ascii: "\"") else {
        throw error("substitutions and texts in a row aren't read")
      }
      position += 1
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self).trimmed
    guard !text.isEmpty else { throw error("expected a value") }
    switch text {
    case "true": return JSON5Node(.bool(true), at: origin)
    case "false": return JSON5Node(.bool(false), at: origin)
    case "null": return JSON5Node(.null, at: origin)
    default: return JSON5Node(.string(text), at: origin)
    }
  }

  private func isEndOfValue(_ byte: UInt8?) -> Bool {
    guard let byte else { return true }
    return isBreak(byte) || "}]#".utf8.contains(byte)
      || byte == UInt8(ascii: "/") && bytes[position...].starts(with: "//".utf8)
  }

  private func isBreak(_ byte: UInt8?) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: ",")
  }

  private mutating func skipSpaces() {
    while next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") { position += 1 }
    let isComment = next == UInt8(ascii: "#") || bytes[position...].starts(with: "//".utf8)
    guard isComment else { return }
    while let byte = next, byte != UInt8(ascii: "\n") { position += 1 }
  }

  private mutating func skipBreaks(commas: Bool = true) {
    skipSpaces()
    while isBreak(next), commas || next != UInt8(ascii: ",") {
      position += 1
      skipSpaces()
    }
  }
}

extension UInt8 {
  fileprivate var isKeyPart: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || "-_".utf8.contains(self)
  }
}

extension JSON5Node {
  /// Sets the value at a path; objects are combined.
  fileprivate func setting(
    _ path: ArraySlice<String>, to value: JSON5Node, at origin: Location
  ) -> JSON5Node {
    guard let name = path.first else {
      guard members != nil, let added = value.members else { return value }
      return added.reduce(self) { $0.setting([$1.name], to: $1.value, at: $1.location) }
    }
    var all = members ?? []
    let index = all.firstIndex { $0.name == name }
    let former = index.map { all[$0].value } ?? JSON5Node(.object([]), at: origin)
    let member = Member(
      name: name, location: origin, value: former.setting(path.dropFirst(), to: value, at: origin))
    if let index { all[index] = member } else { all.append(member) }
    return JSON5Node(.object(all), at: location)
  }
}
