import Git

extension LocalForge {
  /// Reads every record; an existing branch overrides the recorded head.
  package func pullRequests(
    _ query: PullRequestQuery, in repository: RepositoryName
  ) async throws(ForgeError) -> [PullRequest] {
    try await work(repository) { (room) throws(ForgeError) in
      let wanted = try room.records().filter { record in
        (query.head ?? record.head) == record.head && (query.base ?? record.base) == record.base
          && (query.state == .all || (query.state == .open) == (record.state == .open))
      }
      var found: [PullRequest] = []
      for record in wanted.prefix(max(0, query.limit)) { found.append(try room.describe(record)) }
      return found
    }
  }

  /// Reads the record, and for an open one tries the merge.
  package func pullRequest(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> PullRequest {
    try await work(repository) { (room) throws(ForgeError) in
      var pull = try room.describe(try room.record(number))
      guard pull.state == .open, !pull.baseSHA.isEmpty else { return pull }
      pull.isMergeable = try ForgeError.wrap { () throws(GitError) in
        try room.git.mergedTree(pull.baseSHA, pull.headSHA) != nil
      }
      return pull
    }
  }

  /// Uses the next number; a missing branch or a head without changes is refused.
  package func open(
    _ draft: PullRequestDraft, in repository: RepositoryName
  ) async throws(ForgeError) -> Creation<PullRequest> {
    try await change(repository) { (room) throws(ForgeError) in
      let records = try room.records()
      let present = records.first { record in
        record.state == .open && record.head == draft.head && record.base == draft.base
      }
      if let present { return .existed(try room.describe(present)) }
      let number = (records.map(\.number).max() ?? 0) + 1
      try room.save(try room.record(of: draft, number: number))
      return .created(try room.describe(try room.record(number)))
    }
  }

  /// Rewrites the record with its page and patch; a merged one can't be closed or reopened.
  package func update(
    _ number: Int, _ edit: PullRequestEdit, in repository: RepositoryName
  ) async throws(ForgeError) -> PullRequest {
    guard edit != PullRequestEdit() else { return try await pullRequest(number, in: repository) }
    return try await change(repository) { (room) throws(ForgeError) in
      let after = try room.edit(number) { (record) throws(ForgeError) in
        record.title = edit.title ?? record.title
        record.body = edit.body ?? record.body
        record.base = edit.base ?? record.base
        if let isOpen = edit.isOpen { try room.slot(&record, open: isOpen) }
      }
      return try room.describe(after)
    }
  }

  /// The record's `closedBy`; nil also if the branch was deleted without closing it.
  package func closer(
    of number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> Account? {
    try await work(repository) { (room) throws(ForgeError) in
      try room.record(number).closedBy.map(person)
    }
  }
}

extension LocalForge {
  /// Changes the record.
  package func endDraft(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    try await change(repository) { (room) throws(ForgeError) in
      _ = try room.edit(number) { (record) throws(ForgeError) in record.isDraft = false }
    }
  }
}

extension LocalRoom {
  /// A new record; both branches must exist, and the head must have changes.
  fileprivate func record(
    of draft: PullRequestDraft, number: Int
  ) throws(ForgeError) -> LocalPullRequest {
    guard let head = try head(of: draft.head), let base = try self.head(of: draft.base) else {
      throw ForgeError(.rejected, subject: subject, detail: "no such branch")
    }
    guard try !log(from: base, to: head, limit: 1).isEmpty else {
      throw ForgeError(
        .rejected, subject: subject, detail: "no commits between \(draft.base) and \(draft.head)")
    }
    let now = forge.now()
    return LocalPullRequest(
      number: number, state: .open, isDraft: draft.isDraft, title: draft.title, body: draft.body,
      head: draft.head, headSHA: head, base: draft.base, author: forge.account.login, labels: [],
      assignees: [], reviewers: [], comments: [], createdAt: now, updatedAt: now)
  }

  /// Closes or reopens; ignored if it was merged or its branch deleted.
  fileprivate func slot(_ record: inout LocalPullRequest, open: Bool) throws(ForgeError) {
    guard open != (record.state == .open) else { return }
    let hasHead = try head(of: record.head) != nil
    guard record.state != .merged, !open || hasHead else {
      throw ForgeError(.rejected, subject: subject, detail: "state cannot be changed")
    }
    record.state = open ? .open : .closed
    record.closedAt = open ? nil : forge.now()
    record.closedBy = open ? nil : forge.account.login
  }
}
