import JSON

/// Writes a lock as pnpm's fork of js-yaml does (@zkochan/js-yaml, `lib/dumper.js`).
///
/// Two spaces of indentation, a blank line between the entries of the root and of `importers`,
/// `packages` and `snapshots`, one line for `resolution`, `engines`, `os`, `cpu` and `libc`, single
/// quotes for texts that would be read as another type.
struct LockText {
  private static let singleLineKeys: Set<String> = ["cpu", "engines", "os", "libc"]
  private static let spacedKeys: Set<String> = ["packages", "importers", "snapshots"]

  /// The longest line before texts are folded; nil if they never are, as in pnpm 9 and later.
  var width: Int?

  /// Returns the text of an object with a line break at its end.
  func text(_ root: Object) -> String {
    block(root, level: 0, isCompact: true, isSpaced: true) + "\n"
  }

  private func block(_ map: Object, level: Int, isCompact: Bool, isSpaced: Bool) -> String {
    var result = ""
    for member in map.members {
      if !isCompact || !result.isEmpty { result += Self.nextLine(level, isSpaced: isSpaced) }
      let key = LockScalar(member.key, isSingleLine: true, isInBlock: true)
        .text(level: level + 1, width: nil)
      let isLong = key.utf16.count > 1024
      result += isLong ? "? \(key)\(Self.nextLine(level, isSpaced: false))" : key
      let value = value(member.value, level + 1, key: member.key, isCompact: isLong)
      result += value.hasPrefix("\n") ? ":" + value : ": " + value
    }
    return result
  }

  private func value(_ value: Value, _ level: Int, key: String?, isCompact: Bool) -> String {
    switch value {
    case .object(let map):
      if map.isEmpty || Self.isSingleLine(key, map) { return flow(value, isSingleLine: true) }
      let isSpaced = key.map(Self.spacedKeys.contains) ?? false
      return block(map, level: level, isCompact: isCompact, isSpaced: isSpaced)
    case .array(let list):
      let isSingleLine = key.map(Self.singleLineKeys.contains) ?? false
      if list.isEmpty || isSingleLine { return flow(value, isSingleLine: false) }
      return self.list(list, level)
    case .string(let text):
      let room = width.map { max(min($0, 40), $0 - 2 * level) }
      return LockScalar(text, isSingleLine: false, isInBlock: true).text(level: level, width: room)
    default: return Self.plain(value)
    }
  }

  private func list(_ list: [Value], _ level: Int) -> String {
    var result = ""
    for element in list {
      result += Self.nextLine(level, isSpaced: false)
      result += "- " + value(element, level + 1, key: nil, isCompact: true)
    }
    return result
  }

  private func flow(_ value: Value, isSingleLine: Bool) -> String {
    switch value {
    case .object(let map):
      let members = map.members.map { member in
        let key = LockScalar(member.key, isSingleLine: isSingleLine, isInBlock: false)
          .text(level: 1, width: nil)
        return key + ": " + flow(member.value, isSingleLine: isSingleLine)
      }
      return "{" + members.joined(separator: ", ") + "}"
    case .array(let list):
      return "[" + list.map { flow($0, isSingleLine: false) }.joined(separator: ", ") + "]"
    case .string(let text):
      return LockScalar(text, isSingleLine: isSingleLine, isInBlock: false)
        .text(level: 1, width: nil)
    default: return Self.plain(value)
    }
  }

  private static func isSingleLine(_ key: String?, _ map: Object) -> Bool {
    guard let key else { return false }
    if singleLineKeys.contains(key) { return true }
    return key == "resolution" && !["variations", "binary"].contains(map["type"]?.string)
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
