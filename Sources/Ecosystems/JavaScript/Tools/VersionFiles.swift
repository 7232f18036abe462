import Ecosystem
import Text

/// The tools that the files of version managers in one folder state.
struct VersionFiles {
  /// Major versions of Node's LTS lines, whose names `.nvmrc` may contain.
  ///
  /// The newest is Krypton, Node 24 (nodejs/Release, schedule.json). A name that isn't listed states no
  /// version.
  private static let lines = [
    "argon": "4", "boron": "6", "carbon": "8", "dubnium": "10", "erbium": "12", "fermium": "14",
    "gallium": "16", "hydrogen": "18", "iron": "20", "jod": "22", "krypton": "24",
  ]
  /// Names of Node's newest LTS line and of its newest line, which mean other versions later.
  ///
  /// They state that line or a newer one.
  private static let moving = [
    "lts/*": ">=24", "lts": ">=24", "node": ">=26", "current": ">=26", "latest": ">=26",
    "stable": ">=26",
  ]
  private static let plainFiles = [".nvmrc", ".node-version", ".bun-version"]

  /// The paths of all files that a folder can have.
  static func paths(in folder: String) -> [String] {
    (plainFiles + VersionManagerFile.paths).map { Paths.join(folder, $0) }
  }

  /// Returns the tools of a file.
  static func statements(in source: SourceText) -> [ToolStatement] {
    if plainFiles.contains(Paths.basename("/" + source.file)) { return plain(source) }
    return VersionManagerFile.entries(in: source).compactMap { entry in
      guard !entry.version.isEmpty else { return nil }
      return Tool(named: entry.tool).map { statement($0, entry.version, at: entry.location) }
    }
  }

  /// Parses a `.nvmrc`, `.node-version` or `.bun-version`: its first line that isn't a comment.
  private static func plain(_ source: SourceText) -> [ToolStatement] {
    for (number, line) in source.numberedLines {
      let text = String(line.prefix { $0 != "#" }).trimmed
      if text.isEmpty { continue }
      let location = Location(file: source.file, line: number, column: 1)
      let isBuns = source.file.hasSuffix(".bun-version")
      return [statement(isBuns ? .bun : .node, text, at: location)]
    }
    return []
  }

  private static func statement(
    _ tool: Tool, _ text: String, at location: Location
  ) -> ToolStatement {
    var text = text
    if tool == .node, text.hasPrefix("node-") { text.removeFirst(5) }
    let name = text.lowercased()
    let line =
      tool == .node
      ? (name.hasPrefix("lts/") ? lines[String(name.dropFirst(4))] : nil) ?? moving[name] : nil
    let isNumber = (text.first == "v" ? text.dropFirst() : text[...]).first?.isNumber == true
    return ToolStatement(
      tool, .versionFile, text, range: line ?? (isNumber ? nil : ""), at: location)
  }
}
