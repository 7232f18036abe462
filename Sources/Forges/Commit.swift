package import FoundationEssentials

/// A commit as a forge shows it.
package struct Commit: Hashable, Sendable {
  /// 40 hexadecimal digits.
  package var sha: String
  /// The object name of its root folder: equal trees are equal content, whatever the dates.
  package var tree: String
  package var parents: [String]
  package var message: String
  package var author: Author
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
  package var name: String
  package var email: String
  /// The account that the forge connects with the address; nil when it knows none.
  package var login: String?
  package var date: Date?

  /// Names an author.
  package init(name: String, email: String, login: String? = nil, date: Date? = nil) {
    self.name = name
    self.email = email
    self.login = login
    self.date = date
  }
}
