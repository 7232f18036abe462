package import FoundationEssentials

/// A commit as a forge shows it.
package struct Commit: Hashable, Sendable {
  /// 40 hexadecimal digits.
  package var sha: String
  /// The object name of its root folder: equal trees are equal content, whatever the dates.
  package var tree: String
  /// Names of the commits before it, the branch's own first; none for a root.
  package var parents: [String]
  /// The whole text; trailers stand in its last paragraph.
  package var message: String
  /// Who wrote the change, and when.
  package var author: Author
  /// Who made the commit: GitHub's `web-flow` where it was made on a page.
  package var committer: Author

  /// Describes a commit.
  package init(
    sha: String, tree: String, parents: [String], message: String, author: Author,
    committer: Author? = nil
  ) {
    self.sha = sha
    self.tree = tree
    self.parents = parents
    self.message = message
    self.author = author
    self.committer = committer ?? author
  }

  /// The message's first line.
  package var subject: String {
    message.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first
      .map(String.init) ?? ""
  }
}

/// Who wrote a commit, as the commit says, and who that is at the forge.
package struct Author: Hashable, Sendable {
  /// As the commit says; nobody proved it.
  package var name: String
  /// As the commit says; a forge may connect it with an account.
  package var email: String
  /// The account that the forge connects with the address; nil when it knows none.
  package var login: String?
  /// To the second; nil where the forge does not say, and in proposals for its own clock.
  package var date: Date?

  /// Names an author.
  package init(name: String, email: String, login: String? = nil, date: Date? = nil) {
    self.name = name
    self.email = email
    self.login = login
    self.date = date
  }
}
