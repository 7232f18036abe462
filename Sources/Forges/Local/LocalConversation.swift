extension LocalForge {
  /// In the record's order; `isEdited` is never set, because the file has no history.
  package func comments(
    on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Comment] {
    try await work(repository) { (room) throws(ForgeError) in
      try room.record(number).comments.map { remark in
        Comment(
          id: remark.id, author: person(remark.author), body: remark.body,
          createdAt: remark.createdAt,
          reactions: (remark.reactions ?? [:]).values.map(\.count).reduce(0, +))
      }
    }
  }

  /// Each login once, sorted.
  package func reactors(
    to comment: Int, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [String] {
    try await work(repository) { (room) throws(ForgeError) in
      let remark = try room.record(number).comments.first { $0.id == comment }
      return Set((remark?.reactions ?? [:]).values.flatMap(\.self)).sorted()
    }
  }

  /// The identifier is the pull request's highest plus one; the first one of #7 is 7001.
  package func comment(
    _ body: String, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> Comment {
    try await change(repository) { (room) throws(ForgeError) in
      let after = try room.edit(number) { (record) throws(ForgeError) in
        let id = (record.comments.map(\.id).max() ?? number * 1000) + 1
        record.comments.append(
          LocalPullRequest.Remark(
            id: id, author: account.login, body: body, createdAt: now()))
      }
      guard let made = after.comments.last else {
        throw ForgeError(.malformed, subject: room.subject)
      }
      return Comment(id: made.id, author: account, body: body, createdAt: made.createdAt)
    }
  }

  /// Replaces anyone's comment: write access to the folder is enough.
  package func updateComment(
    _ id: Int, on number: Int, to body: String, in repository: RepositoryName
  ) async throws(ForgeError) {
    try await remark(id, on: number, in: repository) { $0.body = body }
  }

  /// Stored under the reaction's word, such as `+1`, with logins.
  package func react(
    _ reaction: Reaction, to comment: Int, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    let me = account.login
    try await remark(comment, on: number, in: repository) { remark in
      var signs = remark.reactions ?? [:]
      let present = signs[reaction.rawValue] ?? []
      if !present.contains(me) { signs[reaction.rawValue] = present + [me] }
      remark.reactions = signs
    }
  }

  private func remark(
    _ id: Int, on number: Int, in repository: RepositoryName,
    _ edit: @escaping @Sendable (inout LocalPullRequest.Remark) -> Void
  ) async throws(ForgeError) {
    try await self.edit(number, in: repository) { (record) throws(ForgeError) in
      guard let index = record.comments.firstIndex(where: { $0.id == id }) else {
        throw ForgeError(.notFound, subject: "comment \(id)")
      }
      edit(&record.comments[index])
    }
  }

  /// Accepts any login: a folder has no accounts.
  package func assign(
    _ logins: [String], to number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [String] {
    try await edit(number, in: repository) { record in
      record.assignees += logins.filter { !record.assignees.contains($0) }
    }
    return []
  }

  /// Accepts any name.
  package func requestReviews(
    _ reviewers: [String], on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    try await edit(number, in: repository) { record in
      record.reviewers += reviewers.filter { !record.reviewers.contains($0) }
    }
  }

  /// Accepts any number.
  package func setMilestone(
    _ milestone: Int, of number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    try await edit(number, in: repository) { $0.milestone = milestone }
  }

  /// Changes a pull request under the lock.
  func edit(
    _ number: Int, in repository: RepositoryName,
    _ edit: @escaping @Sendable (inout LocalPullRequest) throws(ForgeError) -> Void
  ) async throws(ForgeError) {
    try await change(repository) { (room) throws(ForgeError) in
      _ = try room.edit(number, edit)
    }
  }
}
