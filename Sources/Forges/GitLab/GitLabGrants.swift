import FoundationEssentials
import Git
import HTTP
import JSON

extension GitLabForge: GrantChecking {
  /// `GET personal_access_tokens/self`, which tokens of projects and groups have, too; other kinds of
  /// tokens report no scopes.
  package func missingGrants() async throws(ForgeError) -> [MissingGrant] {
    struct Token: Decodable {
      var scopes: [String]?
    }
    let token: Token?
    do throws(ForgeError) {
      token = try await host.readIfPresent(
        .get(["personal_access_tokens", "self"], scope: .account))
    } catch {
      // A token that may only read its own account, or one of OAuth.
      guard [.forbidden, .rejected].contains(error.code) else { throw error }
      token = nil
    }
    guard let scopes = token?.scopes, !scopes.contains("api") else { return [] }
    let words = scopes.isEmpty ? "it has none" : "it has \(scopes.sorted().joined(separator: ", "))"
    return [MissingGrant(owner: nil, grant: "the scope 'api': \(words)")]
  }

  /// Sends three writes that name a commit or branch that doesn't exist.
  ///
  /// GitLab checks the permission before the content of a request, so "there is no such commit" means
  /// that the write is permitted.
  package func probe(_ repository: Repository) async throws(ForgeError) -> [RefusedWrite] {
    let (name, branch) = (repository.name, "martlet/doctor")
    let missing = String(repeating: "1", count: 40)
    var refused: [RefusedWrite] = []
    func attempt(
      _ write: String, _ body: () async throws(ForgeError) -> Void
    ) async throws(ForgeError) {
      do throws(ForgeError) {
        try await body()
      } catch {
        switch error.code {
        case .rejected, .conflict: return
        case .forbidden, .notFound, .archived, .unauthorized:
          refused.append(RefusedWrite(write: write, reason: error.detail))
        default: throw error
        }
      }
    }
    try await attempt("create branches") { () async throws(ForgeError) in
      try await host.repeatable(
        .write(
          .post, name.project("repository", "branches"),
          ["branch": .string(branch), "ref": .string(missing)], scope: .owner(name.owner)))
    }
    if let head = try await head(of: repository.defaultBranch, in: name) {
      try await attempt("push to branches") { () async throws(ForgeError) in
        let update = RefUpdate("refs/heads/\(branch)", from: missing, to: head)
        try await host.push(update, to: name) { () async throws(ForgeError) in nil }
      }
    }
    try await attempt("open merge requests") { () async throws(ForgeError) in
      let draft = PullRequestDraft(
        head: branch, base: repository.defaultBranch, title: "martlet doctor", body: "")
      _ = try await open(draft, in: name)
    }
    return refused
  }
}
