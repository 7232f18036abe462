import Synchronization

/// Commits that were read lately: they never change, and one base serves many proposals.
final class GitHubCommitMemory: Sendable {
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
    // The repository is part of the name: what one credential may see, another may not.
    let name = "\(repository) \(sha)"
    if let commit = known.withLock({ $0[name] }) { return commit }
    let commit = try await read()
    known.withLock { known in
      if known.count >= limit { known = [:] }
      known[name] = commit
    }
    return commit
  }
}
