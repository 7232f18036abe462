import Text
import Crypto

extension GitHubForge {
  /// `GET git/ref/heads/BRANCH`, which redirects from an old name; a 409 means an empty repository.
  package func branch(
    _ name: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Branch? {
    do throws(ForgeError) {
      let found: GitHubReference? = try await host.readIfPresent(
        .get(repository.path("git", "ref", "heads/\(name)"), scope: .owner(repository.owner)))
      if let present = found?.repository, !present.isSame(as: repository) {
        throw ForgeError(.renamed(to: present), subject: repository.description)
      }
      return found.map { Branch(name: name, head: $0.object.sha, mark: $0.nodeId) }
    } catch {
      // The repository has no commits.
      guard error.code == .conflict else { throw error }
      return nil
    }
  }

  /// `GET git/matching-refs/heads/PREFIX`; the prefix may end inside a part of the name.
  package func branches(
    startingWith prefix: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Branch] {
    let found = try await host.list(
      .get(
        repository.path("git", "matching-refs", "heads/\(prefix)"), scope: .owner(repository.owner))
    ) { (page: [GitHubReference]) in page }
    return found.compactMap { reference in
      reference.branch.map { Branch(name: $0, head: reference.object.sha) }
    }.sorted { $0.name < $1.name }
  }

  /// By git; else `GET git/blobs/SHA` in Base64; content of another size than announced is `.malformed`.
  package func blob(
    _ sha: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [UInt8] {
    if let bytes = await objects?.blob(sha, limit: limit, in: repository) { return bytes }
    var call = HostCall.get(repository.path("git", "blobs", sha), scope: .owner(repository.owner))
    // Base64 is a third longer, and each line of 60 ends in two more characters of JSON.
    call.bodyLimit = 65_536 + limit.multipliedReportingOverflow(by: 2).partialValue
    let content: GitHubContent = try await host.read(call)
    return try content.bytes(limit: limit, call)
  }

  /// Only by git; the API returns contents one by one.
  package func prefetch(_ blobs: [String], in repository: RepositoryName) async {
    await objects?.prefetch(blobs, in: repository)
  }

  /// `GET contents/PATH`, and above a megabyte the blob; nil for folders and submodules.
  ///
  /// GitHub follows symbolic links inside the repository.
  package func file(
    _ path: String, at commit: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [UInt8]? {
    let parts = path.slashParts().map(String.init)
    var call = HostCall.get(
      ["repos", repository.owner, repository.name, "contents"] + parts, [("ref", commit)],
      scope: .owner(repository.owner))
    call.bodyLimit = 65_536 + limit.multipliedReportingOverflow(by: 2).partialValue
    let found: OneOrMany<GitHubContent>? = try await host.readIfPresent(call)
    guard case .one(let content)? = found, content.type == "file" else { return nil }
    // Above a megabyte the content is left out, and the blob is read.
    guard content.encoding == "base64" else {
      return try await blob(content.sha, limit: limit, in: repository)
    }
    return try content.bytes(limit: limit, call)
  }

  /// `GET commits/SHA`, which also accepts the name of a branch.
  package func commit(
    _ sha: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Commit {
    let found: GitHubCommit = try await host.read(
      .get(repository.path("commits", sha), scope: .owner(repository.owner)))
    return found.value
  }

  /// `GET commits?sha=BRANCH`, at most a hundred a page.
  package func commits(
    on branch: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Commit] {
    let query = [("sha", branch), ("per_page", "\(min(max(limit, 1), 100))")]
    let found = try await host.list(
      .get(repository.path("commits"), query, scope: .owner(repository.owner)), limit: limit
    ) { (page: [GitHubCommit]) in page.map(\.value) }
    // Proposals for this branch are built on its head.
    if let head = found.first { memory.remember(head, as: head.sha, of: repository) }
    return found
  }

  /// `GET compare/BASE...HEAD`, whose pages run from the oldest to the newest.
  package func commits(
    from base: String, to head: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Commit] {
    struct Page: Decodable {
      var commits: [GitHubCommit]
    }
    let call = HostCall.get(
      repository.path("compare", "\(base)...\(head)"), [("per_page", "100")],
      scope: .owner(repository.owner))
    return try await host.list(call, limit: 10_000) { (page: Page) in page.commits.map(\.value) }
  }
}

/// A reference in GitHub's format.
struct GitHubReference: Decodable {
  struct Object: Decodable {
    var sha: String
  }

  var ref: String
  var object: Object
  var url: String?
  var nodeId: String?

  /// The repository's present name, after redirects.
  ///
  ///     https://api.github.com/repos/acme/web/git/refs/heads/main
  var repository: RepositoryName? {
    guard let url, let start = url.firstRange(of: "/repos/") else { return nil }
    let parts = url[start.upperBound...].slashParts(maxSplits: 2)
    return parts.count == 3 ? RepositoryName("\(parts[0])/\(parts[1])") : nil
  }

  /// The name without `refs/heads/`; nil for other references.
  var branch: String? {
    ref.hasPrefix("refs/heads/") ? String(ref.dropFirst("refs/heads/".count)) : nil
  }
}

/// A file's content in GitHub's format.
struct GitHubContent: Decodable {
  var sha: String
  var type: String?
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
    guard bytes.count <= limit else {
      throw ForgeError(.tooLarge(limit: limit), subject: call.summary)
    }
    guard size == nil || size == bytes.count else {
      throw ForgeError(
        .malformed, subject: call.summary, detail: "its length is not the announced one")
    }
    return bytes
  }
}

/// The response for a file or a folder: an object or a list.
enum OneOrMany<Value: Decodable & Sendable>: Decodable, Sendable {
  case one(Value)
  case many([Value])

  init(from decoder: any Decoder) throws {
    if let list = try? [Value](from: decoder) {
      self = .many(list)
    } else {
      self = .one(try Value(from: decoder))
    }
  }
}
