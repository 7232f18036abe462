/// An account in GitLab's format.
struct GitLabUser: Decodable, Hashable, Sendable {
  var id: Int
  var username: String
  var name: String?
  /// Only in `GET user`, and in some lists: true for bots of project and group tokens.
  var bot: Bool?
  /// Only in `GET user`: the address for commits, which may be one that hides the real one.
  var commitEmail: String?
  /// Only in `GET user`.
  var email: String?
  /// Only in `GET user` of an administrator of the server.
  var isAdmin: Bool?

  var account: Account {
    Account(login: username, displayName: name, isBot: bot ?? Self.isTokenBot(username))
  }

  /// Whether a name is that of a project's or group's token: `project_7_bot_0a1b2c`.
  static func isTokenBot(_ name: String) -> Bool {
    let parts = name.split(separator: "_", omittingEmptySubsequences: false)
    return parts.count >= 3 && ["project", "group"].contains(parts[0])
      && parts[1].allSatisfy(\.isNumber) && !parts[1].isEmpty && parts[2].hasPrefix("bot")
  }
}
