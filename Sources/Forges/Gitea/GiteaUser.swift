/// An account in Gitea's format.
struct GiteaUser: Decodable, Hashable, Sendable {
  var login: String
  var fullName: String?
  var email: String?
  /// Whether the account administers the server.
  var isAdmin: Bool?

  /// Gitea doesn't mark bots.
  var account: Account {
    Account(login: login, displayName: fullName.flatMap { $0.isEmpty ? nil : $0 })
  }

  /// The author of commits; the host connects the address with the account.
  var author: Author {
    let address = email.flatMap { $0.isEmpty ? nil : $0 } ?? "\(login)@noreply.invalid"
    return Author(name: account.displayName, email: address, login: login)
  }
}
