import Forges
import Store

/// What proves that the head of a branch is martlet's.
///
/// Names, addresses and trailers prove nothing, because everybody who may push can write them. What
/// remains is the name of a commit that the state has, and a commit that consists of exactly what
/// martlet was about to write, or would write now.
struct Ownership: Sendable {
  /// The commit that martlet recorded as its own; nil or empty without a record.
  var known: String?
  /// The imprints of commits that martlet was about to write when it was ended.
  var begun: [String] = []
  /// What martlet would write now; nil if the update isn't in the plan any more.
  var proposal: Proposal?

  /// Whether a commit consists of what martlet was about to write, or would write now.
  func includes(_ found: CommitContents) -> Bool {
    begun.contains(found.imprint.text) || proposal.map(found.isExactly) ?? false
  }
}

/// A commit with one parent, and what it changes.
struct CommitContents: Sendable {
  var commit: Commit
  /// The name of the parent.
  var parent: String
  var changes: TreeChanges

  var imprint: Imprint {
    Imprint(parent: parent, message: commit.message, changes: changes)
  }

  /// Whether martlet would write exactly this commit on its parent, apart from people and times.
  func isExactly(_ proposal: Proposal) -> Bool { proposal.imprint(on: parent) == imprint }
}

/// What a branch adds to its base.
enum BranchAddition: Sendable {
  /// All its commits are in the base.
  case nothing
  /// One commit on a commit of the base.
  case commit(CommitContents)
  /// More than one commit, or one with several parents.
  case others
}

extension ProposalBranch {
  /// Whether nothing on a branch is somebody else's.
  ///
  /// - Parameters:
  ///   - head: the commit of the branch.
  ///   - base: the base branch or its commit; the parent of ours is in its history.
  ///   - ownership: what martlet knows of its own commits.
  ///   - repository: the repository of both.
  /// - Returns: false if it may be.
  /// - Throws: `ForgeError`.
  func isOurs(
    _ head: String, since base: String, by ownership: Ownership, in repository: RepositoryName
  ) async throws(ForgeError) -> Bool {
    if head == ownership.known { return true }
    switch try await addition(of: head, to: base, in: repository) {
    case .nothing: return true
    case .commit(let found): return !isContradicted(found.commit) && ownership.includes(found)
    case .others: return false
    }
  }

  /// Reads what a branch adds to its base, and the trees if that is one commit.
  func addition(
    of head: String, to base: String, in repository: RepositoryName
  ) async throws(ForgeError) -> BranchAddition {
    let commits = try await forge.commits(from: base, to: head, in: repository)
    guard let commit = commits.last else { return .nothing }
    guard commits.count == 1, commit.sha == head,
      let found = try await contents(of: commit, in: repository)
    else { return .others }
    return .commit(found)
  }

  /// Reads what a commit changes; nil if it doesn't have exactly one parent.
  func contents(
    of commit: Commit, in repository: RepositoryName
  ) async throws(ForgeError) -> CommitContents? {
    guard let parent = commit.parents.first, commit.parents.count == 1 else { return nil }
    let before = try await forge.tree(at: parent, in: repository)
    let after = try await forge.tree(at: commit.sha, in: repository)
    return CommitContents(
      commit: commit, parent: parent, changes: TreeChanges(from: before, to: after))
  }

  /// Whether the host attributes a commit to somebody else, doubts its signature, or says that it has
  /// none although martlet's have one.
  ///
  /// Amending keeps the author, so the committer counts too. GitHub's own committer appears for
  /// anyone who used its website or its API.
  func isContradicted(_ commit: Commit) -> Bool {
    let isByUs =
      isSelf(commit.author)
      && (isSelf(commit.committer) && commit.committer.email == commit.author.email
        || forge.kind.committerEmails.contains(commit.committer.email))
    let lacksSignature = commit.isUnsigned && forge.commitSigning?.signsAll == true
    return !isByUs || commit.hasUnverifiedSignature || lacksSignature
  }

  private func isSelf(_ author: Author) -> Bool {
    author.login.map { $0 == identity.login } ?? true
      || forge.commitSigning?.signs(as: author.email) ?? false
  }

  /// Whether every commit of a branch names this account and has our trailer, which anybody can do.
  ///
  /// It is only good for what does no harm if it is wrong, such as the deletion of a branch whose
  /// commits were merged.
  func looksOurs(
    _ head: String, since base: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Bool {
    try await forge.commits(from: base, to: head, in: repository).allSatisfy { commit in
      commit.message.contains(commitTrailer) && !isContradicted(commit)
    }
  }
}
