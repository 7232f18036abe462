/// The API addresses of a GitHub host, derived from its web address.
///
/// The forge and the release notes both use GitHub, so this is in a module that they share.
///
///     GitHubAddresses(web: "https://github.com")?.rest == "https://api.github.com"
package struct GitHubAddresses: Hashable, Sendable {
  /// The web address without a trailing slash.
  package var web: String
  /// The root of the REST API without a trailing slash.
  package var rest: String
  /// The GraphQL endpoint.
  package var graphQL: String

  /// Derives the addresses of github.com, of hosts of `ghe.com`, and of Enterprise Servers
  /// (`/api/v3`, `/api/graphql`).
  package init?(web text: String) {
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    guard let url = try? AbsoluteURL(text), url.query == nil else { return nil }
    let origin = url.origin
    switch origin.host {
    case "github.com", "www.github.com", "api.github.com":
      self.init(web: "https://github.com", api: "https://api.github.com")
    case let host where host.hasSuffix(".ghe.com"):
      self.init(web: text, api: "\(origin.scheme)://api.\(host)")
    default:
      if text.hasSuffix("/api/v3") { text.removeLast("/api/v3".count) }
      self.init(web: text, rest: "\(text)/api/v3", graphQL: "\(text)/api/graphql")
    }
  }

  private init(web: String, api: String) {
    self.init(web: web, rest: api, graphQL: "\(api)/graphql")
  }

  private init(web: String, rest: String, graphQL: String) {
    self.web = web
    self.rest = rest
    self.graphQL = graphQL
  }
}
