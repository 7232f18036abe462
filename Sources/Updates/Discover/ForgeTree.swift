import Ecosystem
import Forges
import Logging
import Store
import Text
import Time

/// The files of a commit, read from the forge without a clone.
struct ForgeTree: Sendable {
  var source: SourceTree
  /// The modes of all files and submodules by path.
  var modes: [String: FileMode]
}

extension World {
  /// Lists the files of a commit and reads them on demand.
  ///
  /// Lists and contents are cached by object name.
  func tree(
    at commit: String, of repository: RepositoryName, on forge: any Forge
  ) async throws -> ForgeTree {
    let entries = try await entries(at: commit, of: repository, on: forge)
    let files = entries.filter { $0.mode != .submodule }
    let byPath = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    var source = SourceTree(
      name: repository.name, paths: files.map(\.path),
      prefetch: { paths in
        await self.prefetch(paths.compactMap { byPath[$0] }, of: repository, on: forge)
      }
    ) { path throws(Problem) in
      guard var entry = byPath[path] else {
        throw Problem(.failed, "the commit does not contain this file", subject: path)
      }
      var bytes = try await self.content(entry, of: repository, on: forge)
      var steps = 0
      while entry.mode == .link {
        let target = entry.path(linkedTo: String(decoding: bytes, as: UTF8.self))
        guard steps < 8, let next = target.flatMap({ byPath[$0] }) else {
          throw Problem(
            .refused, "is a symbolic link to a missing or external file", subject: path)
        }
        entry = next
        steps += 1
        bytes = try await self.content(entry, of: repository, on: forge)
      }
      return SourceText(file: path, bytes: bytes)
    }
    source.contentName = { path in
      byPath[path].flatMap { $0.mode == .link ? nil : $0.sha }
    }
    source.host = actionHosts[forge.name]
    source.forge = forgeHosts[forge.name]
    let submodules = entries.filter { $0.mode == .submodule }.map { ($0.path, $0.sha) }
    source.submodules = Dictionary(submodules) { first, _ in first }
    source.address = forgeHosts[forge.name].flatMap {
      forge.kind.urls($0)?.gitAddress(of: repository)
    }
    source.links = Set(files.filter { $0.mode == .link }.map(\.path))
    return ForgeTree(
      source: source, modes: Dictionary(entries.map { ($0.path, $0.mode) }) { first, _ in first })
  }

  private func entries(
    at commit: String, of repository: RepositoryName, on forge: any Forge
  ) async throws -> [TreeEntry] {
    let name = "tree \(forge.id(of: repository)) \(commit)"
    if let known = try await store.content(name).flatMap(TreeEntry.list) { return known }
    let all = try await forge.tree(at: commit, in: repository)
    let entries = all.filter { !$0.path.utf8.contains { $0 < 0x20 } }
    if entries.count < all.count {
      log.warning(
        "files with control characters in their names are ignored",
        ["repository": "\(repository)", "files": "\(all.count - entries.count)"])
    }
    try await store.keep(TreeEntry.bytes(of: entries), as: name, now: now())
    return entries
  }

  /// Fetches several uncached contents in one request.
  ///
  /// A single one is fetched when it is read.
  private func prefetch(
    _ entries: [TreeEntry], of repository: RepositoryName, on forge: any Forge
  ) async {
    var missing: Set<String> = []
    for entry in entries {
      let known = try? await store.content(name(of: entry, of: repository, on: forge))
      if known == nil { missing.insert(entry.sha) }
    }
    if missing.count > 1 { await forge.prefetch(missing.sorted(), in: repository) }
  }

  /// The cache key.
  ///
  /// It contains the repository, so that an object name does not give access to a repository that
  /// the credential cannot read.
  private func name(
    of entry: TreeEntry, of repository: RepositoryName, on forge: any Forge
  ) -> String {
    "blob \(forge.id(of: repository)) \(entry.sha)"
  }

  private func content(
    _ entry: TreeEntry, of repository: RepositoryName, on forge: any Forge
  ) async throws(Problem) -> [UInt8] {
    let name = name(of: entry, of: repository, on: forge)
    do {
      if let known = try await store.content(name) { return known }
      let bytes = try await forge.blob(entry.sha, limit: fileLimit, in: repository)
      try await store.keep(bytes, as: name, now: now())
      return bytes
    } catch {
      let reason = (error as? ForgeError)?.summary ?? "\(error)"
      throw Problem(.failed, "the file could not be fetched: \(reason)", subject: entry.path)
    }
  }
}

/// The size limit of manifests and lock files, in bytes.
package let fileLimit = 50 << 20

extension TreeEntry {
  /// Returns the path of a link's target from the root; nil if it is outside of the repository.
  fileprivate func path(linkedTo target: String) -> String? {
    guard target.utf8.first != UInt8(ascii: "/") else { return nil }
    var parts = TreePath.parts(of: path).dropLast()
    for part in TreePath.parts(of: target) where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.joined(separator: "/")
  }

  /// Formats entries one per line: mode, object name, path.
  fileprivate static func bytes(of entries: [TreeEntry]) -> [UInt8] {
    let lines = entries.map { entry in
      "\(entry.mode.rawValue) \(entry.sha) \(entry.path)\n"
    }
    return Array(lines.joined().utf8)
  }

  fileprivate static func list(_ bytes: [UInt8]) -> [TreeEntry]? {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let entries = lines.compactMap { line -> TreeEntry? in
      let parts = line.split(separator: " ", maxSplits: 2)
      guard parts.count == 3, let mode = FileMode(rawValue: String(parts[0])) else { return nil }
      return TreeEntry(path: String(parts[2]), mode: mode, sha: String(parts[1]))
    }
    return entries.count == lines.count ? entries : nil
  }
}
