import Forges
import Store

extension Watcher {
  /// Compares the commit that would be merged with the proposal: one commit on the base branch, with
  /// the proposed files and nothing else.
  ///
  /// The name of the commit alone would do if the record is right. This makes sure before the only
  /// step that can't be taken back. If the host says that it doesn't accept the signature, that counts,
  /// too; it says so in the same response.
  func isAsProposed(_ watched: inout WatchedPullRequest) async throws -> Bool {
    let branch = ProposalBranch(forge: forge, identity: identity)
    if let base = try await forge.head(of: self.branch, in: repository),
      case .commit(let found) = try await branch.addition(
        of: watched.status.head, to: base, in: repository),
      found.imprint.text == watched.record.imprint
    {
      guard found.commit.hasUnverifiedSignature else { return true }
      watched.setWaiting("\(forge.kind.name) does not accept the signature of the commit")
      watched.waitsForUnlisted = true
      try await disableAutoMerge(watched)
      return false
    }
    let obstacle = MergeObstacle.foreignCommits
    watched.setWaiting(obstacle.description)
    try await disableAutoMerge(watched)
    try await foreignCommitsNotice.write(on: watched.number)
    return false
  }

  var foreignCommitsNotice: ForeignCommitsNotice {
    ForeignCommitsNotice(
      forge: forge, identity: identity, world: world, repository: repository)
  }
}
