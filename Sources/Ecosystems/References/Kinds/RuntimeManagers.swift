import Ecosystem
import Text

/// Versions of tools in the files of asdf and mise.
extension ReferenceFile {
  /// Adds the tools: runtimes, and what mise takes from a registry that martlet lists.
  mutating func addTools(of source: SourceText) {
    if let header = source.unclosedHeader {
      return refuse(source.file, "isn't valid TOML: a '[' is never closed", at: header)
    }
    for entry in VersionManagerFile.entries(in: source) {
      for version in entry.further {
        refuse(
          "\(entry.shownTool) \(version)", "is a further version of the tool, which stays",
          at: entry.location)
      }
      let shown = "\(entry.shownTool) \(entry.version)"
      guard !entry.version.isEmpty else {
        refuse(entry.shownTool, "has no version", at: entry.location)
        continue
      }
      guard let tool = entry.listed else {
        let backend = entry.backend.map { " of mise's backend '\($0)'" } ?? ""
        refuse(
          shown, "is a tool\(backend) whose versions martlet doesn't list", at: entry.location)
        continue
      }
      let found = source.ranges(of: entry.version, inLine: entry.location.line)
      guard found.count == 1, let range = found.first else {
        refuse(shown, "isn't written once in its line", at: entry.location)
        continue
      }
      add(tool, at: range, in: source)
    }
  }

  private mutating func add(
    _ tool: VersionManagerFile.Entry.Listed, at range: Range<Int>, in source: SourceText
  ) {
    switch tool {
    case .runtime(let runtime): add(runtime, at: range, in: source)
    case .other(let name, let list):
      var use = ListedUse(name, at: range, in: source, from: list)
      use.keepsPrecision = true
      guard use.number != nil else {
        return refuse(
          "\(name) \(use.current)", "isn't a version that can be compared", at: use.location)
      }
      listed.append(use)
    }
  }
}

extension VersionManagerFile.Entry {
  /// A tool with a list of its versions.
  enum Listed {
    case runtime(VersionSource.Runtime)
    /// Another tool, with its name.
    case other(String, VersionSource)
  }

  /// The tool with its backend, as written.
  var shownTool: String { backend.map { "\($0):\(tool)" } ?? tool }

  /// Where the versions of the tool are listed; nil if martlet doesn't list them.
  var listed: Listed? {
    let tools: [String: VersionSource.Runtime] = [
      "node": .node, "nodejs": .node, "ruby": .ruby, "swift": .swift,
    ]
    guard let backend else { return tools[tool].map(Listed.runtime) }
    // Options of the tool: `ubi:acme/tool[exe=tool]`.
    let name = String(tool.prefix { $0 != "[" })
    switch backend {
    case "npm": return VersionSource.isPackageName(name) ? .other(name, .npm(name)) : nil
    case "gem": return VersionSource.isWord(name) ? .other(name, .gem(name)) : nil
    case "github", "ubi", "spm":
      return VersionSource.githubName(name).map { .other($0, .githubReleases($0)) }
    default: return nil
    }
  }
}

extension SourceText {
  /// The header of a table that isn't closed in its line, such as `[tools`; nil without one, and in a
  /// file that isn't TOML.
  var unclosedHeader: Location? {
    guard file.hasSuffix(".toml") else { return nil }
    var start = 0
    while start < bytes.count {
      let line = bytes[start...].prefix { $0 != 0x0A }
      let content = line.drop { $0 == 0x20 || $0 == 0x09 }
      let name = content.dropFirst().prefix { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
      if content.first == UInt8(ascii: "["), let first = name.first,
        Character(UnicodeScalar(first)).isLetter,
        !content.contains(where: { "]=,".utf8.contains($0) })
      {
        return location(at: content.startIndex)
      }
      start = line.endIndex + 1
    }
    return nil
  }

  /// Finds a text in a line, where it isn't a part of a longer word.
  func ranges(of text: String, inLine number: Int) -> [Range<Int>] {
    var line = 1
    var start = 0
    while line < number, let end = bytes[start...].firstIndex(of: 0x0A) {
      (start, line) = (end + 1, line + 1)
    }
    let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
    let wanted = Array(text.utf8)
    let isWord = { (byte: UInt8) in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || "-_.".utf8.contains(byte)
    }
    return (start..<end).compactMap { index in
      let stop = index + wanted.count
      guard stop <= end, bytes[index..<stop].elementsEqual(wanted),
        index == start || !isWord(bytes[index - 1]), stop == end || !isWord(bytes[stop])
      else { return nil }
      return index..<stop
    }
  }
}
