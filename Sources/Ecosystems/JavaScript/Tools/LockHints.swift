import Ecosystem
import Text

/// The versions of a tool that write the format of a lock.
///
/// Only the start of the file is read. A format that isn't listed states no version.
///
/// | lock | field | source |
/// |---|---|---|
/// | `package-lock.json` | `lockfileVersion` | docs.npmjs.com, package-lock.json |
/// | `pnpm-lock.yaml` | `lockfileVersion` | pnpm, `packages/constants` of each major version |
/// | `yarn.lock` | `# yarn lockfile v1`, `__metadata.version` | yarnpkg/berry, `Project.ts` |
enum LockHints {
  private static let npm = ["1": ">=5.0.0", "2": ">=7.0.0", "3": ">=7.0.0"]
  private static let pnpm = [
    "5.3": "6", "5.4": "7", "6.0": "8", "6.1": "8", "9.0": ">=9.0.0",
  ]
  private static let berry = [
    "4": "2", "5": ">=3.0.0 <3.2.0", "6": ">=3.2.0 <4.0.0-0", "8": ">=4.0.0 <4.18.0",
    "10": ">=4.15.0",
  ]

  /// Returns what a lock states.
  static func statements(in lock: SourceText) -> [ToolStatement] {
    let start = SourceText(file: lock.file, bytes: Array(lock.bytes.prefix(4096)))
    let name = Paths.basename("/" + lock.file)
    if Tool.npm.locks.contains(name) { return statements(.npm, "\"lockfileVersion\":", npm, start) }
    if Tool.pnpm.locks.contains(name) { return statements(.pnpm, "lockfileVersion:", pnpm, start) }
    guard Tool.yarn.locks.contains(name) else { return [] }
    return classic(start) + statements(.yarn, "version:", berry, start)
  }

  private static func statements(
    _ tool: Tool, _ key: String, _ formats: [String: String], _ lock: SourceText
  ) -> [ToolStatement] {
    for (number, line) in lock.numberedLines {
      let text = line.drop { $0 == " " || $0 == "\t" }
      guard text.hasPrefix(key) else { continue }
      let format = text.dropFirst(key.count).filter { $0.isNumber || $0 == "." }
      let location = Location(file: lock.file, line: number, column: line.count - text.count + 1)
      return [
        ToolStatement(
          tool, .lock, format, field: "format \(format)", range: formats[format] ?? "", at: location
        )
      ]
    }
    return []
  }

  /// Parses the comments of Yarn classic, which can name the versions of Yarn and Node too.
  private static func classic(_ lock: SourceText) -> [ToolStatement] {
    var result: [ToolStatement] = []
    for (number, line) in lock.numberedLines {
      guard line.hasPrefix("#") || line.isEmpty else { break }
      let location = Location(file: lock.file, line: number, column: 1)
      let words = line.split(separator: " ")
      if line.hasPrefix("# yarn lockfile v1") {
        result.append(
          ToolStatement(.yarn, .lock, "1", field: "format 1", range: "1", at: location))
      } else if words.count == 3, words[2].hasPrefix("v"), let tool = Tool(rawValue: "\(words[1])")
      {
        result.append(ToolStatement(tool, .lock, String(words[2]), field: "header", at: location))
      }
    }
    return result.sorted { $0.version != nil && $1.version == nil }
  }
}
