import HTTP

extension AzureForge {
  /// `GET connectionData`.
  package func identity() async throws(ForgeError) -> Account {
    try await readAccount().account
  }

  /// The account of the token, which is read once.
  func account() async throws(ForgeError) -> AzureAccount {
    if let me = memory.me { return me }
    return try await readAccount()
  }

  private func readAccount() async throws(ForgeError) -> AzureAccount {
    let call = HostCall.get(
      ["_apis", "connectionData"], [("api-version", Self.preview)], scope: .account)
    let data: AzureConnectionData = try await host.read(call)
    guard let me = data.account else {
      var error = ForgeError(
        .unauthorized, subject: call.summary, detail: "the host does not accept the token")
      error.url = host.addresses.web
      throw error
    }
    memory.me = me
    return me
  }

  /// `GET git/repositories` of all projects.
  package func listing() async throws(ForgeError) -> RepositoryListing {
    let call = HostCall.get(
      ["_apis", "git", "repositories"], [("api-version", Self.version)], scope: .account)
    let found: [AzureRepository] = try await host.all(call)
    return RepositoryListing(
      found.compactMap { repository in
        guard let name = repository.fullName else { return nil }
        memory.remember(repository, as: name)
        return repository.value(name, web: host.addresses.web)
      })
  }

  /// `GET git/repositories/NAME`.
  package func repository(_ name: RepositoryName) async throws(ForgeError) -> Repository {
    let found = try await readDetails(of: name)
    guard let present = found.fullName else {
      throw ForgeError(.malformed, subject: get(name).summary, detail: "no valid name")
    }
    return found.value(present, web: host.addresses.web)
  }

  /// The repository in the host's format, as it was last read.
  func details(of name: RepositoryName) async throws(ForgeError) -> AzureRepository {
    if let known = memory.repository(name) { return known }
    return try await readDetails(of: name)
  }

  private func readDetails(of name: RepositoryName) async throws(ForgeError) -> AzureRepository {
    let found: AzureRepository = try await host.read(get(name))
    memory.remember(found, as: name)
    return found
  }
}

/// A repository in Azure DevOps' format.
struct AzureRepository: Decodable, Hashable, Sendable {
  struct Project: Decodable, Hashable, Sendable {
    var id: String
    var name: String
    /// `private` or `public`.
    var visibility: String?
  }

  var id: String
  var name: String
  var project: Project
  /// With `refs/heads/`; nil for a repository without commits.
  var defaultBranch: String?
  /// Whether an administrator has switched it off.
  var isDisabled: Bool?
  var isFork: Bool?

  /// Nil if the name is invalid.
  var fullName: RepositoryName? { RepositoryName(project: project.name, name: name) }

  func value(_ present: RepositoryName, web: String) -> Repository {
    Repository(
      name: present, identifier: id, defaultBranch: AzureRef.branch(defaultBranch) ?? "main",
      isArchived: isDisabled == true, isFork: isFork == true,
      isPrivate: project.visibility != "public",
      webURL: "\(web)/\(present.owner)/_git/\(present.name)")
  }
}

/// Names of references.
enum AzureRef {
  /// The branch of a full name; nil if it isn't a branch.
  static func branch(_ name: String?) -> String? {
    guard let name, name.hasPrefix("refs/heads/") else { return nil }
    return String(name.dropFirst("refs/heads/".count))
  }
}
