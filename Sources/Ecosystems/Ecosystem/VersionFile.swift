import Text

/// The files that name the version of a tool for version managers: asdf, mise and each tool's own.
///
///     let file = VersionFile(of: "ruby", own: ".ruby-version")
///     let version = try await file.nearest(to: "app/Gemfile", in: tree) { text, _ in text }
package struct VersionFile: Sendable {
  /// The tool's name in `.tool-versions` and `mise.toml`.
  private let tool: String
  /// Paths in one folder, by precedence.
  private let paths: [String]

  /// Describes the files of a tool; `own` is the tool's own file, which precedes the others.
  package init(of tool: String, own: String) {
    self.tool = tool
    paths = [
      own, ".tool-versions", "mise.toml", ".mise.toml", ".config/mise.toml",
      ".config/mise/config.toml",
    ]
  }

  /// Parses the first file that names a version, in the manifest's folder or above.
  ///
  /// `parse` returns nil for a text that is not a version, such as `latest`.
  package func nearest<Version>(
    to manifest: String, in tree: SourceTree,
    parse: (_ text: String, _ path: String) -> Version?
  ) async throws(Problem) -> Version? {
    let listing = Set(tree.paths)
    var folder = TreePath.folder(of: manifest)
    while true {
      for name in paths {
        let path = TreePath.join(folder, name)
        guard listing.contains(path) else { continue }
        let text = version(in: try await tree.read(path).string)
        if let version = parse(text, path) { return version }
      }
      guard !folder.isEmpty else { return nil }
      folder = TreePath.folder(of: folder)
    }
  }

  /// Returns the version in `3.2.2`, `ruby-3.2.2`, `ruby 3.2.2 3.1.4 # why`, `ruby = "3.2.2"`,
  /// `ruby = ['3.2.2']` or `ruby = { version = "3.2.2" }`, in any line.
  ///
  /// A list of versions stands for its first one, as in asdf and mise. A text without a line for the
  /// tool is returned as it is.
  package func version(in text: String) -> String {
    for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix(tool) {
      let rest = line.dropFirst(tool.count).drop { $0 == "-" || $0.isWhitespace }
      let value = rest.hasPrefix("=") ? Self.first(of: rest.dropFirst()) : rest
      let version = value.prefix { !$0.isWhitespace && !"#\"',]}".contains($0) }
      if !version.isEmpty { return String(version) }
    }
    guard let start = text.firstIndex(where: { !$0.isWhitespace }),
      let end = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[start...end])
  }

  /// The first text of a TOML value: a text, a list, or a table with the key `version`.
  private static func first(of value: Substring) -> Substring {
    var value = value.drop(while: \.isWhitespace)
    if value.hasPrefix("{") {
      guard let key = value.firstRange(of: "version") else { return "" }
      value = value[key.upperBound...].drop { $0.isWhitespace || $0 == "=" }
    }
    return value.drop { $0.isWhitespace || "[\"'".contains($0) }
  }
}
