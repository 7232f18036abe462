import Forges
import Store
import Time

/// Ends pull requests of ours: closes them, deletes their branches and saves their records.
struct PullRequestCloser: Sendable {
  let forge: any Forge
  let world: World
  let repository: RepositoryName

  /// Closes an open pull request, then ends it as `closed`.
  ///
  /// - Parameters:
  ///   - record: the record of the pull request.
  ///   - comment: the comment that says why; nil if it is said elsewhere.
  ///   - head: the commit at which the branch is ours; nil keeps the branch.
  /// - Throws: `ForgeError` or `DatabaseError`.
  func close(
    _ record: inout PullRequestRecord, comment: String?, branchAt head: String?
  ) async throws {
    if let comment { _ = try await forge.comment(comment, on: record.number, in: repository) }
    _ = try await forge.update(record.number, PullRequestEdit(isOpen: false), in: repository)
    try await end(&record, as: .closed, branchAt: head)
  }

  /// Saves that a pull request is no longer open and deletes its branch.
  ///
  /// The branch is deleted first: if the process dies in between, the next pass does both again. A
  /// branch that has moved from `head` stays, because somebody else pushed to it.
  func end(
    _ record: inout PullRequestRecord, as state: PullRequestRecord.State, branchAt head: String?
  ) async throws {
    if let head, !head.isEmpty {
      _ = try await forge.deleteBranch(record.branch, at: head, in: repository)
    }
    record.state = state
    record.updatedAt = world.now()
    try await world.store.save(record)
  }
}

extension RepositoryPass {
  func closer(in repository: RepositoryName) -> PullRequestCloser {
    PullRequestCloser(forge: forge, world: world, repository: repository)
  }
}
