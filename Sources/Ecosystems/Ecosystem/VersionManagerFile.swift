package import Text

/// The tool versions in a file of asdf or mise: `.tool-versions` or `mise.toml`.
///
///     nodejs 22.11.0          [tools]
///     ruby 3.3.6              node = "22.11.0"
///                             ruby = {version = "3.3.6"}
package enum VersionManagerFile {
  /// A tool with the first version that the file lists for it.
  package struct Entry: Hashable, Sendable {
    /// The tool's name as written, without a backend.
    package var tool: String
    /// Where mise takes the tool from: `npm` of `npm:prettier`; nil for its own tools and plugins of asdf.
    package var backend: String?
    /// The version as written; it can be a word such as `latest`, and empty if the tool has none, as
    /// `{prefix = "1"}`.
    package var version: String
    /// The versions behind the first one: `18` of `nodejs 20 18`.
    package var further: [String] = []
    /// The line of the version.
    package var location: Location

    /// Creates an entry.
    package init(
      tool: String, from backend: String? = nil, version: String, location: Location
    ) {
      self.tool = tool
      self.backend = backend
      self.version = version
      self.location = location
    }
  }

  /// The maximum size of a file in bytes; also of those of one tool, such as `.nvmrc`.
  package static let limit = 1 << 16

  /// The paths of the files below a folder, by precedence.
  ///
  /// `.tool-versions` precedes mise's files (https://mise.jdx.dev/configuration.html).
  package static let paths = [
    ".tool-versions", "mise.toml", ".mise.toml", "mise/config.toml", ".mise/config.toml",
    ".config/mise.toml", ".config/mise/config.toml",
  ]

  /// Returns the tools of a file, in its order; the path decides on the format.
  ///
  /// A version that isn't a plain text, such as a template, is returned as written.
  package static func entries(in source: SourceText) -> [Entry] {
    source.file.hasSuffix(".toml") ? MiseTools.entries(in: source) : listed(in: source)
  }

  private static func listed(in source: SourceText) -> [Entry] {
    source.numberedLines.compactMap { number, line in
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
      guard words.count > 1 else { return nil }
      let (backend, tool) = tool(in: String(words[0]))
      var entry = Entry(
        tool: tool, from: backend, version: String(words[1]),
        location: Location(file: source.file, line: number, column: 1))
      entry.further = words.dropFirst(2).map { String($0) }
      return entry
    }
  }

  /// Splits `npm:prettier` into the backend and the tool; `core`, `asdf` and `vfox` have the tools that mise
  /// also knows without them.
  static func tool(in name: String) -> (backend: String?, tool: String) {
    guard let colon = name.firstIndex(of: ":") else { return (nil, name) }
    let backend = String(name[..<colon])
    let tool = String(name[name.index(after: colon)...])
    return (["core", "asdf", "vfox"].contains(backend) ? nil : backend, tool)
  }
}

extension SourceText {
  /// The lines with their numbers, which count from 1.
  package var numberedLines: [(number: Int, text: Substring)] {
    let lines = string.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.enumerated().map { ($0 + 1, $1) }
  }
}
