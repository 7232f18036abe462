import Ecosystem
import Forges
import Languages
import Logging
import Store
import Time

extension CommandHandler {
  /// Saves a request to merge the pull request, and replies.
  ///
  /// The request is for the versions that the pull request proposes now, and the watch stage merges
  /// only the commit that martlet wrote. It is saved before the reply: if the process dies in between,
  /// the command is executed again.
  func requestMerge(
    _ method: MergeRequest.Method, _ comment: Comment, _ author: String, _ thread: CommentThread
  ) async throws {
    guard let record = thread.record, record.state == .open else {
      return try await refuse(
        comment, thread, Message("This pull request is not open."), listing: false)
    }
    let current = try await forge.pullRequest(record.number, in: repository)
    guard current.headSHA == record.head, !record.head.isEmpty else {
      return try await refuse(
        comment, thread, Message("The branch has commits by others, so I do not merge it."),
        listing: false)
    }
    try await store.save(
      MergeRequest(
        repository: id, key: record.key, number: record.number, method: method,
        versions: record.versionText, author: author, createdAt: pass.world.now()))
    try await finish(
      comment, thread, .thumbsUp,
      language(
        "I merge this as soon as its checks are green, unless it proposes other versions by then. "
          + "`@martlet cancel merge` undoes this."))
  }

  /// Removes the request to merge the pull request.
  func cancelMerge(_ comment: Comment, _ thread: CommentThread) async throws {
    let known = try await store.mergeRequests(of: id).first { $0.number == thread.number }
    if let known { try await store.removeMergeRequest(of: known.key, in: id) }
    try await finish(
      comment, thread, .thumbsUp,
      known == nil
        ? language("No comment asked for the merge.")
        : language("I do not merge this any more."))
  }

  /// Saves a request to rebuild each open pull request, and replies.
  ///
  /// The requests have no comment that waits for an answer.
  func rebuildAll(
    _ comment: Comment, _ author: String, _ thread: CommentThread
  ) async throws {
    let open = try await store.pullRequests(of: id).filter { $0.state == .open }
    for record in open {
      try await store.save(
        RebuildRequest(
          repository: id, key: record.key, kind: .rebase, number: record.number,
          comment: -record.number, author: author,
          head: record.head,
          createdAt: pass.world.now()))
    }
    try await finish(
      comment, thread, .thumbsUp,
      open.count == 1
        ? language("I rebuild the branch of 1 pull request.")
        : language("I rebuild the branch of \(open.count) pull requests."))
  }

  /// Closes the pull request as a person does: its versions and older ones are declined.
  ///
  /// The reply comes first, and is the only one. Its marker shows that the closing was a person's
  /// decision, should the state be lost, or the process end before the command is marked as done.
  func close(
    _ comment: Comment, _ author: String, _ thread: inout CommentThread
  ) async throws {
    guard var record = thread.record, record.state == .open else {
      if thread.record?.state == .declined, try await isAnswered(comment, on: thread.number) {
        return try await replies.finish(
          comment.id, on: thread.number, with: .thumbsUp, orElse: nil)
      }
      return try await refuse(
        comment, thread, Message("This pull request is not open."), listing: false)
    }
    let current = try await forge.pullRequest(record.number, in: repository)
    if current.state == .open, try await !isAnswered(comment, on: record.number) {
      _ = try await forge.comment(
        DeclineComment.requested(language), on: record.number, in: repository)
      _ = try await forge.update(record.number, PullRequestEdit(isOpen: false), in: repository)
    }
    // A branch with commits by others is kept.
    let head = current.headSHA == record.head ? record.head : nil
    try await closer.end(
      &record, as: current.state == .merged ? .merged : .declined, branchAt: head)
    thread.record = record
    try await replies.finish(
      comment.id, on: thread.number, with: .thumbsUp,
      orElse: current.state == .open ? nil : language("Closed."))
  }

  /// Whether a command to close has its answer already, from a pass that ended before it was done.
  private func isAnswered(_ comment: Comment, on number: Int) async throws(ForgeError) -> Bool {
    let comments = try await forge.comments(on: number, in: repository)
    let later = Array(comments.drop { $0.id != comment.id })
    return DeclineComment.isPresent(in: later, by: pass.identity)
  }

  /// Opens a closed pull request again, with its branch where martlet left it.
  ///
  /// If the host can't do that, the next stage opens another pull request.
  func reopen(_ comment: Comment, _ thread: inout CommentThread) async throws {
    guard var record = thread.record, record.state == .declined || record.state == .closed else {
      return try await refuse(
        comment, thread, Message("This pull request is not closed, or it was merged."),
        listing: false)
    }
    for ignore in try await store.ignores(of: id) where ignore.number == record.number {
      try await store.remove(ignore)
    }
    if try await isReopened(record) {
      record.state = .open
      record.digest = ""
    } else {
      record.state = .closed
    }
    record.updatedAt = pass.world.now()
    try await store.save(record)
    thread.record = record
    try await finish(
      comment, thread, .thumbsUp,
      record.state == .open
        ? language("I opened this again.")
        : language("This cannot be opened again. I open another pull request if needed."))
  }

  private func isReopened(_ record: PullRequestRecord) async throws(ForgeError) -> Bool {
    do throws(ForgeError) {
      if try await forge.head(of: record.branch, in: repository) == nil, !record.head.isEmpty {
        let empty = CommitProposal(parent: record.head, changes: [:], message: "")
        _ = try await forge.writeBranch(
          empty, on: record.branch, expecting: nil, in: repository)
      }
      let now = try await forge.update(
        record.number, PullRequestEdit(isOpen: true), in: repository)
      return now.state == .open
    } catch {
      guard error.isRefusal else { throw error }
      pass.world.log.info("a pull request cannot be reopened", ["reason": error.message])
      return false
    }
  }
}
