import JSON

extension BunLock {
  /// The bytes that Bun writes for the lock.
  var bytes: [UInt8] {
    var writer = LockWriter()
    writer.write(self)
    return writer.text
  }
}

/// Writes a lock in Bun's form: two blanks a level, and a comma after each last element but in the
/// tuples of packages and their objects.
struct LockWriter {
  private(set) var text: [UInt8] = []
  private var level = 0

  mutating func write(_ lock: BunLock) {
    text = Array("{\n".utf8)
    level = 1
    line("\"lockfileVersion\": \(lock.version),")
    if let config = lock.config { line("\"configVersion\": \(config),") }
    block("\"workspaces\": {", "},") { writer in
      for workspace in lock.workspaces { writer.write(workspace) }
    }
    writeRules(lock)
    writePackages(lock.packages)
    text += "}\n".utf8
  }

  private mutating func writeRules(_ lock: BunLock) {
    if let trusted = lock.trusted { list("trustedDependencies", trusted, whenEmpty: true) }
    members("patchedDependencies", lock.patches)
    if !lock.overrides.isEmpty {
      block("\"overrides\": {", "},") { writer in
        for rule in lock.overrides.members { writer.write(rule: rule) }
      }
    }
    members("catalog", lock.catalog)
    if !lock.catalogs.isEmpty {
      block("\"catalogs\": {", "},") { writer in
        for catalog in lock.catalogs {
          writer.members(catalog.name, catalog.entries, whenEmpty: true)
        }
      }
    }
    guard !lock.extensions.isEmpty else { return }
    block("\"packageExtensions\": {", "},") { writer in
      for added in lock.extensions { writer.write(added) }
    }
  }

  private mutating func write(_ added: BunLock.Extension) {
    var object = Object()
    if !added.dependencies.isEmpty {
      object["dependencies"] = .array(added.dependencies.map(Value.string))
    }
    if !added.peers.isEmpty {
      object["peerDependencies"] = .array(added.peers.map(Value.string))
    }
    line("\(Self.quoted(added.package)): \(Self.inline(.object(object))),")
  }

  private mutating func write(rule: Object.Entry) {
    guard let nested = rule.value.object else {
      line("\(Self.quoted(rule.key)): \(Self.inline(rule.value)),")
      return
    }
    block("\(Self.quoted(rule.key)): {", "},") { writer in
      for member in nested.members { writer.write(rule: member) }
    }
  }

  private mutating func write(_ workspace: LockedWorkspace) {
    let start = Self.quoted(workspace.path)
    if workspace.isEmpty {
      line("\(start): {},")
      return
    }
    block("\(start): {", "},") { writer in
      if let name = workspace.name { writer.line("\"name\": \(Self.quoted(name)),") }
      if let version = workspace.version {
        writer.line("\"version\": \(Self.quoted(version)),")
      }
      writer.write(bin: workspace)
      for section in Section.allCases {
        writer.members(section.rawValue, workspace.sections[section] ?? [])
      }
      writer.list("optionalPeers", workspace.optionalPeers)
    }
  }

  private mutating func write(bin workspace: LockedWorkspace) {
    if let folder = workspace.binFolder { line("\"binDir\": \(Self.quoted(folder)),") }
    guard let bin = workspace.bin else { return }
    guard let names = bin.object else {
      line("\"bin\": \(Self.inline(bin)),")
      return
    }
    block("\"bin\": {", "},") { writer in
      for name in names.members {
        writer.line("\(Self.quoted(name.key)): \(Self.inline(name.value)),")
      }
    }
  }

  private mutating func writePackages(_ slots: [LockedSlot]) {
    if slots.isEmpty {
      line("\"packages\": {}")
      return
    }
    block("\"packages\": {", "}") { writer in
      for (index, slot) in slots.enumerated() {
        if index > 0 { writer.text += "\n".utf8 }
        writer.write(slot)
      }
    }
  }

