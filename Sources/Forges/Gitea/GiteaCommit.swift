import Time

/// A commit in Gitea's list of commits.
struct GiteaCommit: Decodable, Sendable {
  struct Tree: Decodable, Sendable {
    var sha: String
  }

  struct Inner: Decodable, Sendable {
    var message: String?
    var author: Person?
    var committer: Person?
    var tree: Tree
  }

  struct Person: Decodable, Sendable {
    var name: String?
    var email: String?
    var date: String?

    func author(_ login: String?) -> Author {
      Author(name: name ?? "", email: email ?? "", login: login, date: HostTime.date(date))
    }
  }

  struct Login: Decodable, Sendable {
    var login: String?
  }

  var sha: String
  var commit: Inner
  /// Nil if no account has the address.
  var author: Login?
  var committer: Login?
  var parents: [Tree]?

  /// Gitea keeps the line break at the end of a message, which other hosts leave out.
  var value: Commit {
    var message = commit.message ?? ""
    while message.last?.isNewline == true { message.removeLast() }
    let people = (commit.author ?? Person(), commit.committer ?? Person())
    return Commit(
      sha: sha, tree: commit.tree.sha, parents: parents?.map(\.sha) ?? [], message: message,
      author: people.0.author(author?.login), committer: people.1.author(committer?.login))
  }
}
