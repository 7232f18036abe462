import Forges
import Logging
import Store

extension RepositoryPass {
  /// Closes our open pull requests whose branches a person deleted, and declines their versions.
  ///
  /// Most hosts close them themselves. On the others this costs a request if a pull request of ours
  /// is open, unless the request of the default branch has shown their branches.
  ///
  /// - Throws: `ForgeError` or `DatabaseError`.
  func declineDeletedBranches(of base: Base) async throws {
    let repository = base.repository
    guard let headBranches = forge.headBranches else { return }
    let records = try await world.store.pullRequests(of: forge.id(of: repository))
    let open = records.filter { $0.state == .open }
    guard !open.isEmpty else { return }
    let missing: Set<String>
    if let known = base.missingHeads {
      missing = known
    } else {
      missing = try await headBranches.missing(of: open.map(\.branch), in: repository)
    }
    for var record in open where missing.contains(record.branch) && !record.isReopened {
      // Read again: the list may be older than a branch that was just created.
      guard try await forge.pullRequest(record.number, in: repository).state == .open,
        try await forge.head(of: record.branch, in: repository) == nil
      else { continue }
      let closer = closer(in: repository)
      try await closer.say(DeclineComment.text(world.language), on: record.number)
      _ = try await forge.update(record.number, PullRequestEdit(isOpen: false), in: repository)
      try await closer.end(&record, as: .declined, branchAt: nil)
      world.log.info(
        "a person deleted the branch of a pull request", ["pull-request": "\(record.number)"])
    }
  }
}

extension PullRequestRecord {
  /// Whether a person reopened it, and the publishing stage hasn't restored its branch yet.
  ///
  /// A record that was restored from the forge has no digest either, but no base.
  fileprivate var isReopened: Bool { digest.isEmpty && !base.isEmpty }
}
