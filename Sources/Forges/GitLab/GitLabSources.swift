import FoundationEssentials
import HTTP
import Time

extension GitLabForge {
  /// `GET repository/branches/BRANCH`, which redirects from an old path of the project.
  package func branch(
    _ name: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Branch? {
    let found: GitLabBranch? = try await host.readIfPresent(
      .get(repository.project("repository", "branches", name), of: repository))
    guard let found else { return nil }
    if found.isElsewhere(than: repository) {
      let present = try await self.repository(repository).name
      guard present.isSame(as: repository) else {
        throw ForgeError(.renamed(to: present), subject: repository.description)
      }
    }
    return Branch(name: name, head: found.commit.id)
  }

  /// By git; else `GET repository/tree` page by page.
  package func tree(
    at commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [TreeEntry] {
    let all: [TreeEntry]
    if let found = await objects.tree(at: commit, in: repository) {
      all = found
    } else {
      let query = [
        ("ref", commit), ("recursive", "true"), ("pagination", "keyset"), ("per_page", "100"),
      ]
      all = try await host.list(
        .get(repository.project("repository", "tree"), query, of: repository)
      ) { (page: [GitLabTreeEntry]) in page.compactMap(\.file) }
    }
    return all.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// By git; else `GET repository/blobs/SHA/raw`.
  package func blob(
    _ sha: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [UInt8] {
    if let bytes = await objects.blob(sha, limit: limit, in: repository) { return bytes }
    var call = HostCall.get(repository.project("repository", "blobs", sha, "raw"), of: repository)
    call.bodyLimit = limit
    let request = call
    return try await host.retrying(call.summary) { () async throws(ForgeError) in
      try await host.send(request).body
    }
  }

  /// Only by git; the API returns contents one by one.
  package func prefetch(_ blobs: [String], in repository: RepositoryName) async {
    await objects.prefetch(blobs, in: repository)
  }

  /// `GET repository/commits?ref_name=BRANCH`, at most a hundred a page.
  package func commits(
    on branch: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Commit] {
    try await commits(of: branch, limit: limit, in: repository)
  }

  /// `GET repository/commits?ref_name=BASE..HEAD`, newest first, reversed: the list of a comparison
  /// isn't paged and may be cut off.
  package func commits(
    from base: String, to head: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Commit] {
    try await commits(of: "\(base)..\(head)", limit: 10_000, in: repository).reversed()
  }

  /// The whole message of a commit, by `GET repository/commits/SHA`; nil without the commit.
  func message(
    of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> String? {
    let found: GitLabCommit? = try await host.readIfPresent(
      .get(repository.project("repository", "commits", commit), of: repository))
    return found?.message
  }

  private func commits(
    of range: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Commit] {
    let me = try await user()
    let query = [("ref_name", range), ("per_page", "\(min(max(limit, 1), 100))")]
    return try await host.list(
      .get(repository.project("repository", "commits"), query, of: repository), limit: limit
    ) { (page: [GitLabCommit]) in page.map { $0.value(me) } }
  }
}

/// A branch in GitLab's format.
struct GitLabBranch: Decodable, Sendable {
  struct Head: Decodable, Sendable {
    var id: String
  }

  var name: String?
  var commit: Head
  var webUrl: String?

  /// Whether its page belongs to a project with another path.
  ///
  /// The page's host may differ from the operator's, and a path may come before the project's.
  func isElsewhere(than repository: RepositoryName) -> Bool {
    guard let webUrl, let end = webUrl.firstRange(of: "/-/") else { return false }
    let page = webUrl[..<end.lowerBound].lowercased()
    return !page.hasSuffix("/\(repository)".lowercased())
  }
}

/// An entry of a tree in GitLab's format.
private struct GitLabTreeEntry: Decodable, Sendable {
  var id: String
  var path: String
  var mode: String
  var type: String

  /// Nil for folders.
  var file: TreeEntry? {
    guard type != "tree" else { return nil }
    return TreeEntry(path: path, mode: FileMode(rawValue: mode) ?? .regular, sha: id)
  }
}

/// A commit in GitLab's format, which has no name of its tree and no accounts.
private struct GitLabCommit: Decodable, Sendable {
  var id: String
  var parentIds: [String]?
  var title: String?
  var message: String?
  var authorName: String?
  var authorEmail: String?
  var authoredDate: String?
  var committerName: String?
  var committerEmail: String?
  var committedDate: String?

  /// Recognizes our own account by its address; any other address is an account that isn't ours.
  func value(_ me: GitLabUser) -> Commit {
    Commit(
      sha: id, tree: "", parents: parentIds ?? [], message: message ?? title ?? "",
      author: author(authorName, authorEmail, authoredDate, me),
      committer: author(committerName, committerEmail, committedDate, me))
  }

  private func author(
    _ name: String?, _ email: String?, _ date: String?, _ me: GitLabUser
  ) -> Author {
    let isOurs = email.map { me.addresses.contains($0.lowercased()) } ?? false
    return Author(
      name: name ?? "", email: email ?? "", login: isOurs ? me.username : email,
      date: HostTime.date(date))
  }
}
