/// An account as GitHub embeds it.
struct GitHubUser: Decodable {
  var login: String
  var type: String?
  var name: String?

  var account: Account {
    Account(login: login, displayName: name, isBot: type == "Bot" || login.hasSuffix("[bot]"))
  }
}
