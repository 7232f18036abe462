import HTTP
import Text

extension BitbucketForge {
  /// `GET application-properties`, whose header `X-AUSERNAME` names the account, and `GET users`.
  ///
  /// A server that is too old is refused here.
  package func identity() async throws(ForgeError) -> Account {
    try await readUser().account
  }

  /// The account of the token, which is read once.
  func user() async throws(ForgeError) -> BitbucketUser {
    if let user = memory.user { return user }
    return try await readUser()
  }

  /// The version of the server, which is read once.
  func version() async throws(ForgeError) -> BitbucketVersion {
    if let version = memory.version { return version }
    _ = try await readLogin()
    return memory.version ?? .oldest
  }

  private func readUser() async throws(ForgeError) -> BitbucketUser {
    let login = try await readLogin()
    let user = try await account(login) ?? BitbucketUser(name: login)
    memory.user = user
    return user
  }

  /// Finds an account by its login; nil if it doesn't exist, or if the token may not list accounts.
  private func account(_ login: String) async throws(ForgeError) -> BitbucketUser? {
    do throws(ForgeError) {
      let found: [BitbucketUser] = try await host.values(
        .get(["api", "latest", "users"], [("filter", login)], scope: .account))
      return found.first { $0.login == login }
    } catch {
      guard [.forbidden, .unauthorized].contains(error.code) else { throw error }
      return nil
    }
  }

  /// The login of the token's account, after the version was checked.
  private func readLogin() async throws(ForgeError) -> String {
    struct Properties: Decodable {
      var version: String
    }
    let call = HostCall.get(["api", "latest", "application-properties"], scope: .account)
    let (properties, header) = try await host.retrying(call.summary) {
      () async throws(ForgeError) -> (Properties, String?) in
      let response = try await host.send(call)
      return (try HostPayload.decode(response, call), response.headers["X-AUSERNAME"])
    }
    guard let version = BitbucketVersion(properties.version) else {
      throw refusal(.malformed, call, "unknown version '\(properties.version.prefix(60))'")
    }
    guard version >= .oldest else {
      throw refusal(
        .unsupported, call, "Bitbucket \(version) is older than \(BitbucketVersion.oldest)")
    }
    memory.version = version
    // Everyone may read the properties; only an accepted token has a name.
    guard let header, !header.isEmpty else {
      throw refusal(.unauthorized, call, "the server does not accept the token")
    }
    return PercentEncoding.decode(header)
  }

  private func refusal(_ code: ForgeError.Code, _ call: HostCall, _ message: String) -> ForgeError {
    var error = ForgeError(code, subject: call.summary, detail: message)
    error.url = host.addresses.web
    return error
  }

  /// `GET repos?permission=REPO_WRITE`, and the default branch of each that isn't archived.
  ///
  /// The list doesn't name the default branches; each is read once a day. Servers before 8.0 know no
  /// archived repositories, and ignore the word.
  package func listing() async throws(ForgeError) -> RepositoryListing {
    let found: [BitbucketRepository] = try await host.values(
      .get(
        ["api", "latest", "repos"], [("permission", "REPO_WRITE"), ("archived", "ALL")],
        scope: .account))
    var repositories: [Repository] = []
    for repository in found {
      guard let name = repository.fullName, repository.isAvailable else { continue }
      guard repository.archived != true else {
        repositories.append(repository.value(name, defaultBranch: "main"))
        continue
      }
      let now = host.pacing.now()
      let known = memory.defaultBranch(of: repository.id, now: now)
      let branch = if let known { known } else { try await readDefault(of: name, repository.id) }
      repositories.append(repository.value(name, defaultBranch: branch))
    }
    return RepositoryListing(repositories)
  }

  /// `GET repos/NAME` and `GET default-branch`; an old name leads to the present one.
  package func repository(_ name: RepositoryName) async throws(ForgeError) -> Repository {
    let found = try await details(of: name)
    guard let present = found.fullName else {
      throw refusal(.malformed, get(name), "no valid name")
    }
    guard found.isAvailable else { throw refusal(.unavailable, get(name), "it is not available") }
    return found.value(present, defaultBranch: try await readDefault(of: present, found.id))
  }

  /// The repository in the host's format.
  func details(of name: RepositoryName) async throws(ForgeError) -> BitbucketRepository {
    try await host.read(get(name))
  }

  /// `GET default-branch`; `main` for a repository without commits.
  private func readDefault(
    of name: RepositoryName, _ id: Int
  ) async throws(ForgeError) -> String {
    struct Reference: Decodable {
      var displayId: String?
    }
    let found: Reference? = try await host.readIfPresent(get(name, "default-branch"))
    guard let branch = found?.displayId, !branch.isEmpty else { return "main" }
    memory.remember(branch, of: id, now: host.pacing.now())
    return branch
  }
}

/// A repository in Bitbucket's format.
struct BitbucketRepository: Decodable, Hashable, Sendable {
  struct Project: Decodable, Hashable, Sendable {
    var key: String
  }

  /// Another repository; its contents don't matter here.
  struct Origin: Decodable, Hashable, Sendable {}

  var id: Int
  var slug: String
  var project: Project
  /// From 8.0.
  var archived: Bool?
  var `public`: Bool?
  /// The repository that it is a fork of.
  var origin: Origin?
  /// `AVAILABLE`, or a state before or after that.
  var state: String?

  /// Nil if the name is invalid.
  var fullName: RepositoryName? { RepositoryName("\(project.key)/\(slug)") }
  var isAvailable: Bool { state ?? "AVAILABLE" == "AVAILABLE" }

  func value(_ name: RepositoryName, defaultBranch: String) -> Repository {
    Repository(
      name: name, identifier: "\(id)", defaultBranch: defaultBranch, isArchived: archived == true,
      isFork: origin != nil, isPrivate: self.public == false)
  }
}
