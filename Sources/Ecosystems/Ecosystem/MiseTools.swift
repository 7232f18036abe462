import Text

/// Parses the section `tools` of a `mise.toml`.
///
/// Of TOML 1.0 it reads what mise's documentation uses: tables, keys with quotes, and texts inside
/// values. It skips multi-line texts, so that their lines aren't taken for keys.
struct MiseTools {
  /// The delimiter of the multi-line text that the current line is in; nil outside of one.
  private var delimiter: String?
  /// The keys of the current table: `["tools", "node"]`.
  private var table: [String] = []
  /// The tool whose array continues on the next line.
  private var open: String?
  /// The entry of that tool, if a line before has its first version.
  private var openEntry: Int?
  private var entries: [VersionManagerFile.Entry] = []
  private let file: String

  static func entries(in source: SourceText) -> [VersionManagerFile.Entry] {
    var reader = MiseTools(file: source.file)
    for (number, line) in source.numberedLines { reader.read(line, number) }
    return reader.entries
  }

  private init(file: String) {
    self.file = file
  }

  private mutating func read(_ line: Substring, _ number: Int) {
    if let end = delimiter {
      if line.contains(end) { delimiter = nil }
      return
    }
    let text = line.drop { $0.isWhitespace }
    if text.isEmpty || text.hasPrefix("#") { return }
    if let tool = open {
      add(tool, Self.texts(text), number)
      if !text.allSatisfy(Self.outsideQuotes("]")) { (open, openEntry) = (nil, nil) }
      return
    }
    if text.hasPrefix("[") {
      table = Self.keys(text.drop { $0 == "[" }.prefix(while: Self.outsideQuotes("]")))
      return
    }
    let isKey = Self.outsideQuotes("=")
    guard let sign = text.firstIndex(where: { !isKey($0) }) else { return }
    read(Self.keys(text[..<sign]), text[text.index(after: sign)...].drop { $0 == " " }, number)
  }

  private mutating func read(_ keys: [String], _ value: Substring, _ number: Int) {
    for mark in ["\"\"\"", "'''"] where value.hasPrefix(mark) {
      if !value.dropFirst(3).contains(mark) { delimiter = mark }
      return
    }
    let path = table + keys
    guard path.first == "tools", path.count > 1 else { return }
    guard path.count == 2 || path[2] == "version" else { return }
    if value.hasPrefix("[") {
      if value.allSatisfy(Self.outsideQuotes("]")) { open = path[1] }
      return add(path[1], Self.texts(value), number)
    }
    let isTable = value.hasPrefix("{")
    let inner = isTable ? Self.member("version", of: value) : value
    let version = inner.flatMap(Self.firstText)
    add(path[1], [version ?? (isTable ? "" : String(value.prefix { $0 != "#" }))], number)
  }

  /// Adds versions of a tool; those of one whose array began before are further ones.
  private mutating func add(_ tool: String, _ versions: [String], _ number: Int) {
    guard let first = versions.first else { return }
    if let index = openEntry {
      entries[index].further += versions
      return
    }
    let (backend, name) = VersionManagerFile.tool(in: tool)
    var entry = VersionManagerFile.Entry(
      tool: name, from: backend, version: first,
      location: Location(file: file, line: number, column: 1))
    entry.further = Array(versions.dropFirst())
    openEntry = open == nil ? nil : entries.count
    entries.append(entry)
  }

  /// Splits a dotted key: `tools."npm:pnpm"`.
  private static func keys(_ text: Substring) -> [String] {
    var result = [""]
    var quote: Character?
    for character in text {
      switch character {
      case "\"", "'":
        if quote == nil { quote = character } else if quote == character { quote = nil }
      case "." where quote == nil: result.append("")
      case " " where quote == nil, "\t" where quote == nil: break
      default: result[result.count - 1].append(character)
      }
    }
    return result
  }

  /// Returns the versions in a line of an array: `22` and `20` for `["22", {version = "20"}]`; an empty
  /// one for a table without a version.
  private static func texts(_ value: Substring) -> [String] {
    var result: [String] = []
    var rest = value
    while let start = rest.firstIndex(where: { "\"'{#]".contains($0) }) {
      let mark = rest[start]
      guard mark != "#", mark != "]" else { break }
      let inner = rest[rest.index(after: start)...]
      guard let end = inner.firstIndex(of: mark == "{" ? "}" : mark) else { break }
      let isTable = mark == "{"
      let text = isTable ? member("version", of: rest[start..<end]).flatMap(firstText) : nil
      result.append(isTable ? text ?? "" : String(inner[..<end]))
      rest = inner[inner.index(after: end)...]
    }
    return result
  }

  /// Returns the first quoted text of a value: `22` for `"22" # why`.
  private static func firstText(_ value: Substring) -> String? {
    guard let start = value.firstIndex(where: { $0 == "\"" || $0 == "'" || $0 == "#" }),
      value[start] != "#"
    else { return nil }
    let rest = value[value.index(after: start)...]
    return rest.firstIndex(of: value[start]).map { String(rest[..<$0]) }
  }

  /// Returns the value of a key of an inline table, with the rest of the line.
  private static func member(_ key: String, of value: Substring) -> Substring? {
    for part in value.dropFirst().split(separator: ",") {
      guard let sign = part.firstIndex(of: "="), keys(part[..<sign]) == [key] else { continue }
      return part[part.index(after: sign)...]
    }
    return nil
  }

  /// Returns a predicate that is true up to the first `end` outside of quotes.
  private static func outsideQuotes(_ end: Character) -> (Character) -> Bool {
    var quote: Character?
    return { character in
      if quote == nil, character == end { return false }
      if character == "\"" || character == "'" {
        if quote == nil { quote = character } else if quote == character { quote = nil }
      }
      return true
    }
  }
}
