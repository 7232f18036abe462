/// An account in Bitbucket's format, or the author of a commit without an account.
struct BitbucketUser: Decodable, Hashable, Sendable {
  /// The login, or the name in a commit whose address belongs to no account.
  var name: String?
  /// The name in URLs; only accounts have one.
  var slug: String?
  var displayName: String?
  var emailAddress: String?
  /// `NORMAL`, or `SERVICE` for the accounts of tokens of projects and repositories.
  var type: String?

  var login: String { name ?? slug ?? "" }

  var account: Account {
    Account(login: login, displayName: displayName, isBot: type == "SERVICE")
  }

  /// The address of our commits; a token of a project or repository has none.
  var address: String {
    emailAddress.flatMap { $0.isEmpty ? nil : $0 } ?? "\(login)@noreply.invalid"
  }

  /// The author of our commits; the host connects the address with the account.
  var author: Author { Author(name: account.displayName, email: address, login: login) }
}
