import Forges
import Languages
import Store
import Time

extension CommandHandler {
  /// Saves ignored versions, closes the pull request if it proposes nothing else, and replies.
  func ignore(
    _ name: String?, _ condition: Ignore.Condition, _ comment: Comment, _ author: String,
    _ thread: inout CommentThread
  ) async throws {
    let dependencies = thread.dependencies(named: name)
    guard let first = dependencies.first else {
      return try await refuse(
        comment, thread,
        name.map { Message("This pull request does not update \(code($0)).") }
          ?? Message("This pull request updates several dependencies. Name one."))
    }
    let ignores = dependencies.map { newIgnore($0, condition, comment, author, thread) }
    for ignore in ignores { try await store.save(ignore) }
    if dependencies.count == thread.proposed.count, let record = thread.record,
      record.state == .open
    {
      thread.record = try await close(record)
    }
    let undo = thread.names.count == 1 ? "unignore" : "unignore \(first.name)"
    let ignored = Set(ignores.map { $0.text(language) }).sorted()
      .joined(separator: language(" and "))
    try await finish(
      comment, thread, .thumbsUp,
      language("I will not propose \(ignored) any more. \(code("@martlet \(undo)")) undoes this."),
      ignores.map(ReplyMarker.Change.ignore))
  }

  private func newIgnore(
    _ proposed: CommentThread.Proposed, _ condition: Ignore.Condition, _ comment: Comment,
    _ author: String, _ thread: CommentThread
  ) -> Ignore {
    Ignore(
      repository: id, ecosystem: proposed.ecosystem, directory: proposed.directory,
      dependency: proposed.name, condition: condition, version: proposed.version, author: author,
      number: thread.number, comment: comment.webURL,
      createdAt: pass.world.now())
  }

  /// Closes a pull request of ours.
  ///
  /// A branch with commits by others is kept.
  private func close(_ record: PullRequestRecord) async throws -> PullRequestRecord {
    var record = record
    let current = try await forge.pullRequest(record.number, in: repository)
    let head = current.headSHA == record.head ? record.head : nil
    switch current.state {
    case .open: try await closer.close(&record, comment: nil, branchAt: head)
    case .merged: try await closer.endMerged(&record, current)
    case .closed: try await closer.end(&record, as: .closed, branchAt: head)
    }
    return record
  }

  /// Removes the ignored versions of a dependency, or of this pull request's dependencies.
  func unignore(
    named name: String?, _ condition: Ignore.Condition?, _ comment: Comment, _ thread: CommentThread
  ) async throws {
    let name = name?.lowercased()
    // A condition is that of an ignore command; closing a pull request has none.
    let accepted =
      condition == nil ? try await declined(of: thread.proposed, named: name) : []
    try await removeIgnores(comment, thread, accepting: accepted) { ignore in
      let isNamed =
        name.map { $0 == ignore.dependency.lowercased() }
        ?? thread.proposed.contains { $0.isSame(as: ignore) }
      return isNamed && (condition ?? ignore.condition) == ignore.condition
    }
  }

  /// Removes ignored versions and declined ones, and replies.
  func removeIgnores(
    _ comment: Comment, _ thread: CommentThread, accepting accepted: [AcceptedVersions] = [],
    where isIncluded: (Ignore) -> Bool
  ) async throws {
    let removed = try await ignores().filter(isIncluded)
    let changes = removed.map(ReplyMarker.Change.unignore)
    let again =
      removed.map { ($0.extent(in: language), $0.dependency) }
      + accepted.flatMap(\.accepted).map { (code($0.version), $0.name) }
    let text =
      again.isEmpty
      ? language("No comment ignores this.")
      : again.map { extent, name in
        language("I can propose \(extent) of \(code(name)) again.")
      }.unique.joined(separator: "\n")
    // Written first: if the process dies before the removal, the next pass repeats it from the reply.
    try await replies.write(text, changes, to: comment.id, on: thread.number)
    for ignore in removed { try await store.remove(ignore) }
    for versions in accepted { try await accept(versions) }
    try await finish(comment, thread, .thumbsUp, text, changes)
  }
}

extension Ignore {
  /// `any version of `x`` or `2.x of `x``.
  fileprivate func text(_ language: Language) -> String {
    condition == .all
      ? language("any version of \(code(dependency))")
      : language("\(extent(in: language)) of \(code(dependency))")
  }
}
