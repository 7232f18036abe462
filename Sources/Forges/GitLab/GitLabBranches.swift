extension GitLabForge {
  /// By a git push with the expected value: the REST API has no compare-and-swap.
  package func writeBranch(
    _ proposal: CommitProposal, on branch: String, expecting expected: String?,
    in repository: RepositoryName
  ) async throws(ForgeError) -> BranchWrite {
    let me = try await user().author()
    return try await writer.writeBranch(
      proposal, on: branch, expecting: expected, by: me, in: repository)
  }

  /// By a git push with the expected value.
  package func deleteBranch(
    _ branch: String, at expected: String, in repository: RepositoryName
  ) async throws(ForgeError) -> BranchMove {
    try await writer.delete(branch, at: expected, in: repository)
  }

  /// `GET repository/branches`, by what all names begin with.
  package func missing(
    of branches: [String], in repository: RepositoryName
  ) async throws(ForgeError) -> Set<String> {
    guard !branches.isEmpty else { return [] }
    let start = branches.commonStart
    var query = [("per_page", "100")]
    if !start.isEmpty { query.append(("search", "^\(start)")) }
    let present = try await list(query, in: repository)
    return Set(branches).subtracting(present.compactMap(\.name))
  }

  /// `GET repository/branches` by a regular expression for both.
  ///
  /// Nil without the branch, or if the project has another path: then it is requested by its name.
  package func branch(
    _ name: String, checking others: [String], in repository: RepositoryName
  ) async throws(ForgeError) -> CheckedBranch? {
    let start = others.commonStart
    guard !start.isEmpty else { return nil }
    let pattern = "^(\(name.escapedForRE2)$|\(start.escapedForRE2))"
    let present = try await list([("per_page", "100"), ("regex", pattern)], in: repository)
    guard let found = present.first(where: { $0.name == name }),
      !found.isElsewhere(than: repository)
    else { return nil }
    return CheckedBranch(
      branch: Branch(name: name, head: found.commit.id),
      missing: Set(others).subtracting(present.compactMap(\.name)))
  }

  private func list(
    _ query: [(String, String)], in repository: RepositoryName
  ) async throws(ForgeError) -> [GitLabBranch] {
    try await host.list(
      .get(repository.project("repository", "branches"), query, of: repository)
    ) { (page: [GitLabBranch]) in page }
  }

  private var writer: GitBranchWriter { GitBranchWriter(host, objects, source: self) }
}

extension GitLabUser {
  /// The addresses by which commits are ours, in lower case.
  var addresses: Set<String> {
    Set([commitEmail, email].compactMap { $0?.lowercased() }.filter { !$0.isEmpty })
  }

  /// The author of our commits; GitLab connects the address with the account, and push rules may
  /// demand that.
  func author() throws(ForgeError) -> Author {
    guard let address = [commitEmail, email].compactMap({ $0 }).first(where: { !$0.isEmpty }) else {
      throw ForgeError(
        .malformed, subject: "GET /user", detail: "the account has no email address for commits")
    }
    return Author(name: name ?? username, email: address, login: username)
  }
}

extension [String] {
  /// The text with which all begin.
  fileprivate var commonStart: String {
    guard let first else { return "" }
    return dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
  }
}

extension String {
  /// The text as a regular expression of RE2 that matches nothing else.
  fileprivate var escapedForRE2: String {
    map { $0.isLetter || $0.isNumber || "-_/".contains($0) ? "\($0)" : "\\\($0)" }.joined()
  }

  /// The text with which both begin.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}

extension GitLabForge: CommitSigning {
  /// Signs the commits that are pushed.
  package var signer: CommitSigner? { host.signer }

  /// The credential's account.
  package func accountAuthor() async throws(ForgeError) -> Author { try await user().author() }

  /// `GET repository/commits/SHA`.
  package func hasCommit(
    _ sha: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Bool {
    let found: Ignored? = try await host.readIfPresent(
      .get(repository.project("repository", "commits", sha), of: repository))
    return found != nil
  }
}
