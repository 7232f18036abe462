import HTTP
import JSON
package import Time

extension GitLabForge: GrantChecking {
  /// The scopes of the token; other kinds of tokens report none.
  package func missingGrants() async throws(ForgeError) -> [MissingGrant] {
    guard let scopes = try await token()?.scopes, !scopes.contains("api") else { return [] }
    let present =
      scopes.isEmpty ? "it has none" : "it has \(scopes.sorted().joined(separator: ", "))"
    return [MissingGrant(owner: nil, grant: "the scope 'api': \(present)")]
  }

  /// The scopes of the token beyond `api`, which covers all that martlet does, and the rights of an
  /// administrator.
  package func excessGrants() async throws(ForgeError) -> [MissingGrant] {
    let covered: Set = ["api", "read_api", "read_user", "read_repository", "write_repository"]
    let scopes = try await (token()?.scopes ?? []).filter { !covered.contains($0) }.sorted()
      .map { MissingGrant(owner: nil, grant: "the scope '\($0)'") }
    let user: GitLabUser = try await host.read(.get(["user"], scope: .account))
    return scopes + (user.isAdmin == true ? [.administrator] : [])
  }

  /// The beginning of the day on which the token expires, which GitLab counts by UTC.
  package func expiry() async throws(ForgeError) -> Timestamp? {
    try await token()?.expiresAt.flatMap { HostTime.date("\($0)T00:00:00Z") }
  }

  private struct Token: Decodable, Sendable {
    var scopes: [String]?
    /// A date such as `2027-01-01`; nil for a token that doesn't expire.
    var expiresAt: String?
  }

  /// `GET personal_access_tokens/self`, which tokens of projects and groups have, too.
  private func token() async throws(ForgeError) -> Token? {
    do throws(ForgeError) {
      return try await host.readIfPresent(
        .get(["personal_access_tokens", "self"], scope: .account))
    } catch {
      // A token that may only read its own account, or one of OAuth.
      guard [.forbidden, .rejected].contains(error.code) else { throw error }
      return nil
    }
  }

  /// Sends three writes that name a commit or branch that doesn't exist.
  package func probe(_ repository: Repository) async throws(ForgeError) -> [RefusedWrite] {
    let name = repository.name
    var probe = WriteProbe()
    try await probe.attempt("create branches") { () async throws(ForgeError) in
      try await host.repeatable(
        .write(
          .post, name.project("repository", "branches"),
          ["branch": .string(WriteProbe.branch), "ref": .string(WriteProbe.missingCommit)],
          scope: .owner(name.owner)))
    }
    try await probe.attemptPush("push to branches", to: repository, on: self, by: host)
    try await probe.attemptOpening(
      "open merge requests", isMissingExpected: false, in: repository, on: self)
    return probe.refused
  }
}
