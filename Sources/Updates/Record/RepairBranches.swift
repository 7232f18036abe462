import Forges
import Logging
import Store

extension RepositoryPass {
  /// Repairs what a pass left that was ended between writing a branch and saving its record.
  ///
  /// The publishing stage continues what the update still needs. Of the rest, an open pull request
  /// gets its record, so that the next stage closes it, and a branch without one is deleted.
  ///
  /// - Parameters:
  ///   - base: the repository.
  ///   - isDue: whether to repair a branch now.
  /// - Throws: `ForgeError` or `DatabaseError`.
  func repairBranches(of base: Base, where isDue: (BegunBranch) -> Bool) async throws {
    guard !isDry else { return }
    let all = try await world.store.begunBranches(
      of: base.repository.description, forge: forge.name)
    for begun in all where isDue(begun) {
      try await repair(begun, of: base)
      try await world.store.remove(begun)
    }
  }

  private func repair(_ begun: BegunBranch, of base: Base) async throws {
    let query = PullRequestQuery(head: begun.branch, base: begun.base, limit: 1)
    if let open = try await forge.pullRequests(query, in: base.repository).first {
      guard open.author?.login == identity.login, let marker = BodyMarker(in: open.body) else {
        return
      }
      return try await restoreRecord(of: open, marker, base)
    }
    let branch = ProposalBranch(forge: forge, identity: identity)
    guard
      let head = try await branch.ownHead(of: begun.branch, into: begun.base, in: base.repository)
    else { return }
    _ = try await forge.deleteBranch(begun.branch, at: head, in: base.repository)
    world.log.info("deleted the branch of an interrupted update", ["branch": begun.branch])
  }
}
