package import Time

/// A commit.
package struct Commit: Hashable, Sendable {
  /// 40 hexadecimal digits.
  package var sha: String
  /// The object name of its root folder: equal for equal content.
  package var tree: String
  /// The names of its parents, the branch's own first; empty for a root.
  package var parents: [String]
  /// The complete text, including trailers.
  package var message: String
  /// The author of the change, with the time.
  package var author: Author
  /// The creator of the commit: some hosts name themselves for commits made on their pages.
  package var committer: Author
  /// Whether the commit has a signature that the host doesn't accept.
  package var hasUnverifiedSignature = false
  /// Whether the host says that the commit has no signature.
  package var isUnsigned = false

  /// Creates a commit; without a committer it is the author.
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

/// The author of a commit, with the account that the forge connects with the email address.
package struct Author: Hashable, Sendable {
  /// As written in the commit, unverified.
  package var name: String
  /// As written in the commit, unverified.
  package var email: String
  /// The account with this address; nil if the forge knows none.
  package var login: String?
  /// In seconds; nil if the forge doesn't report it, and in proposals for the present time.
  package var date: Timestamp?

  /// Creates an author.
  package init(name: String, email: String, login: String? = nil, date: Timestamp? = nil) {
    self.name = name
    self.email = email
    self.login = login
    self.date = date
  }
}
