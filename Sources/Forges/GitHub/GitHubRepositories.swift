extension GitHubForge {
  /// `GET user` for a token; for an App `GET app`, whose login is its slug with `[bot]`.
  package func identity() async throws(ForgeError) -> Account {
    guard isApp else {
      let user: GitHubUser = try await host.read(.get(["user"], scope: .account))
      return user.account
    }
    struct App: Decodable {
      var slug: String
      var name: String?
    }
    let app: App = try await host.read(.get(["app"], scope: .account))
    return Account(login: app.slug + gitHubBotSuffix, displayName: app.name, isBot: true)
  }

  /// `GET user/repos` for a token; one list for each installation of an App that isn't suspended.
  ///
  /// An installation with an exhausted limit is reported, and the others are listed.
  package func listing() async throws(ForgeError) -> RepositoryListing {
    guard isApp else { return RepositoryListing(try await repositoriesOfUser()) }
    return try await repositoriesOfApp()
  }

  private func repositoriesOfUser() async throws(ForgeError) -> [Repository] {
    try await host.list(.get(["user", "repos"], [("per_page", "100")], scope: .account)) {
      (page: [GitHubRepository]) in page.compactMap { $0.repository(isApp: false) }
    }
  }

  private func repositoriesOfApp() async throws(ForgeError) -> RepositoryListing {
    struct Installation: Decodable {
      var id: Int
      var account: GitHubUser?
      var suspendedAt: String?
    }
    let installations = try await host.list(
      .get(["app", "installations"], [("per_page", "100")], scope: .account)
    ) { (page: [Installation]) in page }
    var result = RepositoryListing([])
    for installation in installations where installation.suspendedAt == nil {
      let owner = installation.account?.login
      do throws(ForgeError) {
        result.repositories += try await repositories(of: installation.id, owner)
      } catch {
        guard owner != nil, error.owner != nil else { throw error }
        result.resting.append(error)
      }
    }
    return RepositoryListing(result.repositories, resting: result.resting)
  }

  private func repositories(
    of installation: Int, _ owner: String?
  ) async throws(ForgeError) -> [Repository] {
    struct Page: Decodable {
      var repositories: [GitHubRepository]
    }
    return try await host.list(
      .get(
        ["installation", "repositories"], [("per_page", "100")],
        scope: .grant(installation, of: owner))
    ) { (page: Page) in page.repositories.compactMap { $0.repository(isApp: true) } }
  }

  /// `GET repos/OWNER/NAME`, which redirects from an old name.
  package func repository(_ name: RepositoryName) async throws(ForgeError) -> Repository {
    let call = HostCall.get(name.path(), scope: .owner(name.owner))
    let found: GitHubRepository = try await host.read(call)
    guard let repository = found.repository(isApp: isApp) else {
      throw ForgeError(.malformed, subject: call.summary, detail: "no name or no default branch")
    }
    return repository
  }

  /// `GET collaborators/LOGIN/permission`: by the role's name, else by its permission.
  ///
  /// A 404 means that the account is not a collaborator: `.none`.
  package func permission(
    of login: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Permission {
    struct Answer: Decodable {
      var permission: String?
      var roleName: String?
    }
    let answer: Answer? = try await host.readIfPresent(
      .get(repository.path("collaborators", login, "permission"), scope: .owner(repository.owner)))
    // An organization's custom role counts as the permission that it grants.
    let names = [answer?.roleName, answer?.permission].compactMap { $0 }
    return names.compactMap(Permission.init(gitHub:)).first ?? .none
  }
}

extension Permission {
  /// Parses GitHub's names of roles and permissions.
  fileprivate init?(gitHub name: String) {
    switch name {
    case "admin": self = .admin
    case "maintain": self = .maintain
    case "write", "push": self = .write
    case "triage": self = .triage
    case "read", "pull": self = .read
    case "none": self = .none
    default: return nil
    }
  }
}

extension RepositoryName {
  /// The parts of an API path below the repository.
  func path(_ parts: String...) -> [String] {
    ["repos", owner, name] + parts
  }
}

/// A repository in GitHub's format.
struct GitHubRepository: Decodable {
  var id: Int64?
  var fullName: String
  var defaultBranch: String?
  var archived: Bool?
  var disabled: Bool?
  var fork: Bool?
  var `private`: Bool?
  var permissions: [String: Bool]?
  var hasIssues: Bool?
  var allowAutoMerge: Bool?
  var htmlUrl: String?

  /// Nil if the name is invalid.
  ///
  /// The permissions are those of a user. An App has those of its installation, which GitHub doesn't
  /// list here.
  func repository(isApp: Bool) -> Repository? {
    guard let name = RepositoryName(fullName), let defaultBranch else { return nil }
    return Repository(
      name: name, identifier: id.map(String.init), defaultBranch: defaultBranch,
      isArchived: archived ?? disabled ?? false, isFork: fork ?? false,
      isPrivate: self.private ?? false,
      canPush: isApp || permissions?["push"] ?? true, hasIssues: hasIssues ?? true,
      allowsAutoMerge: allowAutoMerge ?? false, webURL: htmlUrl ?? "")
  }
}
