/// An account in GitHub's format.
struct GitHubUser: Decodable {
  var login: String
  var type: String?
  var name: String?
  var id: Int?
  /// The public address.
  var email: String?

  var account: Account {
    let isBot = type == "Bot" || login.hasSuffix(gitHubBotSuffix)
    return Account(login: login, displayName: name, isBot: isBot)
  }
}
