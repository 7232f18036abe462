package import Forges
package import Store

/// What the state knows of a repository when an event about it comes in.
package struct RepositorySnapshot: Hashable, Sendable {
  /// Branches of our open pull requests.
  package var branches: Set<String>
  /// The commits that they were left at.
  package var heads: Set<String>
  /// Branches that the repository's file names as `target-branch`, and the known default branch:
  /// not every host's webhooks name that.
  package var targets: Set<String>
  /// Whether a pass is running, which may have opened pull requests that aren't stored yet.
  package var isVisited: Bool

  /// Starts from a repository without pull requests.
  package init(
    branches: Set<String> = [], heads: Set<String> = [], targets: Set<String> = [],
    isVisited: Bool = false
  ) {
    self.branches = branches
    self.heads = heads
    self.targets = targets
    self.isVisited = isVisited
  }
}

extension StateStore {
  /// Reads the stored state of a repository.
  ///
  /// - Throws: `DatabaseError`.
  package func snapshot(of repository: RepositoryID) async throws -> RepositorySnapshot {
    let open = try await pullRequests(of: repository).filter { $0.state == .open }
    let agenda = try await agenda(of: repository)
    let base = try await record(of: repository)?.defaultBranch
    let claims = try await claims()
    return RepositorySnapshot(
      branches: Set(open.map(\.branch)), heads: Set(open.map(\.head)),
      targets: Set(agenda.map(\.target) + [base].compactMap(\.self)).subtracting([""]),
      isVisited: claims.contains { $0.job.repository == repository })
  }
}
