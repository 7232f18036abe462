/// Finds changelog files in a folder by name and size.
enum ChangelogFile {
  /// The names of changelogs, the most likely first.
  private static let names = [
    "changelog", "news", "changes", "history", "release", "whatsnew", "releases",
  ]
  private static let sizes = 100...1_000_000
  private static let otherEndings = [
    ".sh", ".json", ".js", ".ts", ".py", ".rb", ".swift", ".yml", ".yaml", ".toml", ".xml",
  ]

  /// Returns the candidates for the first name that matches any file, the largest first.
  static func candidates(in entries: [FileEntry]) -> [FileEntry] {
    let files = entries.filter { entry in
      !entry.isFolder && entry.size.map(sizes.contains) ?? true
        && !otherEndings.contains { entry.name.lowercased().hasSuffix($0) }
    }
    for name in names {
      let found = files.filter { normal($0.name).hasPrefix(name) }
      if !found.isEmpty {
        return found.sorted { ($1.size ?? 0, $0.name) < ($0.size ?? 0, $1.name) }
      }
    }
    return []
  }

  /// Returns an upgrade guide.
  static func upgradeGuide(in entries: [FileEntry]) -> FileEntry? {
    entries.first { entry in
      let name = normal(entry.name)
      return !entry.isFolder
        && ["upgrade", "upgrading", "migration", "migrating"].contains { name.hasPrefix($0) }
        && (name.hasSuffix(".md") || name.hasSuffix(".rst") || !name.contains("."))
    }
  }

  /// Returns the folders of documents.
  static func documentFolders(in entries: [FileEntry]) -> [String] {
    entries.filter { $0.isFolder && ["doc", "docs"].contains($0.name.lowercased()) }.map(\.path)
  }

  private static func normal(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
  }
}
