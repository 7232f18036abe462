import Forges
import Store

extension CommandHandler {
  /// Remembers what is to be ignored, closes what proposes nothing else, and says so.
  func ignore(
    _ name: String?, _ condition: Ignore.Condition, _ comment: Comment, _ author: String,
    _ thread: inout CommentThread
  ) async throws {
    let meant = thread.meant(by: name)
    guard let first = meant.first else {
      return try await refuse(
        comment, thread,
        name.map { "This pull request does not move \(code($0))." }
          ?? "Several dependencies move here: name one.")
    }
    let ignores = meant.map { newIgnore($0, condition, comment, author, thread) }
    for ignore in ignores { try await store.save(ignore) }
    if meant.count == thread.proposed.count, let record = thread.record, record.state == .open {
      thread.record = try await close(record)
    }
    let undo = thread.names.count == 1 ? "unignore" : "unignore \(first.name)"
    let nothing = Set(ignores.map(\.nothing)).sorted().joined(separator: " and ")
    try await finish(
      comment, thread, .thumbsUp,
      "From now on I propose \(nothing). \(code("@martlet \(undo)")) takes it back.",
      ignores.map(ReplyMarker.Deed.ignore))
  }

  private func newIgnore(
    _ proposed: CommentThread.Proposed, _ condition: Ignore.Condition, _ comment: Comment,
    _ author: String, _ thread: CommentThread
  ) -> Ignore {
    Ignore(
      forge: forge.name, repository: repository.description, ecosystem: proposed.ecosystem,
      directory: proposed.directory, dependency: proposed.name, condition: condition,
      version: proposed.version, author: author, number: thread.number, comment: comment.webURL,
      createdAt: pass.world.now())
  }

  /// Closes a pull request of ours as asked; a branch with other people's commits stays.
  private func close(_ record: PullRequestRecord) async throws -> PullRequestRecord {
    var record = record
    let present = try await forge.pullRequest(record.number, in: repository)
    if present.state == .open {
      _ = try await forge.update(record.number, PullRequestEdit(isOpen: false), in: repository)
    }
    if present.headSHA == record.head {
      _ = try await forge.deleteBranch(record.branch, at: record.head, in: repository)
    }
    record.state = present.state == .merged ? .merged : .closed
    record.updatedAt = pass.world.now()
    try await store.save(record)
    return record
  }

  /// Takes back what was ignored of a dependency, or on this pull request.
  func unignore(
    named name: String?, _ condition: Ignore.Condition?, _ comment: Comment, _ thread: CommentThread
  ) async throws {
    let name = name?.lowercased()
    try await takeBack(comment, thread) { ignore in
      let isNamed =
        name.map { $0 == ignore.dependency.lowercased() }
        ?? thread.proposed.contains { $0.isSame(as: ignore) }
      return isNamed && (condition ?? ignore.condition) == ignore.condition
    }
  }

  /// Forgets what is meant, and says what that was.
  func takeBack(
    _ comment: Comment, _ thread: CommentThread, where isMeant: (Ignore) -> Bool
  ) async throws {
    let meant = try await ignores().filter(isMeant)
    let deeds = meant.map(ReplyMarker.Deed.unignore)
    let words =
      meant.isEmpty
      ? "No comment ignores that."
      : meant.map { "\(code($0.dependency)): \($0.extent) may be proposed again." }
        .joined(separator: "\n")
    // Said first: killed in between, the next pass reads from the words what is to be removed.
    try await replies.say(words, deeds, to: comment.id, on: thread.number)
    for ignore in meant { try await store.remove(ignore) }
    try await finish(comment, thread, .thumbsUp, words, deeds)
  }
}

extension Ignore {
  /// `no version of `x``, `no 2.x of `x``.
  fileprivate var nothing: String {
    condition == .all ? "no version of \(code(dependency))" : "no \(extent) of \(code(dependency))"
  }
}
