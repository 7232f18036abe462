import Ecosystem
import Text

/// A parsed `.gitmodules`, in git's format of configurations.
///
///     [submodule "kit"]
///       path = vendor/kit
///       url = ../kit.git
///       branch = main
struct SubmodulesFile: Sendable {
  private static let limit = 5_000

  /// A section.
  struct Entry: Hashable, Sendable {
    /// From the root of the repository.
    var path: String
    /// As written; nil if the section has none.
    var url: String?
    /// Nil: the default branch.
    var branch: String?
    /// Of the section's header.
    var location: Location
  }

  /// In the file's order.
  let entries: [Entry]

  /// Parses the sections `submodule`; others mean nothing to submodules.
  ///
  /// - Throws: a refusal with the place of what isn't git's format, and of two sections with one path.
  init(_ text: SourceText) throws(Problem) {
    var parser = ConfigurationParser(text)
    var entries: [String: Entry] = [:]
    var order: [String] = []
    for section in try parser.sections() where section.name == "submodule" {
      let key = section.subsection
      if entries[key] == nil { order.append(key) }
      var entry = entries[key] ?? Entry(path: "", url: nil, branch: nil, location: section.location)
      for (name, value) in section.values {
        switch name {
        case "path": entry.path = value
        case "url": entry.url = value
        case "branch": entry.branch = value
        default: break
        }
      }
      entries[key] = entry
    }
    guard order.count <= Self.limit else {
      throw Problem(.refused, "has more than \(Self.limit) submodules", subject: text.file)
    }
    self.entries = order.compactMap { entries[$0] }.filter { !$0.path.isEmpty }
    var seen: Set<String> = []
    for entry in self.entries where !seen.insert(entry.path).inserted {
      throw Problem(
        .refused, "is the path of two submodules", subject: entry.path, at: entry.location)
    }
  }
}

/// A section of a configuration: `[name "subsection"]` with its values.
private struct ConfigurationSection {
  var name: String
  var subsection: String
  var location: Location
  /// Names in lower case; a name without a value has an empty one.
  var values: [(String, String)] = []
}

/// Parses git's format of configurations, see git-config(1), "Syntax".
private struct ConfigurationParser {
  private let text: SourceText
  private var offset = 0

  init(_ text: SourceText) { self.text = text }

  mutating func sections() throws(Problem) -> [ConfigurationSection] {
    var sections: [ConfigurationSection] = []
    while true {
      skip { " \t\r\n".utf8.contains($0) }
      guard let byte = peek else { return sections }
      switch byte {
      case UInt8(ascii: "#"), UInt8(ascii: ";"): skip { $0 != 0x0A }
      case UInt8(ascii: "["): sections.append(try header())
      default:
        guard !sections.isEmpty else { throw unreadable("a value before the first section") }
        let name = word(Self.isName).lowercased()
        guard !name.isEmpty else { throw unreadable("a character that begins no name") }
        skip { $0 == 0x20 || $0 == 0x09 }
        var value = ""
        if peek == UInt8(ascii: "=") {
          offset += 1
          value = try self.value()
        } else {
          guard peek.map({ "\r\n#;".utf8.contains($0) }) ?? true else {
            throw unreadable("a name without '='")
          }
        }
        sections[sections.count - 1].values.append((name, value))
      }
    }
  }

  private var peek: UInt8? { offset < text.bytes.count ? text.bytes[offset] : nil }

  private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
    while let byte = peek, isSkipped(byte) { offset += 1 }
  }

  private mutating func word(_ belongs: (UInt8) -> Bool) -> String {
    let start = offset
    skip(belongs)
    return String(decoding: text.bytes[start..<offset], as: UTF8.self)
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// Parses `[name]`, `[name "subsection"]` or the old form `[name.subsection]`.
  private mutating func header() throws(Problem) -> ConfigurationSection {
    let location = text.location(at: offset)
    offset += 1
    let name = word(Self.isName).split(separator: ".", maxSplits: 1).map { $0.lowercased() }
    var subsection = name.dropFirst().first ?? ""
    skip { $0 == 0x20 || $0 == 0x09 }
    if peek == UInt8(ascii: "\"") { subsection = try quoted() }
    guard let first = name.first, peek == UInt8(ascii: "]") else {
      throw unreadable("a header that isn't [name \"text\"]")
    }
    offset += 1
    return ConfigurationSection(name: first, subsection: subsection, location: location)
  }

  /// Parses a quoted subsection, in which a backslash precedes a quote or a backslash.
  private mutating func quoted() throws(Problem) -> String {
    offset += 1
    var bytes: [UInt8] = []
    while let byte = peek, byte != 0x0A {
      offset += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: bytes, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\"), let next = peek else {
        bytes.append(byte)
        continue
      }
      offset += 1
      bytes.append(next)
    }
    throw unreadable("a text without its closing quote")
  }

  /// Parses a value up to the end of the line or a comment.
  private mutating func value() throws(Problem) -> String {
    skip { $0 == 0x20 || $0 == 0x09 }
    var bytes: [UInt8] = []
    // White space at the end doesn't belong to the value, unless it is quoted.
    var end = 0
    var isQuoted = false
    while let byte = peek, byte != 0x0A || isQuoted {
      guard byte != 0x0A else { break }
      if !isQuoted, byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";") {
        skip { $0 != 0x0A }
        break
      }
      offset += 1
      switch byte {
      case UInt8(ascii: "\""):
        isQuoted.toggle()
        end = bytes.count
      case UInt8(ascii: "\\"):
        if let escaped = try escape() { bytes.append(escaped) }
        end = bytes.count
      default:
        bytes.append(byte)
        if isQuoted || !" \t\r".utf8.contains(byte) { end = bytes.count }
      }
    }
    guard !isQuoted else { throw unreadable("a text without its closing quote") }
    return String(decoding: bytes.prefix(end), as: UTF8.self)
  }

  /// Parses what follows a backslash; nil for a line that goes on in the next one.
  private mutating func escape() throws(Problem) -> UInt8? {
    if peek == 0x0D { offset += 1 }
    guard let byte = peek else { throw unreadable("a backslash at the end") }
    offset += 1
    switch byte {
    case 0x0A: return nil
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return byte
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "b"): return 0x08
    default: throw unreadable("an escape that git doesn't know")
    }
  }

  private func unreadable(_ what: String) -> Problem {
    Problem(
      .refused, "isn't a configuration of git: \(what)", subject: text.file,
      at: text.location(at: min(offset, text.bytes.count)))
  }
}
