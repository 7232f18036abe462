extension AzureForge {
  /// By a git push with the expected value.
  package func writeBranch(
    _ proposal: CommitProposal, on branch: String, expecting expected: String?,
    in repository: RepositoryName
  ) async throws(ForgeError) -> BranchWrite {
    let me = try await account().author
    return try await writer(for: repository).writeBranch(
      proposal, on: branch, expecting: expected, by: me, in: repository)
  }

  /// By a git push with the expected value.
  ///
  /// The branch is read first: a git server ignores the expected value of a deletion if it no longer
  /// has that object.
  package func deleteBranch(
    _ branch: String, at expected: String, in repository: RepositoryName
  ) async throws(ForgeError) -> BranchMove {
    guard let there = try await head(of: branch, in: repository) else { return .moved }
    guard there == expected else { return .lost(head: there) }
    return try await writer(for: repository).delete(branch, at: expected, in: repository)
  }

  /// `GET refs`, filtered by what all names have in common.
  package func missing(
    of branches: [String], in repository: RepositoryName
  ) async throws(ForgeError) -> Set<String> {
    guard let first = branches.first else { return [] }
    let start = branches.dropFirst().reduce(first) { start, name in
      String(zip(start, name).prefix { $0 == $1 }.map(\.0))
    }
    let present: [AzureBranch] = try await host.continued(
      get(repository, "refs", query: [("filter", "heads/\(start)")]))
    return Set(branches).subtracting(present.compactMap { AzureRef.branch($0.name) })
  }

  private func writer(for repository: RepositoryName) -> GitBranchWriter {
    var writer = GitBranchWriter(host, objects, source: self)
    writer.listing = { (commit) async throws(ForgeError) in
      try await listing(at: commit, in: repository)
    }
    return writer
  }
}

extension AzureForge: CommitSigning {
  /// Signs the commits that are pushed.
  package var signer: CommitSigner? { host.signer }

  /// The credential's account.
  package func accountAuthor() async throws(ForgeError) -> Author { try await account().author }

  /// `GET commits/SHA`.
  package func hasCommit(
    _ sha: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Bool {
    let found: Ignored? = try await host.readIfPresent(
      get(repository, "commits", sha))
    return found != nil
  }
}