  private mutating func write(_ slot: LockedSlot) {
    indent()
    quote(slot.path)
    text += ": [".utf8
    quote(slot.package)
    if let address = slot.address {
      text += ", ".utf8
      quote(address)
    }
    if let info = slot.info {
      text += ", ".utf8
      write(inline: info)
    }
    for digest in slot.digests {
      text += ", ".utf8
      quote(digest)
    }
    text += "],\n".utf8
  }
}

extension LockWriter {
  private mutating func line(_ content: String) {
    indent()
    text += content.utf8
    text += "\n".utf8
  }

  private mutating func indent() {
    text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
  }

  private mutating func quote(_ content: String) {
    if Self.needsEscape(content) {
      text += Self.quoted(content).utf8
    } else {
      text.append(UInt8(ascii: "\""))
      text += content.utf8
      text.append(UInt8(ascii: "\""))
    }
  }

  private mutating func block(
    _ start: String, _ end: String, _ content: (inout LockWriter) -> Void
  ) {
    line(start)
    level += 1
    content(&self)
    level -= 1
    line(end)
  }

  private mutating func members(
    _ name: String, _ entries: [BunLock.Named], whenEmpty: Bool = false
  ) {
    guard !entries.isEmpty else {
      if whenEmpty { line("\(Self.quoted(name)): {},") }
      return
    }
    block("\(Self.quoted(name)): {", "},") { writer in
      for entry in entries {
        writer.line("\(Self.quoted(entry.name)): \(Self.quoted(entry.text)),")
      }
    }
  }

  private mutating func list(_ name: String, _ entries: [String], whenEmpty: Bool = false) {
    guard !entries.isEmpty else {
      if whenEmpty { line("\"\(name)\": [],") }
      return
    }
    block("\"\(name)\": [", "],") { writer in
      for entry in entries { writer.line("\(Self.quoted(entry)),") }
    }
  }

  /// Returns a value in one line.
  private static func inline(_ value: Value) -> String {
    var writer = LockWriter()
    writer.write(inline: value)
    return String(decoding: writer.text, as: UTF8.self)
  }

  /// Writes a value in one line; lists of platforms have blanks inside and a comma at the end.
  private mutating func write(inline value: Value, isPlatform: Bool = false) {
    switch value {
    case .string(let content): quote(content)
    case .bool(let flag): text += (flag ? "true" : "false").utf8
    case .number(let digits): text += digits.utf8
    case .null: text += "null".utf8
    case .array(let elements):
      text += (isPlatform ? "[ " : "[").utf8
      for (index, element) in elements.enumerated() {
        if index > 0, !isPlatform { text += ", ".utf8 }
        write(inline: element)
        if isPlatform { text += ", ".utf8 }
      }
      text += "]".utf8
    case .object(let object): write(inline: object)
    }
  }

  private mutating func write(inline object: Object) {
    if object.isEmpty { return text += "{}".utf8 }
    text += "{ ".utf8
    for (index, member) in object.members.enumerated() {
      if index > 0 { text += ", ".utf8 }
      quote(member.key)
      text += ": ".utf8
      write(inline: member.value, isPlatform: member.key == "os" || member.key == "cpu")
    }
    text += " }".utf8
  }

  /// Writes a string with JSON's escapes; characters outside ASCII stay, but for U+2028 and U+2029.
  static func quoted(_ text: String) -> String {
    if !needsEscape(text) { return "\"\(text)\"" }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{8}": result += "\\b"
      case "\u{C}": result += "\\f"
      case "\u{2028}": result += "\\u2028"
      case "\u{2029}": result += "\\u2029"
      case "\u{0}"..<" ": result += "\\u00" + hexadecimal(scalar.value)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func needsEscape(_ text: String) -> Bool {
    text.utf8.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 == 0xE2 }
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return digits.count < 2 ? "0" + digits : digits
  }
}
