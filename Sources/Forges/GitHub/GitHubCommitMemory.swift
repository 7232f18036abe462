import Synchronization

/// Commits that were read lately: they never change, and one base serves many proposals.
final class GitHubCommitMemory: Sendable {
  /// The repository is part of the name: what one credential may see, another may not.
  private let known = Mutex<[String: Commit]>([:])
  private let limit: Int

  /// Keeps at most `limit` commits, then starts anew.
  init(limit: Int = 1000) {
    self.limit = limit
  }

  /// The commit of a repository, read once.
  func commit(
    _ sha: String, of repository: RepositoryName,
    read: () async throws(ForgeError) -> Commit
  ) async throws(ForgeError) -> Commit {
    if let commit = known.withLock({ $0["\(repository) \(sha)"] }) { return commit }
    let commit = try await read()
    note(commit, as: sha, of: repository)
    return commit
  }

  /// Remembers a commit that was read for another reason.
  func note(_ commit: Commit, as sha: String, of repository: RepositoryName) {
    known.withLock { known in
      if known.count >= limit { known = [:] }
      known["\(repository) \(sha)"] = commit
    }
  }
}
