extension GitHubForge {
  /// By git; else `GET git/trees/COMMIT?recursive=1`; a truncated response is completed folder by
  /// folder.
  package func tree(
    at commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [TreeEntry] {
    let all: [TreeEntry]
    if let found = await objects?.tree(at: commit, in: repository) {
      all = found
    } else {
      all = try await entries(of: commit, below: "", depth: 0, in: repository)
    }
    return all.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Reads the whole tree at once, and each folder recursively if the response is truncated.
  ///
  /// GitHub truncates at 100,000 entries or 7 MB.
  private func entries(
    of tree: String, below folder: String, depth: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [TreeEntry] {
    let whole = try await read(tree, isRecursive: true, in: repository)
    guard whole.truncated == true else { return whole.files(below: folder) }
    guard depth < 64 else {
      throw ForgeError(.malformed, subject: "tree", detail: "the folders are nested too deep")
    }
    let level = try await read(tree, isRecursive: false, in: repository)
    guard level.truncated != true else {
      throw ForgeError(.tooLarge(limit: level.tree.count), subject: "tree", detail: folder)
    }
    var result = level.files(below: folder)
    for entry in level.tree where entry.type == "tree" {
      result += try await entries(
        of: entry.sha, below: "\(folder)\(entry.path)/", depth: depth + 1, in: repository)
    }
    return result
  }

  private func read(
    _ tree: String, isRecursive: Bool, in repository: RepositoryName
  ) async throws(ForgeError) -> GitHubTree {
    try await host.read(
      .get(
        repository.path("git", "trees", tree), isRecursive ? [("recursive", "1")] : [],
        scope: .owner(repository.owner)))
  }
}

/// A tree in GitHub's format.
struct GitHubTree: Decodable {
  struct Entry: Decodable {
    var path: String
    var mode: String
    var type: String
    var sha: String
    var size: Int?
  }

  var sha: String
  var tree: [Entry]
  var truncated: Bool?

  /// The files; modes that git no longer writes count as regular.
  func files(below folder: String) -> [TreeEntry] {
    tree.filter { $0.type != "tree" }.map { entry in
      TreeEntry(
        path: folder + entry.path, mode: FileMode(rawValue: entry.mode) ?? .regular,
        sha: entry.sha, size: entry.size)
    }
  }
}
