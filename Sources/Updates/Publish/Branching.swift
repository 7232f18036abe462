import Crypto
import Ecosystem
import Forges

/// How much is done about a branch.
enum Rebuild: Hashable, Sendable {
  /// There has never been a pull request from it: it is not looked for before it is made.
  case new
  /// Nothing where it holds the right bytes.
  case ifStale
  /// Even the right bytes are built anew, since they conflict with the base.
  case conflicting
  /// A person asked for it when the branch was at `head`.
  case asked(at: String, overOthers: Bool)

  /// Whether other people's commits may go.
  var isOverOthers: Bool { if case .asked(_, let isOver) = self { isOver } else { false } }

  /// Whether right bytes are not enough; a branch that moved since somebody asked was built anew.
  func isDue(at present: String) -> Bool {
    switch self {
    case .new, .ifStale: false
    case .conflicting: true
    case .asked(let head, _): head == present
    }
  }
}

/// Brings the branch of a proposal to the commit that it should have.
struct Branching: Sendable {
  let forge: any Forge
  let identity: Account

  /// Creates or moves the branch, unless somebody else has put commits on it.
  ///
  /// - Parameters:
  ///   - proposal: what should be on the branch.
  ///   - known: the commit that martlet remembers to have left there.
  ///   - rebuild: what is done where the branch is there.
  /// - Returns: the branch's commit; nil where the branch is not ours to move.
  /// - Throws: `ForgeError`; `conflict` where somebody else was quicker.
  func converge(
    _ proposal: Proposal, known: String?, rebuild: Rebuild
  ) async throws(ForgeError) -> String? {
    if let present = try await forge.head(of: proposal.branch, in: proposal.repository) {
      return try await settle(present, proposal, known: known, rebuild: rebuild)
    }
    switch try await place(proposal, expecting: nil) {
    case .placed(let commit): return commit
    case .lost(let head):
      guard let head else { throw .lostBranch(proposal.branch) }
      return try await settle(head, proposal, known: known, rebuild: rebuild)
    }
  }

  /// Creates the branch without looking for it first.
  ///
  /// - Returns: its commit; nil where a branch of that name is there, which stays as it is.
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

  private func settle(
    _ head: String, _ proposal: Proposal, known: String?, rebuild: Rebuild
  ) async throws(ForgeError) -> String? {
    guard head != proposal.base else { return try await move(from: head, proposal) }
    if head != known, !rebuild.isOverOthers {
      guard try await isOurs(head, since: proposal.base, in: proposal.repository) else {
        return nil
      }
    }
    // Moving a branch without need would cost a run of CI.
    if !rebuild.isDue(at: head), try await holds(head, proposal) { return head }
    return try await move(from: head, proposal)
  }

  private func move(from head: String, _ proposal: Proposal) async throws(ForgeError) -> String {
    guard case .placed(let commit) = try await place(proposal, expecting: head) else {
      throw .lostBranch(proposal.branch)
    }
    return commit
  }

  /// Whether every commit that the base lacks was made by this account with our trailer.
  ///
  /// A person who amends a commit keeps its author and message, so the committer is compared, too. A
  /// host's own committer is accepted: it is named for every user of its pages or API.
  func isOurs(
    _ head: String, since base: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Bool {
    let commits = try await forge.commits(from: base, to: head, in: repository)
    return commits.allSatisfy { commit in
      commit.message.contains(commitTrailer) && isSelf(commit.author)
        && (isSelf(commit.committer) && commit.committer.email == commit.author.email
          || forge.kind.committerEmails.contains(commit.committer.email))
    }
  }

  private func isSelf(_ author: Author) -> Bool {
    author.login.map { $0 == identity.login } ?? true
  }

  /// Whether the branch already has the bytes of every changed file.
  private func holds(_ head: String, _ proposal: Proposal) async throws(ForgeError) -> Bool {
    let tree = try await forge.tree(at: head, in: proposal.repository)
    let names = Dictionary(tree.map { ($0.path, $0.sha) }) { $1 }
    return proposal.update.files.allSatisfy { file in
      names[file.path] == file.after.map(objectName)
    }
  }
}

extension ForgeError {
  fileprivate static func lostBranch(_ branch: String) -> ForgeError {
    ForgeError(.conflict, place: branch, detail: "somebody else moved the branch")
  }
}

/// Names a file's content as git does: SHA-1 over a header and the bytes.
private func objectName(_ bytes: [UInt8]) -> String {
  Digest(.sha1, of: Array("blob \(bytes.count)\0".utf8) + bytes).hexadecimal
}
