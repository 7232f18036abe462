import Git
import JSON
import Time

extension GitHubForge: CommitSigning {
  /// Signs commits instead of GitHub, which does that for an App only.
  package var signer: CommitSigner? { host.signer }

  /// GitHub signs the commits of Apps; an Enterprise Server does so only if an administrator wants it.
  package var signsAll: Bool {
    signer != nil || isApp && host.addresses.web == "https://github.com"
  }

  /// The account's address, or the one that GitHub gives accounts with a private address.
  package func accountAuthor() async throws(ForgeError) -> Author {
    guard !isApp else {
      throw ForgeError(
        .unsupported, subject: "signing",
        detail: "an App has no address; set 'email' of 'signing' to the one of the key's account")
    }
    let user: GitHubUser = try await host.read(.get(["user"], scope: .account))
    return Author(
      name: user.name ?? user.login, email: user.address(on: addressHost), login: user.login)
  }

  /// `GET git/commits/SHA`.
  package func hasCommit(
    _ sha: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Bool {
    let found: GitHubSHA? = try await host.readIfPresent(
      .get(repository.path("git", "commits", sha), scope: .owner(repository.owner)))
    return found?.sha == sha
  }

  /// The fields of a signed commit: GitHub must write exactly what was signed.
  func signedFields(
    of proposal: CommitProposal, tree: String, by signer: CommitSigner,
    in repository: RepositoryName
  ) async throws(ForgeError) -> SignedFields {
    let author: Author
    if let named = proposal.author { author = named } else { author = try await commitAuthor() }
    let date = author.date ?? host.pacing.now()
    let commit = UnsignedCommit(
      tree: tree, parent: proposal.parent, message: proposal.message,
      author: Signature(name: author.name, email: author.email, seconds: date.seconds))
    let person = Object([
      ("name", .string(commit.author.name)), ("email", .string(commit.author.email)),
      ("date", .string(date.rfc3339Seconds)),
    ])
    return SignedFields(
      commit: commit, person: .object(person), signature: try await signer.sign(commit, repository))
  }

  private var addressHost: String {
    let web = host.addresses.web
    return web.firstRange(of: "://").map { String(web[$0.upperBound...].prefix { $0 != "/" }) }
      ?? web
  }
}

/// The additional fields of a request that creates a signed commit.
struct SignedFields: Sendable {
  let commit: UnsignedCommit
  /// Author and committer.
  let person: Value
  let signature: String

  /// Throws if GitHub says that it signed something else, which would make the signature invalid.
  func check(_ made: GitHubGitCommit) throws(ForgeError) {
    guard let payload = made.verification?.payload, Array(payload.utf8) != commit.bytes else {
      return
    }
    throw ForgeError(
      .malformed, subject: "POST git/commits",
      detail: "the host changed a signed commit, so that its signature is invalid")
  }
}

extension GitHubUser {
  /// The public address, or the one for commits of an account with a private address.
  fileprivate func address(on host: String) -> String {
    if let email, !email.isEmpty { return email }
    let name = id.map { "\($0)+\(login)" } ?? login
    return "\(name)@users.noreply.\(host)"
  }
}
