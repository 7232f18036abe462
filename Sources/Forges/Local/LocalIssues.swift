package import Time

extension LocalForge: IssueTracking {
  /// Reads every record in `NAME.issues`.
  package func issues(
    by login: String, _ state: PullRequestQuery.State, in repository: RepositoryName
  ) async throws(ForgeError) -> [ForgeIssue] {
    try await work(repository) { (room) throws(ForgeError) in
      try room.issues().filter { record in
        record.author == login && (state == .all || (state == .open) == record.isOpen)
      }.map(describe)
    }
  }

  /// Reads the record.
  package func issue(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> ForgeIssue? {
    try await work(repository) { (room) throws(ForgeError) in
      try room.issues().first { $0.number == number }.map(describe)
    }
  }

  /// Uses the next number; issues and pull requests are counted separately.
  package func openIssue(
    title: String, body: String, in repository: RepositoryName
  ) async throws(ForgeError) -> ForgeIssue {
    try await change(repository) { (room) throws(ForgeError) in
      let number = (try room.issues().map(\.number).max() ?? 0) + 1
      let record = LocalIssue(
        number: number, isOpen: true, title: title, body: body, author: account.login,
        edits: [], updatedAt: now())
      try room.write(record, to: record.file)
      return describe(record)
    }
  }

  /// Rewrites the record, and adds our account to its editors if the text changes.
  package func updateIssue(
    _ number: Int, _ edit: IssueEdit, in repository: RepositoryName
  ) async throws(ForgeError) -> ForgeIssue {
    try await change(repository) { (room) throws(ForgeError) in
      guard var record = try room.issues().first(where: { $0.number == number }) else {
        throw ForgeError(.notFound, subject: "issue \(number)")
      }
      if let body = edit.body, body != record.body {
        record.body = body
        record.edits.append(LocalIssue.Edit(author: account.login, at: now()))
      }
      record.title = edit.title ?? record.title
      record.isOpen = edit.isOpen ?? record.isOpen
      record.updatedAt = now()
      try room.write(record, to: record.file)
      return describe(record)
    }
  }

  /// The accounts in the record's list of edits.
  package func editors(
    of issue: Int, since: Timestamp?, in repository: RepositoryName
  ) async throws(ForgeError) -> IssueEditors {
    try await work(repository) { (room) throws(ForgeError) in
      let edits = try room.issues().first { $0.number == issue }?.edits ?? []
      return .accounts(Set(edits.filter { $0.at >= since ?? .epoch }.map(\.author)))
    }
  }

  private func describe(_ record: LocalIssue) -> ForgeIssue {
    ForgeIssue(
      number: record.number, isOpen: record.isOpen, title: record.title, body: record.body,
      author: person(record.author), updatedAt: record.updatedAt)
  }
}

/// The record of an issue, `issue-1.json`.
private struct LocalIssue: Codable {
  /// A change of the text.
  struct Edit: Codable {
    var author: String
    var at: Timestamp
  }

  var number: Int
  var isOpen: Bool
  var title: String
  var body: String
  var author: String
  var edits: [Edit]
  var updatedAt: Timestamp

  var file: String { "issue-\(number).json" }
}

extension LocalRoom {
  /// All issues, newest first.
  fileprivate func issues() throws(ForgeError) -> [LocalIssue] {
    let names = try LocalForge.names(in: folder)
    var found: [LocalIssue] = []
    for name in names where name.hasPrefix("issue-") && name.hasSuffix(".json") {
      if let record: LocalIssue = try read(name) { found.append(record) }
    }
    return found.sorted { $0.number > $1.number }
  }
}
