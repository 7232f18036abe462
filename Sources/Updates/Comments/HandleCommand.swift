import Ecosystem
import Forges
import Languages
import Store
import Time

extension CommandHandler {
  /// Executes a command.
  ///
  /// Rebuild requests are saved for the publishing stage.
  func execute(
    _ result: CommentCommand.ParseResult, of comment: Comment, by author: String,
    _ thread: inout CommentThread
  ) async throws {
    guard case .command(let command) = result else {
      try await refuse(comment, thread, Message("Unknown command."))
      return
    }
    switch command {
    case .rebase: try await rebuild(.rebase, comment, author, thread)
    case .recreate: try await rebuild(.recreate, comment, author, thread)
    case .rebaseAll: try await rebuildAll(comment, author, thread)
    case .merge(let method): try await requestMerge(method, comment, author, thread)
    case .cancelMerge: try await cancelMerge(comment, thread)
    case .close: try await close(comment, author, &thread)
    case .reopen: try await reopen(comment, &thread)
    case .ignore(let name, let condition):
      try await ignore(name, condition, comment, author, &thread)
    case .unignore(let name, let condition):
      try await unignore(named: name, condition, comment, thread)
    case .unignoreEverything:
      let accepted = try await declined(of: thread.proposed)
      try await removeIgnores(comment, thread, accepting: accepted) { _ in true }
    case .showIgnored: try await show(comment, thread) { _ in true }
    case .showConditions(let name):
      try await show(comment, thread) { $0.dependency.lowercased() == name.lowercased() }
    case .bisect: try await requestBisection(comment, author, thread)
    case .help: try await finish(comment, thread, .thumbsUp, CommandList.table(language))
    }
  }

  private func rebuild(
    _ kind: RebuildRequest.Kind, _ comment: Comment, _ author: String, _ thread: CommentThread
  ) async throws {
    guard let record = thread.record, record.state == .open else {
      return try await refuse(
        comment, thread, Message("This pull request is not open."), listing: false)
    }
    let present = try await forge.pullRequest(record.number, in: repository)
    try await store.save(
      RebuildRequest(
        repository: id, key: record.key, kind: kind, number: record.number, comment: comment.id,
        author: author, head: present.headSHA,
        createdAt: pass.world.now()))
  }

  /// Answers rebuild requests whose pull request is no longer open.
  func dropStaleRequests() async throws {
    let records = try await store.pullRequests(of: id)
    let open = Set(records.filter { $0.state == .open }.map(\.number))
    for request in try await store.rebuildRequests(of: id)
    where !open.contains(request.number) {
      if request.isOfDashboard {
        try await replies.markProcessed(request.comment)
        continue
      }
      let text = language("This pull request was closed before it was rebuilt.")
      try await replies.finish(
        request.comment, on: request.number, with: .confused, saying: text, orElse: text)
    }
  }

  private func show(
    _ comment: Comment, _ thread: CommentThread, where isIncluded: (Ignore) -> Bool
  ) async throws {
    let ignores = try await ignores().filter(isIncluded)
    let text =
      ignores.isEmpty
      ? language(
        "No comment ignores a version. Rules of the configuration file are not listed here.")
      : ignores.table(forge.kind.text, language)
    try await finish(comment, thread, .thumbsUp, text)
  }

  /// Everything that comments ignore in the repository.
  func ignores() async throws -> [Ignore] {
    try await store.ignores(of: id)
  }

  /// Replies why the command is not executed, with the list of commands if `listing` is set.
  func refuse(
    _ comment: Comment, _ thread: CommentThread, _ reason: Message, listing: Bool = true
  ) async throws {
    let reason = language(reason)
    let text =
      listing
      ? language("\(reason) The commands are:\n\n\(CommandList.table(language))") : reason
    try await finish(comment, thread, .confused, text)
  }

  /// Replies to a comment and marks it as processed.
  func finish(
    _ comment: Comment, _ thread: CommentThread, _ reaction: Reaction, _ text: String,
    _ changes: [ReplyMarker.Change] = []
  ) async throws {
    try await replies.finish(
      comment.id, on: thread.number, with: reaction, saying: text, changes: changes, orElse: text)
  }
}

extension [Ignore] {
  /// Returns a Markdown table.
  fileprivate func table(_ text: ForgeText, _ language: Language) -> String {
    let rows = map { ignore in
      let author = code("@\(ignore.author)")
      return "| \(code(ignore.dependency)) | \(code(ignore.directory)) "
        + "| \(ignore.extent(in: language)) "
        + "| \(language("\(author) on \(text.reference(ignore.number))")) |"
    }
    let head = [language("| Dependency | Directory | Ignored | By |"), "| --- | --- | --- | --- |"]
    return (head + rows).joined(separator: "\n")
  }
}
