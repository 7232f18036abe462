import Text

/// The files that name the version of one tool: its own, and those of asdf and mise.
///
///     let file = VersionFile(of: "ruby", own: ".ruby-version")
///     let version = try await file.nearest(to: "app/Gemfile", in: tree) { text, _ in text }
package struct VersionFile: Sendable {
  /// The tool's name in `.tool-versions` and `mise.toml`.
  private let tool: String
  /// The tool's own file, which precedes the others in its folder.
  private let own: String

  /// Describes the files of a tool.
  package init(of tool: String, own: String) {
    self.tool = tool
    self.own = own
  }

  /// Parses the first file that names a version, in the manifest's folder or above.
  ///
  /// `parse` returns nil for a text that is not a version, such as `latest`.
  package func nearest<Version>(
    to manifest: String, in tree: SourceTree,
    parse: (_ text: String, _ path: String) -> Version?
  ) async throws(Problem) -> Version? {
    let listing = tree.listing
    var folder = TreePath.folder(of: manifest)
    while true {
      for name in [own] + VersionManagerFile.paths {
        let path = TreePath.join(folder, name)
        guard listing.contains(path) else { continue }
        let source = try await tree.readManifest(path, limit: VersionManagerFile.limit)
        let text =
          name == own
          ? version(in: source.string)
          : VersionManagerFile.entries(in: source).first { $0.tool == tool }?.version
        if let version = text.flatMap({ parse($0, path) }) { return version }
      }
      guard !folder.isEmpty else { return nil }
      folder = TreePath.folder(of: folder)
    }
  }

  /// Returns the version in `3.2.2`, `ruby-3.2.2`, `ruby 3.2.2 # why` or `ruby = "3.2.2"`, in any
  /// line; a text without a line for the tool as it is.
  package func version(in text: String) -> String {
    for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix(tool) {
      let rest = line.dropFirst(tool.count).drop { "-=\"'".contains($0) || $0.isWhitespace }
      let version = rest.prefix { !$0.isWhitespace && !"#\"'".contains($0) }
      if !version.isEmpty { return String(version) }
    }
    guard let start = text.firstIndex(where: { !$0.isWhitespace }),
      let end = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[start...end])
  }
}
