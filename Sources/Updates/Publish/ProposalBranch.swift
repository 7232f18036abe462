import Crypto
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

  /// Whether commits of others may be lost.
  var overwritesOthers: Bool {
    if case .requested(_, let overwrites) = self { overwrites } else { false }
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

/// Writes the commit and the branch of a proposal.
struct ProposalBranch: Sendable {
  let forge: any Forge
  let identity: Account

  /// Creates or moves the branch, unless it holds commits of others.
  ///
  /// - Parameters:
  ///   - proposal: the contents of the branch.
  ///   - known: the commit that martlet pushed last.
  ///   - rebuild: when to move an existing branch.
  /// - Returns: the branch's commit; nil if the branch holds commits of others.
  /// - Throws: `ForgeError`; `conflict` if somebody moved the branch at the same time.
  func write(
    _ proposal: Proposal, known: String?, _ rebuild: Rebuild
  ) async throws(ForgeError) -> String? {
    if let head = try await forge.head(of: proposal.branch, in: proposal.repository) {
      return try await update(head, proposal, known: known, rebuild)
    }
    switch try await place(proposal, expecting: nil) {
    case .placed(let commit): return commit
    case .lost(let head):
      guard let head else { throw .lostBranch(proposal.branch) }
      return try await update(head, proposal, known: known, rebuild)
    }
  }

  /// Creates the branch without looking for it first.
  ///
  /// - Returns: its commit; nil if a branch of that name exists, which stays unchanged.
  /// - Throws: `ForgeError`.
  func create(_ proposal: Proposal) async throws(ForgeError) -> String? {
    guard case .placed(let commit) = try await place(proposal, expecting: nil) else { return nil }
    return commit
  }

  private func place(
    _ proposal: Proposal, expecting expected: String?
  ) async throws(ForgeError) -> BranchPlacement {
    try await forge.place(
      proposal.commit, on: proposal.branch, expecting: expected, in: proposal.repository)
  }

  private func update(
    _ head: String, _ proposal: Proposal, known: String?, _ rebuild: Rebuild
  ) async throws(ForgeError) -> String? {
    guard head != proposal.base else { return try await move(from: head, proposal) }
    if head != known, !rebuild.overwritesOthers {
      guard try await isOurs(head, since: proposal.base, in: proposal.repository) else {
        return nil
      }
    }
    // An unnecessary move would start CI again.
    if !rebuild.isDue(at: head), try await hasContents(head, of: proposal) { return head }
    return try await move(from: head, proposal)
  }

  private func move(from head: String, _ proposal: Proposal) async throws(ForgeError) -> String {
    guard case .placed(let commit) = try await place(proposal, expecting: head) else {
      throw .lostBranch(proposal.branch)
    }
    return commit
  }

  /// Whether this account made every commit that the base lacks, with our trailer.
  ///
  /// Amending keeps author and message, so the committer counts too. GitHub's own committer appears
  /// for anyone who used its website or its API.
  func isOurs(
    _ head: String, since base: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Bool {
    let commits = try await forge.commits(from: base, to: head, in: repository)
    return commits.allSatisfy(isOurs)
  }

  /// Finds the commit of a branch, unless the branch holds commits of others.
  ///
  /// - Parameters:
  ///   - branch: the branch with the change.
  ///   - base: the branch that its pull request targets.
  ///   - repository: the repository of both.
  /// - Returns: nil if the branch is gone or isn't ours.
  /// - Throws: `ForgeError`.
  func ownHead(
    of branch: String, into base: String, in repository: RepositoryName
  ) async throws(ForgeError) -> String? {
    guard let head = try await forge.head(of: branch, in: repository),
      let base = try await forge.head(of: base, in: repository)
    else { return nil }
    return try await isOurs(head, since: base, in: repository) ? head : nil
  }

  private func isOurs(_ commit: Commit) -> Bool {
    commit.message.contains(commitTrailer) && isSelf(commit.author)
      && (isSelf(commit.committer) && commit.committer.email == commit.author.email
        || forge.kind.committerEmails.contains(commit.committer.email))
  }

  /// Finds our last commit in a branch that has the proposal's contents.
  ///
  /// - Returns: nil if the branch has other contents or no commit of ours.
  func ownCommit(for proposal: Proposal) async throws(ForgeError) -> String? {
    guard let head = try await forge.head(of: proposal.branch, in: proposal.repository),
      try await hasContents(head, of: proposal)
    else { return nil }
    let commits = try await forge.commits(
      from: proposal.base, to: head, in: proposal.repository)
    return commits.last(where: isOurs)?.sha
  }

  private func isSelf(_ author: Author) -> Bool {
    author.login.map { $0 == identity.login } ?? true
  }

  /// Whether a commit has the contents of every changed file.
  private func hasContents(
    _ head: String, of proposal: Proposal
  ) async throws(ForgeError) -> Bool {
    let tree = try await forge.tree(at: head, in: proposal.repository)
    let names = Dictionary(tree.map { ($0.path, $0.sha) }) { $1 }
    return proposal.update.files.allSatisfy { file in
      names[file.path] == file.after.map(blobName)
    }
  }
}

extension ForgeError {
  fileprivate static func lostBranch(_ branch: String) -> ForgeError {
    ForgeError(.conflict, place: branch, detail: "somebody else moved the branch")
  }
}

/// Computes git's object name of a blob: SHA-1 over a header and the bytes.
private func blobName(_ bytes: [UInt8]) -> String {
  Digest(.sha1, of: Array("blob \(bytes.count)\0".utf8) + bytes).hexadecimal
}
