package import Time

/// An issue of a repository, not a pull request.
package struct ForgeIssue: Hashable, Sendable {
  /// The number in its address.
  package var number: Int
  /// Whether it is open.
  package var isOpen: Bool
  /// One line.
  package var title: String
  /// The Markdown source.
  package var body: String
  /// Nil if the account no longer exists.
  package var author: Account?
  /// The last change, by the host's clock; nil if the host doesn't report it.
  package var updatedAt: Timestamp?
  /// The address of its page; empty if unknown.
  package var webURL: String

  /// Creates an issue.
  package init(
    number: Int, isOpen: Bool, title: String, body: String, author: Account?,
    updatedAt: Timestamp? = nil, webURL: String = ""
  ) {
    self.number = number
    self.isOpen = isOpen
    self.title = title
    self.body = body
    self.author = author
    self.updatedAt = updatedAt
    self.webURL = webURL
  }
}

/// What an issue of martlet's is for; a repository has at most one open issue of each purpose.
///
/// The last line of the body names it in an HTML comment, by which it is found again.
package enum IssuePurpose: String, CaseIterable, Codable, Hashable, Sendable {
  /// Says that the configuration can't be read.
  case notice
  /// Lists all updates, with boxes to tick.
  case dashboard
  /// Offers to add a configuration.
  case onboarding

  /// The last line of the body.
  package var marker: String { "<!-- martlet-\(rawValue) -->" }

  /// Whether a body ends with the marker.
  package func marks(_ body: String) -> Bool {
    let lines = body.split(whereSeparator: \.isNewline)
    return lines.last { !$0.allSatisfy(\.isWhitespace) }.map { $0.trimmed == marker } ?? false
  }
}

extension Substring {
  /// Without spaces at the end, which some hosts add to lines.
  fileprivate var trimmed: Substring {
    var text = self
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

/// A change to an issue; nil keeps the present value.
package struct IssueEdit: Hashable, Sendable {
  /// One line.
  package var title: String?
  /// Markdown.
  package var body: String?
  /// False closes, true reopens.
  package var isOpen: Bool?

  /// Changes nothing by default.
  package init(title: String? = nil, body: String? = nil, isOpen: Bool? = nil) {
    self.title = title
    self.body = body
    self.isOpen = isOpen
  }
}

/// The accounts that have changed the text of an issue.
package enum IssueEditors: Hashable, Sendable {
  /// The logins, ours among them.
  case accounts(Set<String>)
  /// The host reports no names, and lets only the author and people with write access edit.
  case writers
  /// The host reports no names, and others may edit too; with the reason.
  case unknown(String)
}

/// The result of replacing the text of an issue.
package enum IssueWrite: Hashable, Sendable {
  /// The issue has the new values.
  case written(ForgeIssue)
  /// The text is another one than expected, and unchanged.
  case changed(ForgeIssue)
}

/// Opens, reads and changes issues.
package protocol IssueTracking: Sendable {
  /// Lists the issues that an account opened, newest first.
  ///
  /// The list may be out of date, and two programs may open the same issue at once: callers look again
  /// after opening one.
  func issues(
    by login: String, _ state: PullRequestQuery.State, in repository: RepositoryName
  ) async throws(ForgeError) -> [ForgeIssue]

  /// Reads an issue; nil if it doesn't exist any more.
  func issue(_ number: Int, in repository: RepositoryName) async throws(ForgeError) -> ForgeIssue?

  /// Opens an issue.
  ///
  /// After a lost response, an equal newest issue of ours isn't repeated. Throws `.notFound` or
  /// `.forbidden` if the repository has no issues.
  func openIssue(
    title: String, body: String, in repository: RepositoryName
  ) async throws(ForgeError) -> ForgeIssue

  /// Changes an issue of ours and returns its new state.
  func updateIssue(
    _ number: Int, _ edit: IssueEdit, in repository: RepositoryName
  ) async throws(ForgeError) -> ForgeIssue

  /// Returns who has changed the text at a time or later, by the host's clock; nil: at any time.
  func editors(
    of issue: Int, since: Timestamp?, in repository: RepositoryName
  ) async throws(ForgeError) -> IssueEditors
}

extension IssueTracking {
  /// Changes an issue of ours if its text is still the expected one.
  ///
  /// No host compares by itself, so the issue is read directly before.
  package func replace(
    _ expected: String, of number: Int, by edit: IssueEdit, in repository: RepositoryName
  ) async throws(ForgeError) -> IssueWrite? {
    guard let present = try await issue(number, in: repository) else { return nil }
    guard present.body == expected else { return .changed(present) }
    return .written(try await updateIssue(number, edit, in: repository))
  }
}
