import Ecosystem
import Forges
import Store

extension CommandHandler {
  /// Does what a comment asks for; what takes a rebuilt branch waits for the publishing stage.
  func execute(
    _ reading: CommentCommand.Reading, of comment: Comment, by author: String,
    _ thread: inout CommentThread
  ) async throws {
    guard case .command(let command) = reading else {
      try await refuse(comment, thread, "I do not understand this.")
      return
    }
    switch command {
    case .rebase: try await rebuild(.rebase, comment, author, thread)
    case .recreate: try await rebuild(.recreate, comment, author, thread)
    case .ignore(let name, let condition):
      try await ignore(name, condition, comment, author, &thread)
    case .unignore(let name, let condition):
      try await unignore(named: name, condition, comment, thread)
    case .unignoreEverything: try await takeBack(comment, thread) { _ in true }
    case .showIgnored: try await show(comment, thread) { _ in true }
    case .showConditions(let name):
      try await show(comment, thread) { $0.dependency.lowercased() == name.lowercased() }
    case .help: try await finish(comment, thread, .thumbsUp, CommandList.table)
    }
  }

  private func rebuild(
    _ kind: RebuildRequest.Kind, _ comment: Comment, _ author: String, _ thread: CommentThread
  ) async throws {
    guard let record = thread.record, record.state == .open else {
      return try await refuse(comment, thread, "This pull request is not open.", listing: false)
    }
    let present = try await forge.pullRequest(record.number, in: repository)
    try await store.save(
      RebuildRequest(
        forge: forge.name, repository: repository.description, key: record.key, kind: kind,
        number: record.number, comment: comment.id, author: author, head: present.headSHA,
        createdAt: pass.world.now()))
  }

  /// Answers wishes that came to nothing, since their pull request was closed meanwhile.
  func dropStaleRequests() async throws {
    let name = repository.description
    let records = try await store.pullRequests(of: name, forge: forge.name)
    let open = Set(records.filter { $0.state == .open }.map(\.number))
    for request in try await store.requests(of: name, forge: forge.name)
    where !open.contains(request.number) {
      let words = "This pull request was closed before it was built anew."
      try await replies.finish(
        request.comment, on: request.number, by: .confused, saying: words, orElse: words)
    }
  }

  private func show(
    _ comment: Comment, _ thread: CommentThread, where isMeant: (Ignore) -> Bool
  ) async throws {
    let ignores = try await ignores().filter(isMeant)
    let words =
      ignores.isEmpty
      ? "No comment ignores anything. Rules of the configuration file are not listed here."
      : ignores.table(forge.kind.text)
    try await finish(comment, thread, .thumbsUp, words)
  }

  /// Everything that comments in the repository ignore.
  func ignores() async throws -> [Ignore] {
    try await store.ignores(of: repository.description, forge: forge.name)
  }

  /// Says why nothing is done, and what could be asked.
  func refuse(
    _ comment: Comment, _ thread: CommentThread, _ reason: String, listing: Bool = true
  ) async throws {
    let words = listing ? "\(reason) These are the commands:\n\n\(CommandList.table)" : reason
    try await finish(comment, thread, .confused, words)
  }

  /// Answers and lets go of the comment.
  func finish(
    _ comment: Comment, _ thread: CommentThread, _ sign: Reaction, _ words: String,
    _ deeds: [ReplyMarker.Deed] = []
  ) async throws {
    try await replies.finish(
      comment.id, on: thread.number, by: sign, saying: words, deeds: deeds, orElse: words)
  }
}

extension [Ignore] {
  /// What comments ignore, as people read it.
  fileprivate func table(_ text: ForgeText) -> String {
    let rows = map { ignore in
      "| \(code(ignore.dependency)) | \(code(ignore.directory)) | \(ignore.extent) "
        + "| \(code("@\(ignore.author)")) on \(text.reference(ignore.number)) |"
    }
    let head = ["| Dependency | Directory | Ignored | By |", "| --- | --- | --- | --- |"]
    return (head + rows).joined(separator: "\n")
  }
}
