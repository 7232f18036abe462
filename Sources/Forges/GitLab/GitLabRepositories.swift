import HTTP

extension GitLabForge {
  /// `GET user`; the bots of project and group tokens are users, too.
  package func identity() async throws(ForgeError) -> Account {
    try await user().account
  }

  /// The account of the token, with its email address.
  func user() async throws(ForgeError) -> GitLabUser {
    try await known.user { () async throws(ForgeError) in
      try await host.read(.get(["user"], scope: .account))
    }
  }

  /// `GET projects?membership=true` in the order of their numbers, so that a page never repeats or
  /// skips one.
  ///
  /// It contains the projects of all groups and subgroups that the account belongs to, and archived
  /// ones.
  package func listing() async throws(ForgeError) -> RepositoryListing {
    let query = [
      ("membership", "true"), ("pagination", "keyset"), ("order_by", "id"), ("sort", "asc"),
      ("per_page", "100"),
    ]
    let found = try await host.list(.get(["projects"], query, scope: .account)) {
      (page: [GitLabProject]) in page.map { ($0.id, $0.repository) }
    }
    let numbers = found.compactMap { number, repository in repository.map { ($0.name, number) } }
    known.remember(numbers: Dictionary(numbers) { $1 })
    return RepositoryListing(found.compactMap(\.1))
  }

  /// `GET projects/PATH`, which redirects from an old path.
  ///
  /// - Throws: `.unsupported` if merge requests are switched off.
  package func repository(_ name: RepositoryName) async throws(ForgeError) -> Repository {
    let call = HostCall.get(name.project(), of: name)
    let project: GitLabProject = try await host.read(call)
    guard project.mergeRequestsEnabled != false || project.archived == true else {
      var error = ForgeError(
        .unsupported, subject: call.summary, detail: "merge requests are switched off in \(name)")
      error.url = host.addresses.web
      throw error
    }
    guard let repository = project.repository else {
      throw ForgeError(.malformed, subject: call.summary, detail: "no valid path")
    }
    return repository
  }

  /// The settings of a project, which decide how it merges.
  func project(_ name: RepositoryName) async throws(ForgeError) -> GitLabProject {
    let project: GitLabProject = try await host.read(.get(name.project(), of: name))
    known.remember(project, of: name)
    return project
  }

  /// `GET members/all/ID`, with inherited memberships; a 404 means that the account isn't a member.
  package func permission(
    of login: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Permission {
    guard let id = try await userID(of: login) else { return .none }
    let member: GitLabMember? = try await host.readIfPresent(
      .get(repository.project("members", "all", "\(id)"), of: repository))
    guard let member, member.membershipState ?? "active" == "active" else { return .none }
    return Permission(gitLab: member.accessLevel)
  }

  /// The number of an account, which other requests need; nil if there is none of this name.
  func userID(of login: String) async throws(ForgeError) -> Int? {
    let found: [GitLabUser] = try await host.read(
      .get(["users"], [("username", login)], scope: .account))
    return found.first { $0.username.lowercased() == login.lowercased() }?.id
  }
}

/// A membership in GitLab's format.
private struct GitLabMember: Decodable, Sendable {
  var accessLevel: Int
  /// `awaiting` until an invitation is accepted; only paid editions have it.
  var membershipState: String?
}

extension Permission {
  /// Converts GitLab's access levels: 30 is a developer, who may push and merge.
  init(gitLab level: Int) {
    switch level {
    case 50...: self = .admin
    case 40...: self = .maintain
    case 30...: self = .write
    case 20...: self = .triage
    case 5...: self = .read
    default: self = .none
    }
  }
}

/// A project in GitLab's format.
struct GitLabProject: Decodable, Sendable {
  /// Another project; its contents don't matter here.
  struct Origin: Decodable, Sendable {}

  struct Permissions: Decodable, Sendable {
    struct Access: Decodable, Sendable {
      var accessLevel: Int?
    }

    var projectAccess: Access?
    var groupAccess: Access?
  }

  var id: Int
  var pathWithNamespace: String
  /// Null if the repository has no commits.
  var defaultBranch: String?
  var archived: Bool?
  /// The project that it is a fork of.
  var forkedFromProject: Origin?
  var mergeRequestsEnabled: Bool?
  var issuesAccessLevel: String?
  var issuesEnabled: Bool?
  var visibility: String?
  var permissions: Permissions?
  var webUrl: String?
  var mergeMethod: String?
  var squashOption: String?
  /// The project's own message for squashed commits; null: GitLab's default, the title.
  var squashCommitTemplate: String?
  var onlyAllowMergeIfPipelineSucceeds: Bool?
  var allowMergeOnSkippedPipeline: Bool?
  var mergeTrainsEnabled: Bool?
  var mergePipelinesEnabled: Bool?
  var approvalsBeforeMerge: Int?

  /// Nil if the path is invalid.
  ///
  /// GitLab leaves out levels inherited from groups of groups, so that only a level that is too low
  /// is certain. A project without merge requests counts as archived, so that lists skip it.
  var repository: Repository? {
    guard let name = RepositoryName(pathWithNamespace) else { return nil }
    let levels = [permissions?.projectAccess, permissions?.groupAccess].compactMap {
      $0?.accessLevel
    }
    return Repository(
      name: name, identifier: "\(id)", defaultBranch: defaultBranch ?? "main",
      isArchived: archived == true || mergeRequestsEnabled == false,
      isFork: forkedFromProject != nil,
      isPrivate: visibility.map { $0 != "public" } ?? false,
      canPush: levels.max().map { Permission(gitLab: $0) >= .write } ?? true,
      hasIssues: issuesAccessLevel.map { $0 != "disabled" } ?? issuesEnabled ?? true,
      allowsAutoMerge: true, webURL: webUrl ?? "")
  }
}
