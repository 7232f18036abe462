import HTTP

extension GitHubForge: GrantChecking {
  /// What an App's installation must be granted, by GitHub's names, in the order of its page.
  private static let demanded = [
    ("contents", "write"), ("pull_requests", "write"), ("issues", "write"), ("checks", "read"),
    ("statuses", "read"), ("metadata", "read"),
  ]

  /// Reads the permissions of an App's installations, or the scopes of a classic token.
  ///
  /// The permissions of a fine-grained token can't be read: use `probe`.
  package func missingGrants() async throws(ForgeError) -> [MissingGrant] {
    isApp ? try await missingPermissions() : try await missingScopes()
  }

  /// Reads what an App's installations grant beyond what tokens are requested with, or the scopes of a
  /// classic token beyond those for repositories and workflows.
  package func excessGrants() async throws(ForgeError) -> [MissingGrant] {
    guard isApp else {
      return try await scopes().filter { !Self.neededScopes.contains($0) }
        .map { MissingGrant(owner: nil, grant: "the scope '\($0)'") }
    }
    return try await installations().flatMap { installation in
      (installation.permissions ?? [:]).sorted { $0.key < $1.key }
        .filter { GitHubPermissions.isTooMuch($0.key, $0.value) }
        .map { MissingGrant(owner: installation.owner, grant: "\($0.key): \($0.value)") }
    }
  }

  private static let neededScopes: Set = ["repo", "public_repo", "workflow", "read:org"]

  private struct Granted: Decodable, Sendable {
    var account: GitHubUser?
    var permissions: [String: String]?
    var suspendedAt: String?

    var owner: String { account?.login ?? "an unknown owner" }
  }

  private func installations() async throws(ForgeError) -> [Granted] {
    try await host.list(
      .get(["app", "installations"], [("per_page", "100")], scope: .account)
    ) { (page: [Granted]) in page }
  }

  private func missingPermissions() async throws(ForgeError) -> [MissingGrant] {
    try await installations().flatMap { installation -> [MissingGrant] in
      let owner = installation.owner
      guard installation.suspendedAt == nil else {
        return [MissingGrant(owner: owner, grant: "anything: the installation is suspended")]
      }
      let granted = installation.permissions ?? [:]
      return Self.demanded.filter { name, level in
        granted[name] != "admin" && granted[name] != "write" && granted[name] != level
      }.map { MissingGrant(owner: owner, grant: "\($0): \($1)") }
    }
  }

  /// Classic tokens list their scopes in a header; other tokens have none.
  private func missingScopes() async throws(ForgeError) -> [MissingGrant] {
    let response = try await host.send(.get(["user"], scope: .account))
    guard response.headers["X-OAuth-Scopes"] != nil else { return [] }
    let scopes = Self.scopes(response)
    if scopes.contains("repo") { return [] }
    return [
      MissingGrant(
        owner: nil,
        grant: scopes.contains("public_repo")
          ? "the scope 'repo': only public repositories can be changed" : "the scope 'repo'")
    ]
  }

  private func scopes() async throws(ForgeError) -> [String] {
    Self.scopes(try await host.send(.get(["user"], scope: .account)))
  }

  private static func scopes(_ response: Response) -> [String] {
    (response.headers["X-OAuth-Scopes"] ?? "").split { $0 == "," || $0 == " " }.map(String.init)
  }

  /// Sends three writes that name a commit or branch that doesn't exist.
  package func probe(_ repository: Repository) async throws(ForgeError) -> [RefusedWrite] {
    let (name, branch) = (repository.name, WriteProbe.branch)
    var probe = WriteProbe()
    try await probe.attempt("create branches") { () async throws(ForgeError) in
      _ = try await createBranch(branch, at: WriteProbe.missingCommit, in: name)
    }
    // A move, because a server may carry out a deletion although it doesn't know the expected object.
    if let head = try await head(of: repository.defaultBranch, in: name) {
      try await probe.attempt("push to branches") { () async throws(ForgeError) in
        _ = try await moveBranch(
          branch, from: WriteProbe.missingCommit, to: head, force: true, in: name)
      }
    }
    try await probe.attempt("open pull requests") { () async throws(ForgeError) in
      let draft = PullRequestDraft(
        head: branch, base: repository.defaultBranch, title: "martlet doctor", body: "")
      _ = try await open(draft, in: name)
    }
    return probe.refused
  }
}
