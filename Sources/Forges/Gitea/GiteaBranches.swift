extension GiteaForge {
  /// A git push with the expected value: the REST interface can only add to a branch.
  package func writeBranch(
    _ proposal: CommitProposal, on branch: String, expecting expected: String?,
    in repository: RepositoryName
  ) async throws(ForgeError) -> BranchWrite {
    let account = try await user().author
    return try await writer(repository).writeBranch(
      proposal, on: branch, expecting: expected, by: account, in: repository)
  }

  /// A git push that deletes the branch at the expected commit.
  ///
  /// The branch is read first: a git server ignores the expected value of a deletion if it no longer
  /// has that object.
  package func deleteBranch(
    _ branch: String, at expected: String, in repository: RepositoryName
  ) async throws(ForgeError) -> BranchMove {
    guard let there = try await head(of: branch, in: repository) else { return .moved }
    guard there == expected else { return .lost(head: there) }
    return try await writer(repository).delete(branch, at: expected, in: repository)
  }

  private func writer(
    _ repository: RepositoryName
  ) throws(ForgeError) -> GitBranchWriter {
    guard let objects else {
      throw ForgeError(
        .unsupported, subject: "push to \(repository)", detail: "there is no cache for git")
    }
    return GitBranchWriter(host, objects, source: self)
  }
}

extension GiteaForge: CommitSigning {
  /// Signs the commits that are pushed.
  package var signer: CommitSigner? { host.signer }

  /// The credential's account.
  package func accountAuthor() async throws(ForgeError) -> Author { try await user().author }

  /// `GET git/commits/SHA`.
  package func hasCommit(
    _ sha: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Bool {
    let found: Ignored? = try await host.readIfPresent(
      get(repository, "git", "commits", sha))
    return found != nil
  }
}
