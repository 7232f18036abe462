import Text
import Crypto

extension GiteaForge {
  /// `GET branches/BRANCH`; the address of its commit shows a new name of the repository.
  package func branch(
    _ name: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Branch? {
    let found: GiteaBranch? = try await readBranch(name, in: repository)
    if let present = found?.repository, !present.isSame(as: repository) {
      throw ForgeError(.renamed(to: present), subject: repository.description)
    }
    return found.map { Branch(name: name, head: $0.commit.id) }
  }

  private func readBranch(
    _ name: String, in repository: RepositoryName
  ) async throws(ForgeError) -> GiteaBranch? {
    let found: GiteaBranch? = try await host.readIfPresent(get(repository, "branches", name))
    if let found { memory.remember(found, name, of: repository, at: host.pacing.now()) }
    return found
  }

  /// A branch for its rules, which may be a minute old.
  func branchWithRules(
    _ name: String, in repository: RepositoryName
  ) async throws(ForgeError) -> GiteaBranch? {
    if let known = memory.branch(name, of: repository, now: host.pacing.now()) { return known }
    return try await readBranch(name, in: repository)
  }

  /// By git; else `GET git/blobs/SHA` in Base64.
  package func blob(
    _ sha: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [UInt8] {
    if let bytes = await objects?.blob(sha, limit: limit, in: repository) { return bytes }
    var call = get(repository, "git", "blobs", sha)
    // Base64 is a third longer.
    call.bodyLimit = 65_536 + limit.multipliedReportingOverflow(by: 2).partialValue
    let content: GiteaContent = try await host.read(call)
    return try content.bytes(limit: limit, call)
  }

  /// Only by git; the API returns contents one by one.
  package func prefetch(_ blobs: [String], in repository: RepositoryName) async {
    await objects?.prefetch(blobs, in: repository)
  }

  /// By git; else `GET git/trees/COMMIT?recursive=true`, a page at a time.
  package func tree(
    at commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [TreeEntry] {
    let found = await objects?.tree(at: commit, in: repository)
    let all: [TreeEntry]
    if let found { all = found } else { all = try await entries(of: commit, in: repository) }
    return all.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Reads pages until the server says that nothing is missing.
  private func entries(
    of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [TreeEntry] {
    var entries: [TreeEntry] = []
    for page in 1...1_000 {
      let query = [("recursive", "true"), ("per_page", "1000"), ("page", "\(page)")]
      let tree: GiteaTree = try await host.read(
        get(repository, "git", "trees", commit, query: query))
      entries += tree.files
      if tree.truncated != true || tree.tree?.isEmpty != false { return entries }
    }
    throw ForgeError(.tooLarge(limit: entries.count), subject: "tree of \(repository)")
  }

  /// `GET commits?sha=BRANCH`, without statistics, signatures and files.
  package func commits(
    on branch: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Commit] {
    try await host.pages(
      get(repository, "commits", query: [("sha", branch)] + Self.brief), limit: limit
    ) { (page: [GiteaCommit]) in page.map(\.value) }
  }

  /// `GET commits?sha=HEAD&not=BASE`, newest first on the host.
  package func commits(
    from base: String, to head: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Commit] {
    let query = [("sha", head), ("not", base)] + Self.brief
    return try await host.pages(get(repository, "commits", query: query), limit: 10_000) {
      (page: [GiteaCommit]) in page.map(\.value)
    }.reversed()
  }

  /// The text below the first line of a commit's message, by `GET git/commits/SHA`; nil without the
  /// commit.
  func text(
    of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> String? {
    let found: GiteaCommit? = try await host.readIfPresent(
      get(repository, "git", "commits", commit, query: Self.brief))
    let lines = found?.value.message.split(separator: "\n", omittingEmptySubsequences: false)
    return lines?.dropFirst().drop { $0.isEmpty }.joined(separator: "\n")
  }

  private static let brief = [("stat", "false"), ("verification", "false"), ("files", "false")]
}

/// A branch in Gitea's format, with what every reader may know of its protection.
struct GiteaBranch: Decodable, Sendable {
  struct Head: Decodable, Sendable {
    var id: String
    var url: String?
  }

  var commit: Head
  var protected: Bool?
  var requiredApprovals: Int?
  var enableStatusCheck: Bool?
  var statusCheckContexts: [String]?
  var effectiveBranchProtectionName: String?

  /// The repository's present name, after redirects.
  ///
  ///     https://git.acme.dev/acme/web/commit/6dcb09b5
  var repository: RepositoryName? {
    let parts = (commit.url ?? "").slashParts().suffix(4)
    guard parts.count == 4, parts.dropFirst(2).first == "commit" else { return nil }
    return RepositoryName(parts.prefix(2).joined(separator: "/"))
  }
}

/// A tree in Gitea's format.
private struct GiteaTree: Decodable, Sendable {
  struct Entry: Decodable, Sendable {
    var path: String
    var mode: String
    var type: String
    var sha: String
    var size: Int?
  }

  var tree: [Entry]?
  var truncated: Bool?

  var files: [TreeEntry] {
    (tree ?? []).filter { $0.type != "tree" }.map { entry in
      TreeEntry(
        path: entry.path, mode: FileMode(rawValue: entry.mode) ?? .regular, sha: entry.sha,
        size: entry.size)
    }
  }
}

/// A blob in Gitea's format.
private struct GiteaContent: Decodable, Sendable {
  var size: Int?
  var encoding: String?
  var content: String?

  /// Decodes the content, which must have the announced size.
  func bytes(limit: Int, _ call: HostCall) throws(ForgeError) -> [UInt8] {
    guard size ?? 0 <= limit else {
      throw ForgeError(.tooLarge(limit: limit), subject: call.summary)
    }
    let letters = (content ?? "").filter { !$0.isWhitespace }
    guard encoding == "base64", let bytes = Base64.decode(letters) else {
      throw ForgeError(.malformed, subject: call.summary, detail: "no base64")
    }
    guard size == nil || size == bytes.count else {
      throw ForgeError(
        .malformed, subject: call.summary, detail: "its length is not the announced one")
    }
    return bytes
  }
}
