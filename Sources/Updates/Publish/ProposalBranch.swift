import Ecosystem
import Forges
import Time

/// When the branch of a pull request is rebuilt.
enum Rebuild: Hashable, Sendable {
  /// Always: no pull request has used the branch. It is created without looking for it first.
  case new
  /// Only if its contents differ from the proposal.
  case ifDifferent
  /// Even if its contents are right, because it conflicts with its base.
  case conflicting
  /// A person requested it when the branch was at `head`.
  case requested(at: String, overwritesOthers: Bool)

  /// Whether commits of others may be lost: those that the branch had when a person asked for it.
  func overwritesOthers(at head: String) -> Bool {
    if case .requested(head, let overwrites) = self { overwrites } else { false }
  }

  /// Whether to rebuild a branch with the right contents.
  ///
  /// If it has moved since the request, it was rebuilt already.
  func isDue(at head: String) -> Bool {
    switch self {
    case .new, .ifDifferent: false
    case .conflicting: true
    case .requested(let requested, _): requested == head
    }
  }
}

extension ForeignProposal {
  /// Replaces the commits of the other bot, unless the branch moves meanwhile.
  var rebuild: Rebuild {
    isContinued ? .ifDifferent : .requested(at: head, overwritesOthers: true)
  }
}

/// Writes the commit and the branch of a proposal.
struct ProposalBranch: Sendable {
  let forge: any Forge
  let identity: Account

  /// Creates or moves the branch, unless it holds commits of others.
  ///
  /// - Parameters:
  ///   - proposal: the contents of the branch.
  ///   - ownership: what martlet knows of its own commits.
  ///   - rebuild: when to move an existing branch.
  /// - Returns: the branch's commit; nil if the branch holds commits of others.
  /// - Throws: `ForgeError`; `conflict` if somebody moved the branch at the same time.
  func write(
    _ proposal: Proposal, _ ownership: Ownership, _ rebuild: Rebuild
  ) async throws(ForgeError) -> WrittenBranch? {
    if let head = try await forge.head(of: proposal.branch, in: proposal.repository) {
      return try await update(head, proposal, ownership, rebuild)
    }
    switch try await writeBranch(proposal, expecting: nil) {
    case .written(let commit): return WrittenBranch(proposal, at: commit)
    case .lost(let head):
      guard let head else { throw .lostBranch(proposal.branch) }
      return try await update(head, proposal, ownership, rebuild)
    }
  }

  /// Creates the branch without looking for it first.
  ///
  /// - Returns: its commit; nil if a branch of that name exists, which stays unchanged.
  /// - Throws: `ForgeError`.
  func create(_ proposal: Proposal) async throws(ForgeError) -> WrittenBranch? {
    guard case .written(let commit) = try await writeBranch(proposal, expecting: nil) else {
      return nil
    }
    return WrittenBranch(proposal, at: commit)
  }

  private func writeBranch(
    _ proposal: Proposal, expecting expected: String?
  ) async throws(ForgeError) -> BranchWrite {
    try await forge.writeBranch(
      proposal.commit, on: proposal.branch, expecting: expected, in: proposal.repository)
  }

  /// Keeps the head if it has the proposal's contents, else moves the branch if it is ours.
  private func update(
    _ head: String, _ proposal: Proposal, _ ownership: Ownership, _ rebuild: Rebuild
  ) async throws(ForgeError) -> WrittenBranch? {
    guard head != proposal.base else { return try await move(from: head, proposal) }
    let isKnown = head == ownership.known
    let mayMove = isKnown || rebuild.overwritesOthers(at: head)
    // An unnecessary move would start CI again.
    let isDue = rebuild.isDue(at: head)
    if mayMove, isDue { return try await move(from: head, proposal) }
    switch try await addition(of: head, to: proposal.base, in: proposal.repository) {
    case .nothing: break
    case .others: guard mayMove else { return nil }
    case .commit(let found):
      let isExact = found.isExactly(proposal)
      let isProven = isExact || ownership.includes(found)
      let isOurs = isKnown || isProven && !isContradicted(found.commit)
      if !isDue, isOurs, isExact || isKnown && found.changes.contains(TreeChanges(of: proposal)) {
        return WrittenBranch(found)
      }
      guard mayMove || isOurs else { return nil }
    }
    return try await move(from: head, proposal)
  }

  private func move(
    from head: String, _ proposal: Proposal
  ) async throws(ForgeError) -> WrittenBranch {
    guard case .written(let commit) = try await writeBranch(proposal, expecting: head) else {
      throw .lostBranch(proposal.branch)
    }
    return WrittenBranch(proposal, at: commit)
  }

  /// Finds our commit at the start of a branch on which others have continued.
  ///
  /// - Returns: nil if the first commit isn't exactly what martlet would write.
  func ownCommit(for proposal: Proposal) async throws(ForgeError) -> WrittenBranch? {
    let repository = proposal.repository
    guard let head = try await forge.head(of: proposal.branch, in: repository),
      let first = try await forge.commits(from: proposal.base, to: head, in: repository).first,
      !isContradicted(first), let found = try await contents(of: first, in: repository),
      found.isExactly(proposal), try await hasContents(head, of: proposal)
    else { return nil }
    return WrittenBranch(found)
  }

  /// Whether a commit has the contents of every changed file.
  private func hasContents(
    _ head: String, of proposal: Proposal
  ) async throws(ForgeError) -> Bool {
    let tree = try await forge.tree(at: head, in: proposal.repository)
    let parent = try await forge.tree(at: proposal.base, in: proposal.repository)
    return TreeChanges(from: parent, to: tree).contains(TreeChanges(of: proposal))
  }
}

/// The state of a branch after a write.
struct WrittenBranch: Hashable, Sendable {
  /// The commit with the proposal.
  var head: String
  /// The commit that it is built on; nil if nothing proves that it is ours.
  var parent: String?
  /// What that commit consists of; nil if nothing proves that it is ours.
  var imprint: Imprint?

  /// Describes a branch that may have commits of others.
  init(unproven head: String) {
    self.head = head
  }

  /// Describes a branch that is kept.
  init(_ found: CommitContents) {
    head = found.commit.sha
    parent = found.parent
    imprint = found.imprint
  }

  /// Describes a branch that was written.
  init(_ proposal: Proposal, at commit: String) {
    head = commit
    parent = proposal.base
    imprint = proposal.imprint(on: proposal.base)
  }
}

extension ForgeError {
  fileprivate static func lostBranch(_ branch: String) -> ForgeError {
    ForgeError(.conflict, subject: branch, detail: "somebody else moved the branch")
  }
}
