import Configuration
import Ecosystem
import Forges
import Logging
import Store
import Time

/// What the configuration says about an update whose branch CI judges before there is a pull request.
struct Judging: Hashable, Sendable {
  /// Whether the pull request waits until the branch is green.
  var opensWhenGreen = false
  /// Whether a red branch gets a pull request, in which the updates that make it red are searched.
  var opensToSplit = false
  /// Whether the branch is merged without a pull request.
  var mergesBranch = false
  /// Why it isn't merged now, although it is green; nil: nothing is in the way.
  var delay: String?
  /// The results in other repositories that the merge needs; nil: none.
  var evidence: EvidenceRequirement?

  /// Whether CI judges the branch first.
  var isWanted: Bool { opensWhenGreen || mergesBranch }
}

extension ProposalPublisher {
  /// Writes the branch without a pull request, and merges it or waits for its checks.
  ///
  /// - Parameter earlier: what earlier passes were about to write.
  /// - Returns: the state; nil to open a pull request.
  /// - Throws: `ForgeError` or `DatabaseError`.
  func judge(after earlier: [String]) async throws -> UpdateState? {
    let key = proposal.update.key
    let known = try await store.judgedBranches(of: key.repository).first { $0.key == key.recordKey }
    let branch = ProposalBranch(forge: forge, identity: identity)
    let ownership = Ownership(known: known?.head, begun: earlier, proposal: proposal)
    guard let written = try await branch.write(proposal, ownership, .ifDifferent) else {
      try await store.removeJudgedBranch(of: key.recordKey, in: key.repository, now: world.now())
      return .foreignCommits(number: nil, branch: proposal.branch)
    }
    let judged = try await note(written, known)
    switch judged.verdict {
    case .pending: return .waiting(version: proposal.update.version, reason: "CI judges its branch")
    case .failed, .timedOut:
      // Without a single check, CI doesn't run on branches.
      guard judging.opensWhenGreen, !judging.opensToSplit, !judged.checks.isEmpty else {
        return nil
      }
      let names = judged.checks.prefix(8).joined(separator: ", ")
      return .waiting(
        version: proposal.update.version, reason: "CI is red on its branch: \(names)")
    case .passed: return judging.mergesBranch ? try await merge(judged) : nil
    case .none: return nil
    }
  }

  /// Saves which commit is judged.
  private func note(_ written: WrittenBranch, _ known: JudgedBranch?) async throws -> JudgedBranch {
    let key = proposal.update.key
    if let known, known.head == written.head, known.branch == proposal.branch { return known }
    let judged = JudgedBranch(
      key: key.recordKey, branch: proposal.branch, head: written.head, since: world.now())
    try await store.save(judged, of: key.repository, now: world.now())
    return judged
  }

  /// Makes the judged commit the head of the base branch, if it is exactly the proposal on that head.
  ///
  /// A base branch that demands reviews or a queue, or that can't be written, gets a pull request.
  private func merge(_ judged: JudgedBranch) async throws -> UpdateState? {
    let (key, version) = (proposal.update.key, proposal.update.version)
    let missing = try await world.missingEvidence(
      for: proposal.update.packageSteps, judging.evidence, in: key.repository)
    if let reason = judging.delay ?? missing { return .waiting(version: version, reason: reason) }
    let rules = try await forge.branchRules?.rules(of: key.base, in: repository) ?? BranchRules()
    guard rules.approvals == 0, !rules.hasMergeQueue, rules.unread == nil else { return nil }
    let branch = ProposalBranch(forge: forge, identity: identity)
    guard
      case .commit(let found) = try await branch.addition(
        of: judged.head, to: proposal.base, in: repository),
      found.isExactly(proposal), !branch.isContradicted(found.commit)
    else { return .foreignCommits(number: nil, branch: proposal.branch) }
    // A doubtful origin is for people to judge, in a pull request.
    let origins = await world.annotated(proposal, on: forge).origins
    guard origins.originWarnings.isEmpty else { return nil }
    if let name = origins.unread.first {
      return .waiting(version: version, reason: OriginCheck.unreadReason(name))
    }
    guard found.parent == proposal.base else {
      let moved = try await branch.write(proposal, Ownership(known: judged.head), .conflicting)
      if let moved { _ = try await note(moved, nil) }
      return .waiting(version: version, reason: "CI judges its branch on the new base")
    }
    return try await moveBase(to: judged)
  }

  private func moveBase(to judged: JudgedBranch) async throws -> UpdateState? {
    let (key, version) = (proposal.update.key, proposal.update.version)
    let empty = CommitProposal(parent: judged.head, changes: [:], message: "")
    do throws(ForgeError) {
      let result = try await forge.writeBranch(
        empty, on: key.base, expecting: proposal.base, in: repository)
      guard case .written = result else {
        return .waiting(version: version, reason: "its base branch moved before the merge")
      }
    } catch {
      guard error.isRefusal else { throw error }
      world.log.info(
        "a branch cannot be merged without a pull request",
        ["repository": "\(repository)", "branch": judged.branch, "reason": error.message])
      return nil
    }
    _ = try await forge.deleteBranch(judged.branch, at: judged.head, in: repository)
    try await store.removeJudgedBranch(of: key.recordKey, in: key.repository, now: world.now())
    return .merged(version: version, base: key.base)
  }
}
