import HTTP
import Time

extension GiteaForge {
  /// `GET version` and `GET user`; a server that is too old is refused here.
  package func identity() async throws(ForgeError) -> Account {
    _ = try await readVersion()
    return try await readUser().account
  }

  /// The version of the server, which is read once.
  func version() async throws(ForgeError) -> GiteaVersion {
    if let version = memory.version { return version }
    return try await readVersion()
  }

  /// The account of the token, which is read once.
  func user() async throws(ForgeError) -> GiteaUser {
    if let user = memory.user { return user }
    return try await readUser()
  }

  private func readUser() async throws(ForgeError) -> GiteaUser {
    let user: GiteaUser = try await host.read(.get(["user"], scope: .account))
    memory.user = user
    return user
  }

  private func readVersion() async throws(ForgeError) -> GiteaVersion {
    struct Answer: Decodable {
      var version: String
    }
    let call = HostCall.get(["version"], scope: .account)
    let answer: Answer = try await readPublicly(call)
    guard let version = GiteaVersion(answer.version) else {
      throw refusal(.malformed, call, "unknown version '\(answer.version.prefix(60))'")
    }
    guard version.isServed else { throw refusal(.unsupported, call, version.refusal) }
    memory.version = version
    return version
  }

  /// Reads without the token, because no scope covers the version, and with it if the server shows
  /// nothing to the public.
  private func readPublicly<Value: Decodable & Sendable>(
    _ call: HostCall
  ) async throws(ForgeError) -> Value {
    var anonymous = call
    anonymous.isAnonymous = true
    do throws(ForgeError) {
      return try await host.read(anonymous)
    } catch {
      guard [.unauthorized, .forbidden, .notFound].contains(error.code) else { throw error }
    }
    return try await host.read(call)
  }

  private func refusal(_ code: ForgeError.Code, _ call: HostCall, _ message: String) -> ForgeError {
    var error = ForgeError(code, subject: call.summary, detail: message)
    error.url = host.addresses.web
    return error
  }

  /// `GET user/repos`: the account's own repositories and those of its organizations and teams.
  package func listing() async throws(ForgeError) -> RepositoryListing {
    let start = host.pacing.now()
    let found = try await host.pages(.get(["user", "repos"], scope: .account)) {
      (page: [GiteaRepository]) in page
    }
    // The host's clock is known only after a response.
    memory.remember(listed: found, at: host.now - (host.pacing.now() - start))
    return RepositoryListing(found.compactMap(\.repository))
  }

  /// `GET users/OWNER/repos`, also for organizations; `GET user/repos` has no repository that the
  /// account may only read.
  ///
  /// If the owner has as many repositories as were just listed, those are all.
  package func repositories(of owner: String) async throws(ForgeError) -> [Repository] {
    let call = HostCall.get(["users", owner, "repos"], scope: .account)
    do throws(ForgeError) {
      let listed = memory.listed(of: owner)
      if listed.count > HostClient.pageSize, try await host.total(of: call) == listed.count {
        return listed.compactMap(\.repository)
      }
      return try await host.pages(call) {
        (page: [GiteaRepository]) in page.compactMap(\.repository)
      }
    } catch {
      guard error.code == .notFound else { throw error }
      return []
    }
  }

  /// `GET repos/OWNER/NAME`, which redirects from an old name.
  ///
  /// - Throws: `.archived` for a mirror, which the server overwrites; `.unsupported` if pull requests
  ///   are switched off.
  package func repository(_ name: RepositoryName) async throws(ForgeError) -> Repository {
    let call = get(name)
    let found: GiteaRepository = try await host.read(call)
    if found.mirror == true {
      throw refusal(.archived, call, "it is a mirror of another repository")
    }
    guard found.hasPullRequests != false else {
      throw refusal(.unsupported, call, "pull requests are switched off in \(name)")
    }
    guard let repository = found.repository else {
      throw refusal(.malformed, call, "no name or no default branch")
    }
    return repository
  }

  /// The repository with the settings that only this host has.
  func details(of name: RepositoryName) async throws(ForgeError) -> GiteaRepository {
    try await host.read(get(name))
  }
}

/// A repository in Gitea's format.
struct GiteaRepository: Decodable, Sendable {
  var id: Int64?
  var fullName: String
  var defaultBranch: String?
  var archived: Bool?
  var mirror: Bool?
  var fork: Bool?
  var `private`: Bool?
  var `internal`: Bool?
  var hasPullRequests: Bool?
  var hasIssues: Bool?
  var permissions: [String: Bool]?
  var htmlUrl: String?
  /// The time of the last push to any branch, and of other changes of the repository itself.
  var updatedAt: String?
  var allowMergeCommits: Bool?
  var allowSquashMerge: Bool?
  var allowRebase: Bool?
  var allowFastForwardOnlyMerge: Bool?

  /// Nil if the name is invalid or there is no branch.
  ///
  /// Mirrors and repositories without pull requests count as read-only, so that lists skip them.
  var repository: Repository? {
    guard let name = RepositoryName(fullName), let defaultBranch, !defaultBranch.isEmpty else {
      return nil
    }
    return Repository(
      name: name, identifier: id.map(String.init), defaultBranch: defaultBranch,
      isArchived: archived == true || mirror == true || hasPullRequests == false,
      isFork: fork == true,
      isPrivate: self.private == true || self.internal == true,
      canPush: permissions?["push"] ?? true, hasIssues: hasIssues ?? true, webURL: htmlUrl ?? "")
  }

  /// The ways to merge that the repository allows, by the words of the configuration.
  var mergeMethods: [MergeMethod] {
    let all: [(MergeMethod, Bool?)] = [
      (.merge, allowMergeCommits), (.squash, allowSquashMerge), (.rebase, allowRebase),
    ]
    return all.filter { $0.1 != false }.map(\.0)
  }
}
