import Forges
import Logging
import Store
import Time

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
    let all = try await world.store.begunBranches(of: forge.id(of: base.repository))
    for begun in all where isDue(begun) {
      try await repair(begun, of: base)
      try await world.store.remove(begun)
    }
  }

  /// Saves the ends of pull requests that an interrupted pass opened and that people have closed or
  /// merged since, as far as the publishing stage doesn't look for them.
  ///
  /// Costs one request for each branch that such a pass has left.
  ///
  /// - Throws: `ForgeError` or `DatabaseError`.
  func endInterrupted(of base: Base) async throws {
    guard !isDry, !base.isUnchanged else { return }
    let repository = forge.id(of: base.repository)
    let open = try await world.store.pullRequests(of: repository).filter { $0.state == .open }
    let judged = try await world.store.judgedBranches(of: repository)
    let known = Set(open.map(\.branch)).union(judged.map(\.branch))
    for begun in try await world.store.begunBranches(of: repository)
    where !known.contains(begun.branch) {
      let query = PullRequestQuery(head: begun.branch, base: begun.base, state: .all, limit: 30)
      let found = try await forge.pullRequests(query, in: base.repository)
      guard !found.contains(where: { $0.state == .open }),
        let last = found.max(by: { $0.number < $1.number })
      else { continue }
      let closer = closer(in: base.repository)
      guard var record = try await closer.lostRecord(of: last, begun: begun.imprints) else {
        continue
      }
      try await closer.saveEnd(of: &record, last)
    }
  }

  /// Returns the branches that CI judges for updates of the plan, and forgets those of others.
  func judgedBranches(of base: Base, in analysis: BranchAnalysis) async throws -> Set<String> {
    let repository = forge.id(of: base.repository)
    let planned = Set(analysis.plan.plannedPullRequests.map(\.key.recordKey))
    // Projects that aren't due, or can't be read, say nothing about their branches.
    let isComplete = analysis.configuredProjects.allSatisfy { configured in
      analysis.states.contains { $0.project == configured.project && $0.problem == nil }
    }
    var kept: Set<String> = []
    for judged in try await world.store.judgedBranches(of: repository)
    where UpdateKey(judged.key, of: repository)?.base == analysis.base {
      if planned.contains(judged.key) || !isComplete {
        kept.insert(judged.branch)
      } else if !isDry {
        try await world.store.removeJudgedBranch(
          of: judged.key, in: repository, now: world.now())
      }
    }
    return kept
  }

  private func repair(_ begun: BegunBranch, of base: Base) async throws {
    let repository = base.repository
    let known = try await world.store.pullRequests(of: forge.id(of: repository))
      .first { $0.state == .open && $0.branch == begun.branch }
    if var record = known {
      guard let own = try await ownCommit(of: begun, in: repository) else { return }
      (record.head, record.imprint) = (own.commit.sha, own.imprint.text)
      return try await world.store.save(record)
    }
    let query = PullRequestQuery(head: begun.branch, base: begun.base, limit: 1)
    if let open = try await forge.pullRequests(query, in: repository).first {
      guard open.author?.login == identity.login, let marker = BodyMarker(in: open.body) else {
        return
      }
      return try await restoreRecord(of: open, marker, base)
    }
    guard let own = try await ownCommit(of: begun, in: repository) else { return }
    _ = try await forge.deleteBranch(begun.branch, at: own.commit.sha, in: repository)
    world.log.info("deleted the branch of an interrupted update", ["branch": begun.branch])
  }

  /// Returns the head of a branch if it consists of what a pass was about to write there.
  func ownCommit(
    of begun: BegunBranch, in repository: RepositoryName
  ) async throws(ForgeError) -> CommitContents? {
    guard let head = try await forge.head(of: begun.branch, in: repository),
      let base = try await forge.head(of: begun.base, in: repository)
    else { return nil }
    let branch = ProposalBranch(forge: forge, identity: identity)
    guard case .commit(let found) = try await branch.addition(of: head, to: base, in: repository),
      Ownership(begun: begun.imprints).includes(found)
    else { return nil }
    return found
  }
}
