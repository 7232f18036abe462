import Synchronization

/// Recently read commits: they never change, and one base serves many proposals.
final class CommitMemory: Sendable {
  /// By repository and name, because access differs by repository.
  private let known = Mutex<[String: Commit]>([:])
  private let limit: Int

  /// Keeps at most `limit` commits, then forgets all.
  init(limit: Int = 1000) {
    self.limit = limit
  }

  /// Returns a commit, which is read at most once.
  func commit(
    _ sha: String, of repository: RepositoryName,
    read: () async throws(ForgeError) -> Commit
  ) async throws(ForgeError) -> Commit {
    if let commit = known.withLock({ $0["\(repository) \(sha)"] }) { return commit }
    let commit = try await read()
    remember(commit, as: sha, of: repository)
    return commit
  }

  /// Records a commit that was read for another purpose.
  func remember(_ commit: Commit, as sha: String, of repository: RepositoryName) {
    known.withLock { known in
      if known.count >= limit { known = [:] }
      known["\(repository) \(sha)"] = commit
    }
  }
}
