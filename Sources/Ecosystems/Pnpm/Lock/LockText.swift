import JSON
import Text

/// Writes a lock as pnpm's fork of js-yaml does (@zkochan/js-yaml, `lib/dumper.js`).
///
/// Two spaces of indentation, a blank line between the entries of the root and of `importers`,
/// `packages` and `snapshots`, one line for `resolution`, `engines`, `os`, `cpu` and `libc`, single
/// quotes for texts that would be read as another type.
struct LockText {
  /// The names of JavaScript's own properties: js-yaml looks keys up in an object, which has them, too.
  private static let inheritedKeys: Set<String> = [
    "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString",
    "toString", "valueOf", "__proto__", "__defineGetter__", "__defineSetter__",
    "__lookupGetter__", "__lookupSetter__",
  ]

  /// The longest line before texts are folded; nil if they never are, as in pnpm 9 and later.
  var width: Int?

  /// Returns the bytes of an object with a line break at its end.
  func bytes(_ root: Object) -> [UInt8] {
    var text: [UInt8] = []
    write(root, level: 0, isCompact: true, isSpaced: true, to: &text)
    text += "\n"
    return text
  }

  /// Writes the members of an object; the first one on the same line if the object is compact.
  private func write(
    _ map: Object, level: Int, isCompact: Bool, isSpaced: Bool, to text: inout [UInt8]
  ) {
    var isFirst = isCompact
    for member in map.members {
      if !isFirst { Self.startLine(level, isSpaced: isSpaced, in: &text) }
      isFirst = false
      let key = text.count
      LockScalar(member.key, isSingleLine: true, isInBlock: true)
        .write(level: level + 1, width: nil, to: &text)
      let isLong = Self.isLong(text[key...])
      if isLong {
        text.insert(contentsOf: "? ".utf8, at: key)
        Self.startLine(level, isSpaced: false, in: &text)
      }
      text += ":"
      write(member.value, level + 1, key: member.key, isCompact: isLong, to: &text)
    }
  }

  /// Whether a key with its quotes has more than 1024 UTF-16 units.
  private static func isLong(_ key: ArraySlice<UInt8>) -> Bool {
    key.count > 1024 && String(decoding: key, as: UTF8.self).utf16.count > 1024
  }

  /// Writes a value after a key or a dash, with the blank or the line break before it.
  private func write(
    _ value: Value, _ level: Int, key: String?, isCompact: Bool, to text: inout [UInt8]
  ) {
    switch value {
    case .object(let map) where !map.isEmpty && !Self.isSingleLine(key, map):
      let isSpaced = key.map(Self.isSpaced) ?? false
      if isCompact { text += " " }
      write(map, level: level, isCompact: isCompact, isSpaced: isSpaced, to: &text)
    case .array(let list) where !list.isEmpty && !(key.map(Self.isOfOneLine) ?? false):
      write(list, level, to: &text)
    case .object, .array:
      text += " "
      flow(value, level, isSingleLine: value.object != nil, to: &text)
    case .string(let string):
      text += " "
      LockScalar(string, isSingleLine: false, isInBlock: true)
        .write(level: level, width: room(at: level), to: &text)
    default:
      text += " "
      text += Self.plain(value)
    }
  }

  private func write(_ list: [Value], _ level: Int, to text: inout [UInt8]) {
    for element in list {
      Self.startLine(level, isSpaced: false, in: &text)
      text += "-"
      write(element, level + 1, key: nil, isCompact: true, to: &text)
    }
  }

  /// Returns the longest line of a text at a level before it is folded.
  private func room(at level: Int) -> Int? { width.map { max(min($0, 40), $0 - 2 * level) } }

  private func flow(_ value: Value, _ level: Int, isSingleLine: Bool, to text: inout [UInt8]) {
    switch value {
    case .object(let map):
      text += "{"
      for (index, member) in map.members.enumerated() {
        if index > 0 { text += ", " }
        let key = text.count
        write(scalar: member.key, level, isSingleLine: isSingleLine, to: &text)
        if Self.isLong(text[key...]) { text.insert(contentsOf: "? ".utf8, at: key) }
        text += ": "
        flow(member.value, level, isSingleLine: isSingleLine, to: &text)
      }
      text += "}"
    case .array(let list):
      text += "["
      for (index, element) in list.enumerated() {
        if index > 0 { text += ", " }
        flow(element, level, isSingleLine: false, to: &text)
      }
      text += "]"
    case .string(let string):
      write(scalar: string, level, isSingleLine: isSingleLine, to: &text)
    default: text += Self.plain(value)
    }
  }

  /// Writes a text in a map or list on one line.
  private func write(
    scalar: String, _ level: Int, isSingleLine: Bool, to text: inout [UInt8]
  ) {
    LockScalar(scalar, isSingleLine: isSingleLine, isInBlock: false)
      .write(level: level, width: isSingleLine ? nil : room(at: level), to: &text)
  }

  private static func isSingleLine(_ key: String?, _ map: Object) -> Bool {
    guard let key else { return false }
    if isOfOneLine(key) { return true }
    return key == "resolution" && !["variations", "binary"].contains(map["type"]?.string)
  }

  private static func isOfOneLine(_ key: String) -> Bool {
    switch key {
    case "cpu", "engines", "os", "libc": true
    default: inheritedKeys.contains(key)
    }
  }

  private static func isSpaced(_ key: String) -> Bool {
    key == "packages" || key == "importers" || key == "snapshots"
  }

  private static func plain(_ value: Value) -> String {
    switch value {
    case .bool(let flag): flag ? "true" : "false"
    case .number(let number): number
    default: "null"
    }
  }

  private static func startLine(_ level: Int, isSpaced: Bool, in text: inout [UInt8]) {
    text += isSpaced ? "\n\n" : "\n"
    text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
  }
}
