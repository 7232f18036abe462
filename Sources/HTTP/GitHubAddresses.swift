/// The API addresses of a GitHub host, derived from its web address.
///
/// Both the forge and the release notes ask GitHub, so that this is in the module that they share.
///
///     GitHubAddresses(web: "https://github.com")?.rest == "https://api.github.com"
package struct GitHubAddresses: Hashable, Sendable {
  /// The web address, without a slash at its end.
  package var web: String
  /// The root of the REST API, without a slash at its end.
  package var rest: String
  /// The GraphQL endpoint.
  package var graphQL: String

  /// Knows github.com, hosts of `ghe.com`, and Enterprise Servers (`/api/v3`, `/api/graphql`).
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
