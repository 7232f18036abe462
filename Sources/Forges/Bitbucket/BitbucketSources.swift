import Text
import HTTP
import Time

extension BitbucketForge {
  /// `GET commits?until=refs/heads/BRANCH&limit=1`: no request reads a single branch.
  package func branch(
    _ name: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Branch? {
    let query = [("until", "refs/heads/\(name)"), ("limit", "1")]
    let call = get(repository, "commits", query: query)
    do throws(ForgeError) {
      let (page, url) = try await host.retrying(call.summary) {
        () async throws(ForgeError) -> (BitbucketPage<BitbucketCommit>, String) in
        let response = try await host.send(call)
        return (try HostPayload.decode(response, call), response.url)
      }
      if let present = Self.repository(in: url), !present.isSame(as: repository) {
        throw ForgeError(.renamed(to: present), subject: repository.description)
      }
      return page.values.first.map { Branch(name: name, head: $0.id) }
    } catch {
      guard error.code == .notFound else { throw error }
      // The same status says that there is no such repository, or none that the token may see.
      _ = try await details(of: repository)
      return nil
    }
  }

  /// The repository in a URL of the API, after redirects.
  ///
  ///     …/rest/api/latest/projects/ACME/repos/web/commits
  private static func repository(in url: String) -> RepositoryName? {
    let parts = url.prefix { $0 != "?" }.slashParts()
    guard let start = parts.lastIndex(of: "projects"), parts.count > start + 3,
      parts[start + 2] == "repos"
    else { return nil }
    return RepositoryName("\(parts[start + 1])/\(parts[start + 3])")
  }

  /// By git only: the REST API lists paths without modes and object names.
  package func tree(
    at commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [TreeEntry] {
    let all = try await host.retrying("git fetch of \(repository)") {
      () async throws(ForgeError) in
      try await objects.requireTree(at: commit, in: repository)
    }
    return all.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// By git only.
  package func blob(
    _ sha: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [UInt8] {
    try await host.retrying("git fetch of \(repository)") { () async throws(ForgeError) in
      try await objects.requireBlob(sha, limit: limit, in: repository)
    }
  }

  /// By git.
  package func prefetch(_ blobs: [String], in repository: RepositoryName) async {
    await objects.prefetch(blobs, in: repository)
  }

  /// `GET commits?until=BRANCH`.
  package func commits(
    on branch: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Commit] {
    try await commits([("until", "refs/heads/\(branch)")], limit: limit, in: repository)
  }

  /// `GET commits?until=HEAD&since=BASE`, newest first on the host.
  package func commits(
    from base: String, to head: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Commit] {
    try await commits(from: base, to: head, limit: 10_000, in: repository).reversed()
  }

  /// Lists commits up to one, newest first; nil: from the first commit on.
  func commits(
    from base: String?, to head: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Commit] {
    let since = base.map { [("since", $0)] } ?? []
    return try await commits([("until", head)] + since, limit: limit, in: repository)
  }

  private func commits(
    _ query: [(String, String)], limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Commit] {
    let me = try await user()
    let found: [BitbucketCommit] = try await host.values(
      get(repository, "commits", query: query), limit: limit)
    return found.map { $0.value(me) }
  }
}

/// A commit in Bitbucket's format, which has no name of its tree.
struct BitbucketCommit: Decodable, Sendable {
  struct Parent: Decodable, Sendable {
    var id: String
  }

  var id: String
  var message: String?
  var parents: [Parent]?
  var author: BitbucketUser?
  /// In milliseconds since 1970.
  var authorTimestamp: Int64?
  var committer: BitbucketUser?
  var committerTimestamp: Int64?

  /// Recognizes our own account by its address; another address without an account is a stranger's.
  func value(_ me: BitbucketUser) -> Commit {
    Commit(
      sha: id, tree: "", parents: parents?.map(\.id) ?? [], message: message ?? "",
      author: Self.author(author, authorTimestamp, me),
      committer: Self.author(committer ?? author, committerTimestamp ?? authorTimestamp, me))
  }

  private static func author(
    _ person: BitbucketUser?, _ time: Int64?, _ me: BitbucketUser
  ) -> Author {
    let email = person?.emailAddress ?? ""
    let isOurs = email.lowercased() == me.address.lowercased()
    let login = isOurs ? me.login : person?.slug == nil ? email : person?.login
    return Author(
      name: person?.displayName ?? person?.name ?? "", email: email, login: login,
      date: time.map(Timestamp.init(milliseconds:)))
  }
}
