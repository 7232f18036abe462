internal import HTTP
import Text

/// Finds the repository's changelog.
extension Search {
  /// The number of files to read to find the right one.
  private static let candidateLimit = 3

  /// Finds the part of the changelog between both versions.
  mutating func changelog() async -> Section<ChangelogCut> {
    do {
      if let cut = try await suggested() { return .found(cut) }
      guard let file = try await changelogFile() else { return .absent(.none) }
      return try await cut(file.path, text: file.text).map(Section.found) ?? .absent(.none)
    } catch {
      return .absent(error)
    }
  }

  /// Reads the file at the address from the registry, if it is on a known host.
  private mutating func suggested() async throws(Absence) -> ChangelogCut? {
    guard let address = source.changelog,
      let repository = SourceRepository(address, hosts: hosts),
      repository.path == host.repository.path,
      let path = Self.filePath(in: address)
    else { return nil }
    guard let text = try? await text(of: path, at: nil) else { return nil }
    return try await cut(path, text: text)
  }

  /// The path of a file from the address of its page, `…/blob/main/CHANGELOG.md`.
  private static func filePath(in address: String) -> String? {
    let plain = address.prefix { $0 != "?" && $0 != "#" }
    let steps = TreePath.parts(of: plain).map(String.init)
    guard let mark = steps.firstIndex(where: { $0 == "blob" || $0 == "src" }),
      mark + 2 < steps.count
    else { return nil }
    let isNamed = steps[mark] == "src" && ["branch", "tag", "commit"].contains(steps[mark + 1])
    let path = steps[(mark + (isNamed ? 3 : 2))...]
    return path.isEmpty || path.contains("..") ? nil : path.joined(separator: "/")
  }

  /// Cuts the file of the default branch, or that of the new tag if the former lacks the version.
  private mutating func cut(_ path: String, text: String) async throws(Absence) -> ChangelogCut? {
    let pruning = Pruning(text, order)
    if !pruning.names(new), let newTag, let tagged = try? await self.text(of: path, at: newTag) {
      let older = Pruning(tagged, order)
      if older.names(new), let cut = older.cut(from: old, to: new) {
        return ChangelogCut(
          text: cut.text, page: host.filePage(path, at: newTag), lines: cut.lines)
      }
    }
    return pruning.cut(from: old, to: new).map {
      ChangelogCut(text: $0.text, page: host.filePage(path, at: nil), lines: $0.lines)
    }
  }

  /// Searches the package's folder, the root and the folders of documents.
  ///
  /// A folder that doesn't exist is empty. If another folder can't be listed, the file may be there.
  private mutating func changelogFile() async throws(Absence) -> (path: String, text: String)? {
    var folders = host.repository.directory.isEmpty ? [""] : [host.repository.directory, ""]
    var index = 0
    var failure: Absence?
    while index < folders.count {
      var entries: [FileEntry] = []
      do {
        entries = try await self.entries(of: folders[index])
      } catch {
        if error != .refused(status: 404) { failure = failure ?? error }
      }
      if upgradeGuide == nil, let guide = ChangelogFile.upgradeGuide(in: entries) {
        upgradeGuide = host.filePage(guide.path, at: nil)
      }
      if let file = try await bestFile(among: ChangelogFile.candidates(in: entries)) { return file }
      if folders[index].isEmpty { folders += ChangelogFile.documentFolders(in: entries) }
      index += 1
    }
    if let failure { throw failure }
    return nil
  }

  private mutating func entries(of folder: String) async throws(Absence) -> [FileEntry] {
    let response = try await fetcher.get(host.listing(of: folder))
    guard let entries = response.json.flatMap(host.entries) else { throw .unreadable }
    return entries
  }

  /// Returns the only candidate, or the first that names a version, or the largest.
  private mutating func bestFile(
    among files: [FileEntry]
  ) async throws(Absence) -> (path: String, text: String)? {
    var largest: (path: String, text: String)?
    for file in files.prefix(Self.candidateLimit) {
      guard let text = try await text(of: file.path, at: nil) else { continue }
      let pruning = Pruning(text, order)
      if files.count == 1 || pruning.names(new) || pruning.names(old) { return (file.path, text) }
      if largest == nil { largest = (file.path, text) }
    }
    return largest
  }

  private mutating func text(of path: String, at tag: String?) async throws(Absence) -> String? {
    try await fetcher.get(host.file(path, at: tag)).text
  }
}
