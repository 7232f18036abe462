import Forges
import Languages
import Logging
import Store
import Time

/// The repository has no issues: its owner has switched them off.
struct SwitchedOffIssues: Error {}

/// Keeps martlet's issue for one purpose in a repository; at most one stays open.
///
/// No host refuses a second issue, so one that was just opened is searched for again: of several the
/// lowest number counts, and the others are closed. If the process dies, or another instance opens one
/// at the same time, a later visit ends with a single issue.
struct IssueKeeper: Sendable {
  let pass: RepositoryPass
  let issues: any IssueTracking
  let repository: RepositoryName
  let purpose: IssuePurpose
  let title: String

  /// Nil for a forge without issues that martlet can use.
  init?(
    _ purpose: IssuePurpose, titled title: String, in repository: RepositoryName,
    by pass: RepositoryPass
  ) {
    guard let issues = pass.forge.issues else { return nil }
    self.pass = pass
    self.issues = issues
    self.repository = repository
    self.purpose = purpose
    self.title = title
  }

  var id: RepositoryID { pass.forge.id(of: repository) }
  private var store: StateStore { pass.world.store }

  /// The saved record of the issue, and the issue as the forge has it now.
  struct Found: Sendable {
    var record: OwnIssue
    /// Nil without one.
    var issue: ForgeIssue?
  }

  /// Reads the issue.
  ///
  /// It costs a request if the issue is known, a list if the state is lost, and otherwise nothing.
  func find() async throws -> Found {
    guard let record = try await store.ownIssue(purpose, of: id) else { return try await search() }
    guard record.number > 0 else { return Found(record: record) }
    guard let issue = try await issues.issue(record.number, in: repository) else {
      // Somebody deleted it.
      return Found(record: try await saved(OwnIssue(purpose)))
    }
    if !record.isAlone { return try await checkTwins(of: record, issue) }
    return Found(record: record, issue: issue)
  }

  /// Searches our open issues for the one with the lowest number, and closes the others.
  func search() async throws -> Found {
    let all = try await open()
    guard let first = all.first else { return Found(record: try await saved(OwnIssue(purpose))) }
    try await close(all.dropFirst(), insteadOf: first)
    let known = try await store.ownIssue(purpose, of: id)
    let isKnown = known?.number == first.number
    let record = isKnown ? known : OwnIssue(purpose, number: first.number)
    return Found(record: try await saved(record ?? OwnIssue(purpose)), issue: first)
  }

  /// Opens the issue, or changes the one that a search finds.
  func open(_ body: String) async throws -> Found {
    // An earlier visit may have been ended after it opened one.
    let found = try await search()
    guard found.issue == nil else { return try await write(body, over: found) }
    guard try await pass.repository(repository).hasIssues else { throw SwitchedOffIssues() }
    let made = try await issues.openIssue(title: title, body: body, in: repository)
    var record = OwnIssue(purpose, number: made.number, body: made.body, isAlone: false)
    record.writtenAt = made.updatedAt
    return try await checkTwins(of: try await saved(record), made)
  }

  /// Writes the text, and opens the issue again if it is closed.
  ///
  /// - Parameters:
  ///   - body: the new text, within the forge's limits.
  ///   - found: the issue as it was read; a text that has changed since stays, for the next visit.
  ///   - isOpen: the state afterwards.
  /// - Returns: the issue afterwards.
  /// - Throws: `ForgeError` or `DatabaseError`.
  func write(
    _ body: String, over found: Found, isOpen: Bool = true
  ) async throws -> Found {
    guard let issue = found.issue else { return isOpen ? try await open(body) : found }
    let text = pass.forge.kind.text.inert(body)
    let edit = IssueEdit(
      title: issue.title == title ? nil : title, body: issue.body.isSameText(as: text) ? nil : text,
      isOpen: issue.isOpen == isOpen ? nil : isOpen)
    guard edit != IssueEdit() else {
      guard found.record.body != text else { return found }
      return Found(record: try await saved(found.record.writing(text)), issue: issue)
    }
    // Stored first: if the process dies in between, the text isn't taken for another person's.
    var record = try await saved(found.record.writing(text))
    switch try await issues.replace(issue.body, of: issue.number, by: edit, in: repository) {
    case .written(let now)?:
      record.writtenAt = now.updatedAt ?? record.writtenAt
      return Found(record: try await saved(record), issue: now)
    case .changed(let now)?:
      return Found(record: try await saved(found.record), issue: now)
    case nil:
      return Found(record: try await saved(OwnIssue(purpose)))
    }
  }

  /// Stores a record.
  @discardableResult
  func saved(_ record: OwnIssue) async throws -> OwnIssue {
    try await store.save(record, of: id)
    return record
  }

  /// Makes the next write compare everything.
  func forgetText() async throws {
    guard var record = try await store.ownIssue(purpose, of: id) else { return }
    record.body = ""
    record.previous = ""
    try await saved(record)
  }

  /// Our open issues for the purpose, the oldest first.
  private func open() async throws(ForgeError) -> [ForgeIssue] {
    let me = pass.identity.login
    let all = try await issues.issues(by: me, .open, in: repository)
    return all.filter { issue in
      issue.author?.login == me && (purpose.marks(issue.body) || issue.title == title)
    }.sorted { $0.number < $1.number }
  }

  /// Looks whether others opened one, too; a list that doesn't have ours yet proves nothing.
  private func checkTwins(of record: OwnIssue, _ issue: ForgeIssue) async throws -> Found {
    let all = try await open()
    guard let first = all.first, all.contains(where: { $0.number == record.number }) else {
      return Found(record: record, issue: issue)
    }
    try await close(all.dropFirst(), insteadOf: first)
    var record = record
    record.isAlone = true
    guard first.number != record.number else {
      return Found(record: try await saved(record), issue: issue)
    }
    return Found(
      record: try await saved(OwnIssue(purpose, number: first.number)), issue: first)
  }

  private func close(_ twins: ArraySlice<ForgeIssue>, insteadOf first: ForgeIssue) async throws {
    for twin in twins {
      let copy = pass.world.language("This is a copy of #\(first.number).")
      let text = "\(copy)\n\n\(purpose.marker)"
      _ = try await issues.updateIssue(
        twin.number, IssueEdit(body: text, isOpen: false), in: repository)
      pass.world.log.info(
        "a second issue was closed",
        ["repository": "\(repository)", "issue": "\(twin.number)", "kept": "\(first.number)"])
    }
  }
}

extension String {
  /// Whether two texts differ only in what editors of hosts do to the ends of lines.
  func isSameText(as other: String) -> Bool {
    self == other || plainLines == other.plainLines
  }

  private var plainLines: [Substring] {
    var lines = replacing("\r\n", with: "\n")
      .split(separator: "\n", omittingEmptySubsequences: false).map { line in
        var line = line
        while line.last?.isWhitespace == true { line.removeLast() }
        return line
      }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}

extension OwnIssue {
  /// The record after the issue was read.
  func reading(_ issue: ForgeIssue) -> OwnIssue {
    var record = self
    record.previous = body
    record.body = issue.body
    return record
  }

  /// The record before a text is written.
  fileprivate func writing(_ text: String) -> OwnIssue {
    guard text != body else { return self }
    var record = self
    record.previous = body
    record.body = text
    return record
  }
}
