import Git
import HTTP
import Time

extension AzureForge {
  /// `GET refs`, filtered by the beginning of the name.
  package func branch(
    _ name: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Branch? {
    let found: [AzureBranch] = try await host.continued(
      get(repository, "refs", query: [("filter", "heads/\(name)")]))
    return found.first { $0.name == "refs/heads/\(name)" }.map {
      Branch(name: name, head: $0.objectId)
    }
  }

  /// `GET trees`, which lists all folders at once.
  package func tree(
    at commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [TreeEntry] {
    try await folders(at: commit, in: repository).treeEntries.compactMap { entry in
      guard entry.gitObjectType != "tree" else { return nil }
      let mode = FileMode(rawValue: entry.mode) ?? .regular
      return TreeEntry(
        path: entry.relativePath, mode: entry.gitObjectType == "commit" ? .submodule : mode,
        sha: entry.objectId, size: entry.size)
    }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// The folders and files of a commit, with the object name of each folder.
  func listing(
    at commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> ListedTree {
    let tree = try await folders(at: commit, in: repository)
    var entries: [String: ListedTree.Entry] = [:]
    for entry in tree.treeEntries {
      guard let mode = UInt32(entry.mode, radix: 8) else {
        throw ForgeError(.malformed, subject: entry.relativePath, detail: "mode '\(entry.mode)'")
      }
      entries[entry.relativePath] = ListedTree.Entry(mode: mode, sha: entry.objectId)
    }
    return ListedTree(root: tree.objectId, entries: entries)
  }

  private func folders(
    at commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> AzureTree {
    if let known = memory.tree(of: commit, in: repository) { return known }
    let details: AzureCommit = try await host.read(get(repository, "commits", commit))
    guard let root = details.treeId else {
      throw ForgeError(.malformed, subject: "commit \(commit)", detail: "it has no tree")
    }
    let tree: AzureTree = try await host.read(
      get(repository, "trees", root, query: [("recursive", "true")]))
    memory.remember(tree, of: commit, in: repository)
    return tree
  }

  /// `GET blobs`, whose bytes must have the object name.
  package func blob(
    _ sha: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [UInt8] {
    let call = blobCall(sha, limit: limit, in: repository)
    return try await host.retrying(call.summary) { () async throws(ForgeError) -> [UInt8] in
      let bytes = try await host.send(call).body
      guard bytes.count <= limit else {
        throw ForgeError(.tooLarge(limit: limit), subject: call.summary)
      }
      guard (try? Git.Repository.blobName(of: bytes)) == sha else {
        throw ForgeError(
          .malformed, subject: call.summary, detail: "its content does not have the hash \(sha)")
      }
      return bytes
    }
  }

  private func blobCall(
    _ sha: String, limit: Int, in repository: RepositoryName
  ) -> HostCall {
    var call = get(repository, "blobs", sha, query: [("$format", "octetStream")])
    call.bodyLimit = limit
    return call
  }

  /// Nothing: the API sends several contents only as a ZIP archive.
  package func prefetch(_ blobs: [String], in repository: RepositoryName) async {}

  /// `GET commits` of a branch.
  package func commits(
    on branch: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Commit] {
    let query = [
      ("searchCriteria.itemVersion.versionType", "branch"),
      ("searchCriteria.itemVersion.version", branch),
    ]
    return try await commits(query, limit: limit, in: repository)
  }

  /// `GET commits` of the head, compared with the base, newest first on the host.
  ///
  /// - Throws: `.malformed` if the newest commit isn't the head.
  package func commits(
    from base: String, to head: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Commit] {
    guard base != head else { return [] }
    let query = [
      ("searchCriteria.itemVersion.versionType", "commit"),
      ("searchCriteria.itemVersion.version", base),
      ("searchCriteria.compareVersion.versionType", "commit"),
      ("searchCriteria.compareVersion.version", head),
    ]
    var found = try await commits(query, limit: 10_000, in: repository)
    // The list leaves out the parents, which matter for a branch of one commit.
    if let only = found.first, found.count == 1, only.parents.isEmpty {
      let whole: AzureCommit = try await host.read(get(repository, "commits", only.sha))
      found = [whole.value(try await account())]
    }
    guard found.isEmpty || found.contains(where: { $0.sha == head }) else {
      throw ForgeError(
        .malformed, subject: get(repository, "commits").summary, detail: "a list without its head")
    }
    return found.reversed()
  }

  private func commits(
    _ query: [(String, String)], limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Commit] {
    let me = try await account()
    var found: [AzureCommit] = try await host.counted(
      get(repository, "commits", query: query),
      by: ("searchCriteria.$top", "searchCriteria.$skip"), limit: limit)
    // The list cuts long messages off; their ends have the trailers.
    for index in found.indices where found[index].commentTruncated == true {
      found[index] = try await host.read(get(repository, "commits", found[index].commitId))
    }
    return found.map { $0.value(me) }
  }
}

/// A reference in Azure DevOps' format.
struct AzureBranch: Decodable, Sendable {
  var name: String
  var objectId: String
}

/// A tree with its folders.
struct AzureTree: Decodable, Sendable {
  struct Entry: Decodable, Sendable {
    /// `blob`, `tree`, or `commit` for a submodule.
    var gitObjectType: String
    var mode: String
    var objectId: String
    var relativePath: String
    var size: Int?
  }

  var objectId: String
  var treeEntries: [Entry]
}

/// A commit in Azure DevOps' format; lists leave out the tree and the parents.
struct AzureCommit: Decodable, Sendable {
  struct Person: Decodable, Sendable {
    var name: String?
    var email: String?
    var date: String?
  }

  var commitId: String
  var treeId: String?
  var parents: [String]?
  var comment: String?
  var commentTruncated: Bool?
  var author: Person?
  var committer: Person?

  /// Recognizes our own account by its address; another address is a stranger's.
  func value(_ me: AzureAccount) -> Commit {
    Commit(
      sha: commitId, tree: treeId ?? "", parents: parents ?? [], message: comment ?? "",
      author: Self.author(author, me), committer: Self.author(committer ?? author, me))
  }

  private static func author(_ person: Person?, _ me: AzureAccount) -> Author {
    let email = person?.email ?? ""
    let isOurs = email.lowercased() == me.address.lowercased()
    return Author(
      name: person?.name ?? "", email: email, login: isOurs ? me.login : email,
      date: HostTime.date(person?.date))
  }
}
