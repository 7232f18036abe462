extension BitbucketForge {
  /// By a git push with the expected value.
  package func writeBranch(
    _ proposal: CommitProposal, on branch: String, expecting expected: String?,
    in repository: RepositoryName
  ) async throws(ForgeError) -> BranchWrite {
    let me = try await user().author
    return try await writer.writeBranch(
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
    return try await writer.delete(branch, at: expected, in: repository)
  }

  /// `GET branches`, filtered by what all names have in common.
  package func missing(
    of branches: [String], in repository: RepositoryName
  ) async throws(ForgeError) -> Set<String> {
    struct Reference: Decodable, Sendable {
      var displayId: String
    }
    guard let first = branches.first else { return [] }
    let start = branches.dropFirst().reduce(first) { start, name in
      String(zip(start, name).prefix { $0 == $1 }.map(\.0))
    }
    let query = start.isEmpty ? [] : [("filterText", start)]
    let present: [Reference] = try await host.values(get(repository, "branches", query: query))
    return Set(branches).subtracting(present.map(\.displayId))
  }

  private var writer: GitBranchWriter { GitBranchWriter(host, objects, source: self) }
}

extension BitbucketForge: CommitSigning {
  /// Signs the commits that are pushed.
  package var signer: CommitSigner? { host.signer }

  /// The credential's account.
  package func accountAuthor() async throws(ForgeError) -> Author { try await user().author }

  /// `GET commits?until=SHA`.
  package func hasCommit(
    _ sha: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Bool {
    do throws(ForgeError) {
      return try await !commits(from: nil, to: sha, limit: 1, in: repository).isEmpty
    } catch {
      guard error.code == .notFound else { throw error }
      return false
    }
  }
}
