import JSON

/// Writes a lock as pnpm's fork of js-yaml does (@zkochan/js-yaml, `lib/dumper.js`).
///
/// Two spaces of indentation, a blank line between the entries of the root and of `importers`,
/// `packages` and `snapshots`, one line for `resolution`, `engines`, `os`, `cpu` and `libc`, single
/// quotes for texts that would be read as another type.
struct LockText {
  private static let singleLineKeys: Set<String> = ["cpu", "engines", "os", "libc"]
  /// The names of JavaScript's own properties: js-yaml looks keys up in an object, which has them, too.
  private static let inheritedKeys: Set<String> = [
    "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString",
    "toString", "valueOf", "__proto__", "__defineGetter__", "__defineSetter__",
    "__lookupGetter__", "__lookupSetter__",
  ]
  private static let spacedKeys: Set<String> = ["packages", "importers", "snapshots"]

  /// The longest line before texts are folded; nil if they never are, as in pnpm 9 and later.
  var width: Int?

  /// Returns the text of an object with a line break at its end.
  func text(_ root: Object) -> String {
    var text = ""
    write(root, level: 0, isCompact: true, isSpaced: true, to: &text)
    return text + "\n"
  }

  /// Writes the members of an object; the first one on the same line if the object is compact.
  private func write(
    _ map: Object, level: Int, isCompact: Bool, isSpaced: Bool, to text: inout String
  ) {
    let line = Self.nextLine(level, isSpaced: isSpaced)
    var isFirst = isCompact
    for member in map.members {
      if !isFirst { text += line }
      isFirst = false
      let key = LockScalar(member.key, isSingleLine: true, isInBlock: true)
        .text(level: level + 1, width: nil)
      let isLong = key.utf8.count > 1024 && key.utf16.count > 1024
      text += isLong ? "? \(key)\(Self.nextLine(level, isSpaced: false)):" : "\(key):"
      write(member.value, level + 1, key: member.key, isCompact: isLong, to: &text)
    }
  }

  /// Writes a value after a key or a dash, with the blank or the line break before it.
  private func write(
    _ value: Value, _ level: Int, key: String?, isCompact: Bool, to text: inout String
  ) {
    switch value {
    case .object(let map) where !map.isEmpty && !Self.isSingleLine(key, map):
      let isSpaced = key.map(Self.spacedKeys.contains) ?? false
      if isCompact { text += " " }
      write(map, level: level, isCompact: isCompact, isSpaced: isSpaced, to: &text)
    case .array(let list) where !list.isEmpty && !(key.map(Self.isSingleLine) ?? false):
      write(list, level, to: &text)
    case .object, .array:
      text += " "
      text += flow(value, level, isSingleLine: value.object != nil)
    case .string(let string):
      text += " "
      text += LockScalar(string, isSingleLine: false, isInBlock: true)
        .text(level: level, width: room(at: level))
    default:
      text += " "
      text += Self.plain(value)
    }
  }

  private func write(_ list: [Value], _ level: Int, to text: inout String) {
    let line = Self.nextLine(level, isSpaced: false)
    for element in list {
      text += line
      text += "-"
      write(element, level + 1, key: nil, isCompact: true, to: &text)
    }
  }

  /// Returns the longest line of a text at a level before it is folded.
  private func room(at level: Int) -> Int? { width.map { max(min($0, 40), $0 - 2 * level) } }

  private func flow(_ value: Value, _ level: Int, isSingleLine: Bool) -> String {
    switch value {
    case .object(let map):
      let members = map.members.map { member in
        let key = scalar(member.key, level, isSingleLine: isSingleLine)
        let mark = key.utf8.count > 1024 && key.utf16.count > 1024 ? "? " : ""
        return mark + key + ": " + flow(member.value, level, isSingleLine: isSingleLine)
      }
      return "{" + members.joined(separator: ", ") + "}"
    case .array(let list):
      return "[" + list.map { flow($0, level, isSingleLine: false) }.joined(separator: ", ") + "]"
    case .string(let text): return scalar(text, level, isSingleLine: isSingleLine)
    default: return Self.plain(value)
    }
  }

  /// Returns a text in a map or list on one line.
  private func scalar(_ text: String, _ level: Int, isSingleLine: Bool) -> String {
    LockScalar(text, isSingleLine: isSingleLine, isInBlock: false)
      .text(level: level, width: isSingleLine ? nil : room(at: level))
  }

  private static func isSingleLine(_ key: String?, _ map: Object) -> Bool {
    guard let key else { return false }
    if isSingleLine(key) { return true }
    return key == "resolution" && !["variations", "binary"].contains(map["type"]?.string)
  }

  private static func isSingleLine(_ key: String) -> Bool {
    singleLineKeys.contains(key) || inheritedKeys.contains(key)
  }

  private static func plain(_ value: Value) -> String {
    switch value {
    case .bool(let flag): flag ? "true" : "false"
    case .number(let number): number
    default: "null"
    }
  }

  private static func nextLine(_ level: Int, isSpaced: Bool) -> String {
    (isSpaced ? "\n\n" : "\n") + String(repeating: "  ", count: level)
  }
}
