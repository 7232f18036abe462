import Ecosystem
import Text

/// The Yarn that `yarnPath` of a `.yarnrc.yml` runs.
///
///     yarnPath: .yarn/releases/yarn-4.9.2.cjs
///
/// A file whose name has no version states no certain one.
enum YarnPath {
  private static let key = "yarnPath:"

  static func statements(in source: SourceText) -> [ToolStatement] {
    for (number, line) in source.numberedLines where line.hasPrefix(key) {
      let path = line.dropFirst(key.count).filter { $0 != "\"" && $0 != "'" }.trimmed
      if path.isEmpty { continue }
      let location = Location(file: source.file, line: number, column: key.count + 2)
      return [
        ToolStatement(
          .yarn, .yarnPath, path, field: "yarnPath", range: version(in: path) ?? "", at: location)
      ]
    }
    return []
  }

  private static func version(in path: String) -> String? {
    let file = Paths.basename("/" + path)
    guard file.hasPrefix("yarn-"), let dot = file.lastIndex(of: ".") else { return nil }
    let text = String(file[..<dot].dropFirst(5))
    return Version(text, loose: true)?.description
  }
}
