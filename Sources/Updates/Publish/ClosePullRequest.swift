import Forges
import Store
import Time

/// Ends pull requests of ours: closes them, deletes their branches and saves their records.
struct PullRequestCloser: Sendable {
  let forge: any Forge
  let identity: Account
  let world: World
  let repository: RepositoryName

  /// Closes an open pull request, then ends it as `closed`.
  ///
  /// - Parameters:
  ///   - record: the record of the pull request.
  ///   - comment: the comment that says why; nil if it is said elsewhere.
  ///   - head: the commit at which the branch is ours; nil keeps the branch.
  /// - Throws: `ForgeError` or `DatabaseError`.
  func close(
    _ record: inout PullRequestRecord, comment: String?, branchAt head: String?
  ) async throws {
    if let comment { try await say(comment, on: record.number) }
    _ = try await forge.update(record.number, PullRequestEdit(isOpen: false), in: repository)
    try await end(&record, as: .closed, branchAt: head)
  }

  /// Writes the comment of a closing, unless the last comment of ours is the same.
  ///
  /// Comments are only read if an earlier pass ended after it began to write this one.
  func say(_ text: String, on number: Int) async throws {
    let name = "closing comment \(forge.id(of: repository)) \(number)"
    let begun = try await world.store.content(name)
    try await world.store.keep(Array(text.utf8), as: name, now: world.now())
    if begun == Array(text.utf8),
      try await lastComment(on: number)?.isSameText(as: text) == true
    {
      return
    }
    _ = try await forge.comment(text, on: number, in: repository)
  }

  /// The last comment of ours.
  private func lastComment(on number: Int) async throws(ForgeError) -> String? {
    try await forge.comments(on: number, in: repository)
      .last { $0.author?.login == identity.login }?.body
  }

  /// Saves that somebody closed or merged a pull request since its record was saved.
  ///
  /// - Parameters:
  ///   - record: the record of the pull request.
  ///   - current: the pull request at the forge; one that is open there is left alone.
  ///   - keepsBranch: whether the branch stays, because something else uses it.
  /// - Throws: `ForgeError` or `DatabaseError`.
  func saveEnd(
    of record: inout PullRequestRecord, _ current: PullRequest, keepsBranch: Bool = false
  ) async throws {
    switch current.state {
    case .open: return
    case .merged: try await endMerged(&record, current)
    case .closed:
      // A branch with commits by others is kept.
      let isOurs = current.headSHA == record.head && !keepsBranch
      try await endClosed(&record, branchAt: isOurs ? record.head : nil)
    }
  }

  /// Saves that a pull request was closed since the last pass: by a person, whose closing declines its
  /// versions and is answered, or by martlet, if that pass ended too early.
  ///
  /// The reply comes before the record: if the process dies in between, the next pass looks for it.
  private func endClosed(
    _ record: inout PullRequestRecord, branchAt head: String?
  ) async throws {
    guard try await closingLogin(of: record.number) == identity.login else {
      let reply = ClosedReply(
        forge: forge, identity: identity, world: world, repository: repository)
      try await reply.write(on: record.number)
      return try await end(&record, as: .declined, branchAt: head)
    }
    let last = try await lastComment(on: record.number)
    let isDeclined = last.map(DeclineComment.isMarked) ?? false
    try await end(&record, as: isDeclined ? .declined : .closed, branchAt: head)
  }

  /// The login of the account that closed it; nil if unknown.
  private func closingLogin(of number: Int) async throws(ForgeError) -> String? {
    do throws(ForgeError) {
      return try await forge.closings?.closer(of: number, in: repository)?.login
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }

  /// Saves that a pull request is no longer open and deletes its branch.
  ///
  /// The branch is deleted first: if the process dies in between, the next pass does both again. A
  /// branch that has moved from `head` stays, because somebody else pushed to it.
  func end(
    _ record: inout PullRequestRecord, as state: PullRequestRecord.State, branchAt head: String?
  ) async throws {
    if let head, !head.isEmpty {
      _ = try await forge.deleteBranch(record.branch, at: head, in: repository)
    }
    let isNews = state == .merged && record.state != .merged
    record.state = state
    record.updatedAt = world.now()
    try await world.store.save(
      record, noting: isNews ? [.merge(of: record, now: record.updatedAt)] : [])
  }

  /// Saves that a pull request was merged and deletes its branch unless it holds commits of others.
  ///
  /// - Parameters:
  ///   - record: the record of the pull request.
  ///   - current: the pull request at the forge; nil if it was not read.
  /// - Throws: `ForgeError` or `DatabaseError`.
  func endMerged(_ record: inout PullRequestRecord, _ current: PullRequest?) async throws {
    let head = try await ownHead(of: record, current)
    try await end(&record, as: .merged, branchAt: head)
  }

  /// Returns the commit at which the branch of a merged pull request can be deleted.
  ///
  /// If martlet was ended between a push and its record, the branch has a later commit than the
  /// record, and its commits decide: all of them were merged, so that nothing is lost if they only
  /// look like martlet's.
  ///
  /// - Returns: nil if the branch is gone, has moved since the merge, or holds commits of others.
  private func ownHead(
    of record: PullRequestRecord, _ merged: PullRequest?
  ) async throws(ForgeError) -> String? {
    guard let merged, merged.headSHA != record.head else { return record.head }
    guard let head = try await forge.head(of: merged.head, in: repository),
      head == merged.headSHA, let base = try await forge.head(of: merged.base, in: repository)
    else { return nil }
    return try await ProposalBranch(forge: forge, identity: identity)
      .looksOurs(head, since: base, in: repository) ? head : nil
  }
}

extension RepositoryPass {
  func closer(in repository: RepositoryName) -> PullRequestCloser {
    PullRequestCloser(forge: forge, identity: identity, world: world, repository: repository)
  }
}
