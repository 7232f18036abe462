import Forges
import Store
import Time

extension RepositoryPass {
  /// Ends the search in a group without an open pull request.
  ///
  /// What it found stays known as long as the versions are proposed: otherwise the group would take
  /// the updates back as soon as its rest is merged. The record stays for a day, because the parts that
  /// were begun count for the limit.
  func end(_ known: SplitRecord, _ findings: [SplitFinding]) async throws {
    var record = known
    if !record.trials.isEmpty || record.isSearching {
      try await endSearch(&record, in: record.repository.name)
    }
    record.forgetStarts(before: world.now() - .days(1))
    if findings.isEmpty, record.starts.isEmpty {
      return try await world.store.remove(record)
    }
    record.findings = findings
    if findings.isEmpty { record.request = nil }
    if record != known { try await world.store.save(record) }
  }

  /// Ends the searches into branches that no entry updates any more.
  func endSplits(outside checkouts: [Checkout], of base: Base) async throws {
    let entries = checkouts.flatMap(\.entries)
    guard !isDry, !entries.isEmpty, entries.allSatisfy({ $0.refusal == nil }) else { return }
    let branches = Set(checkouts.map(\.branch))
    let repository = forge.id(of: base.repository)
    for record in try await world.store.splits(of: repository) {
      guard let key = UpdateKey(record.key, of: repository), !branches.contains(key.base) else {
        continue
      }
      try await end(record, [])
    }
  }

  /// Ends a search: everything that it left on the forge is removed.
  func endSearch(
    _ record: inout SplitRecord, in repository: RepositoryName
  ) async throws {
    // First, so that no later pass continues with the parts that are left.
    if record.isSearching {
      record.versions = [:]
      try await world.store.save(record)
    }
    try await removeTrials(&record, in: repository) { _ in true }
    record.trials = []
    try await world.store.save(record)
  }

  /// Removes the branches of trials, and their draft pull requests with them.
  func removeTrials(
    _ record: inout SplitRecord, in repository: RepositoryName,
    where isObsolete: (SplitTrial) -> Bool
  ) async throws {
    guard let base = UpdateKey(record.key, of: record.repository)?.base else { return }
    for index in record.trials.indices {
      let trial = record.trials[index]
      guard trial.isOnForge, isObsolete(trial) else { continue }
      if let number = try await draft(of: trial, base, repository) {
        _ = try await forge.update(number, PullRequestEdit(isOpen: false), in: repository)
      }
      if let head = try await ownHead(of: trial, base, repository) {
        _ = try await forge.deleteBranch(trial.branch, at: head, in: repository)
      }
      record.trials[index].isRemoved = true
      try await world.store.save(record)
    }
  }

  /// The open draft pull request of a part, also if a pass was ended before it saved the number.
  private func draft(
    of trial: SplitTrial, _ base: String, _ repository: RepositoryName
  ) async throws(ForgeError) -> Int? {
    if let number = trial.number {
      return try await forge.pullRequest(number, in: repository).state == .open ? number : nil
    }
    guard trial.opensDraft == true else { return nil }
    let query = PullRequestQuery(head: trial.branch, base: base, limit: 1)
    return try await forge.pullRequests(query, in: repository)
      .first { $0.author?.login == identity.login }?.number
  }

  /// The commit of a part, also if a pass was ended before it saved the commit.
  ///
  /// - Returns: nil without a branch, or if the branch is somebody else's.
  private func ownHead(
    of trial: SplitTrial, _ base: String, _ repository: RepositoryName
  ) async throws(ForgeError) -> String? {
    guard trial.head.isEmpty else { return trial.head }
    guard !trial.imprints.isEmpty,
      let head = try await forge.head(of: trial.branch, in: repository)
    else { return nil }
    let branch = ProposalBranch(forge: forge, identity: identity)
    let isOurs = try await branch.isOurs(
      head, since: base, by: Ownership(known: nil, begun: trial.imprints), in: repository)
    return isOurs ? head : nil
  }
}
