import FoundationEssentials
import Git
import Time

/// A pull request in `N.json`.
struct LocalPullRequest: Codable, Sendable {
  enum State: String, Codable, Sendable {
    case open
    case closed
    case merged
  }

  struct Remark: Codable, Sendable {
    var id: Int
    var author: String
    var body: String
    var createdAt: Timestamp
    /// The logins by reaction.
    var reactions: [String: [String]]?
  }

  var number: Int
  var state: State
  var isDraft: Bool
  var title: String
  var body: String
  var head: String
  /// The head when the record was written; an existing branch overrides it.
  var headSHA: String
  var base: String
  var author: String
  var labels: [String]
  var assignees: [String]
  var reviewers: [String]
  /// The logins of reviewers who request changes.
  var changesRequestedBy: [String]?
  var milestone: Int?
  var comments: [Remark]
  var createdAt: Timestamp
  var updatedAt: Timestamp
  var closedAt: Timestamp?
  var closedBy: String?
  /// The commit of a merge that was started; it is merged when the base contains it.
  var mergeCommit: String?
}

extension LocalRoom {
  /// Reads all pull requests, newest first.
  func records() throws(ForgeError) -> [LocalPullRequest] {
    let names = try LocalForge.names(in: folder)
    let numbers = names.compactMap { name in
      name.hasSuffix(".json") ? Int(name.dropLast(5)) : nil
    }
    var records: [LocalPullRequest] = []
    for number in numbers.sorted(by: >) { records.append(try record(number)) }
    return records
  }

  /// Reads a pull request, with the present state of its branches.
  func record(_ number: Int) throws(ForgeError) -> LocalPullRequest {
    guard var record: LocalPullRequest = try read("\(number).json") else {
      throw ForgeError(.notFound, subject: "\(subject) #\(number)")
    }
    guard record.state == .open else { return record }
    let base = try head(of: record.base)
    if let base, try isMerged(record, into: base) {
      record.state = .merged
      record.mergeCommit = record.mergeCommit ?? base
    } else if let head = try head(of: record.head) {
      record.headSHA = head
    } else {
      record.state = .closed
    }
    return record
  }

  /// Whether the base contains the started merge, or the head after a push.
  private func isMerged(
    _ record: LocalPullRequest, into base: String
  ) throws(ForgeError) -> Bool {
    let head = try head(of: record.head)
    let sought = record.mergeCommit ?? head ?? record.headSHA
    return try ForgeError.wrap { () throws(GitError) in
      guard try git.hasCommit(sought) else { return false }
      return try git.isAncestor(sought, of: base)
    }
  }

  /// Writes a pull request with its page and its patch, under the lock.
  func save(_ record: LocalPullRequest) throws(ForgeError) {
    var record = record
    if let head = try head(of: record.head), record.state == .open { record.headSHA = head }
    record.updatedAt = forge.now()
    try write(record, to: "\(record.number).json")
    try store(Array(LocalPage.text(record).utf8), in: "\(record.number).md")
    if let patch = try patch(record) { try store(patch, in: "\(record.number).diff") }
  }

  private func patch(_ record: LocalPullRequest) throws(ForgeError) -> [UInt8]? {
    guard record.state == .open, let base = try head(of: record.base) else { return nil }
    return try ForgeError.wrap { () throws(GitError) in
      guard try git.hasCommit(record.headSHA) else { return nil }
      let start = try git.mergeBase(base, record.headSHA)
      return try git.diff(from: start ?? base, to: record.headSHA)
    }
  }

  /// Changes a pull request by `edit` and returns it; an edit without effect writes nothing.
  func edit(
    _ number: Int, _ edit: (inout LocalPullRequest) throws(ForgeError) -> Void
  ) throws(ForgeError) -> LocalPullRequest {
    let before = try record(number)
    var after = before
    try edit(&after)
    try save(after)
    return after
  }

  func describe(_ record: LocalPullRequest) throws(ForgeError) -> PullRequest {
    PullRequest(
      number: record.number,
      state: record.state == .open ? .open : record.state == .merged ? .merged : .closed,
      isDraft: record.isDraft, title: record.title, body: record.body, head: record.head,
      headSHA: record.headSHA, headRepository: name.description, base: record.base,
      baseSHA: try head(of: record.base) ?? "", author: forge.person(record.author),
      labels: record.labels, assignees: record.assignees, milestone: record.milestone,
      isMergeable: nil, mergeCommit: record.state == .merged ? record.mergeCommit : nil,
      createdAt: record.createdAt, updatedAt: record.updatedAt, closedAt: record.closedAt,
      webURL: "file://\(folder)/\(record.number).md")
  }
}

extension LocalForge {
  /// The account with a login.
  func person(_ login: String) -> Account {
    login == account.login ? account : Account(login: login)
  }
}
