import HTTP
import JSON

/// A JSON value; the name `Value` is taken by generic parameters.
typealias JSONValue = Value

extension HostDialect {
  /// REST v1 of Gitea and Forgejo; one token serves all repositories.
  static let gitea = HostDialect(
    headers: ["Accept": "application/json"], gitUser: ForgeKind.anyGitUser)
}

extension HostAddresses {
  /// Derives the API's address from a host's web address; nil if that isn't an HTTP URL.
  init?(gitea web: String) {
    guard (try? AbsoluteURL(web)) != nil else { return nil }
    var web = web
    while web.hasSuffix("/") { web.removeLast() }
    self.init(web: web, api: "\(web)/api/v1")
  }
}
